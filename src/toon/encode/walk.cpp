// SPDX-License-Identifier: MIT
#include "toon/encode/walk.hpp"

#include "text/utf8.hpp"

namespace pith::inline v0::toon {

namespace {

using detail::header_words;
using detail::tag;
using detail::tag_of;
using detail::word;

[[nodiscard]] constexpr char sign_of(delimiter d) noexcept {
  switch (d) {
    case delimiter::tab:
      return '\t';
    case delimiter::pipe:
      return '|';
    case delimiter::comma:
      break;
  }
  return ',';
}

}  // namespace

encode_walk::encode_walk(const detail::document_data& data, text::output& out,
                         const encode_options& options)
    : data_(data),
      out_(out),
      bounds_(options.bounds),
      delimiter_(sign_of(options.delimiter)),
      line_(out, data, delimiter_, options.indent_size),
      plan_(data) {
  labels_.reset(data);
}

std::optional<error> encode_walk::run(std::size_t root) {
  line_.acquire();
  write_root(data_.tape.data() + root);
  while (!frames_.empty() && !failure_ && !out_.failed()) {
    if (frames_.back().key != nullptr) {
      write_members();
    } else {
      write_items();
    }
  }
  line_.release();
  return failure_;
}

void encode_walk::write_root(const word* t) {
  if (tag_of(*t) == tag::object) return write_object(t, 0, place::root);
  line_.begin_line(0);
  switch (tag_of(*t)) {
    case tag::array:
      return write_array(t, 0, place::root);
    case tag::string:
    case tag::long_string: {
      // A mark at the beginning of the text would be taken for its own.
      const std::string_view text =
          data_.string_at(static_cast<std::size_t>(t - data_.tape.data()));
      if (text.starts_with(text::byte_order_mark)) return line_.quoted(text);
      [[fallthrough]];
    }
    default:
      line_.scalar(t);
  }
}

/// Writes members of the innermost object up to its end or to a container
/// that has lines of its own.
void encode_walk::write_members() {
  const std::size_t depth = frames_.size();
  while (frames_.size() == depth && !failure_) {
    frame& f = frames_.back();
    if (f.next == f.end) {
      frames_.pop_back();
      return;
    }
    const word* const t = f.next;
    const std::size_t level = f.level;
    const std::string_view label = labels_[*f.key++];
    const bool is_scalar = !detail::is_container(tag_of(*t));
    if (is_scalar && !f.begins_item) {
      f.next = line_.member(level, label, t);
      continue;
    }
    if (f.begins_item) {
      line_.begin_line(level - 1);
      line_.put("- ");
      f.begins_item = false;
    } else {
      line_.begin_line(level);
    }
    line_.put_padded(label);
    if (is_scalar) {
      line_.put(": ");
      f.next = line_.scalar(t);
      continue;
    }
    f.next += detail::payload_of(*t);
    if (tag_of(*t) == tag::array) {
      write_array(t, level, place::member);
    } else {
      write_object(t, level, place::member);
    }
  }
}

/// The same for the items of the innermost list.
void encode_walk::write_items() {
  const std::size_t depth = frames_.size();
  while (frames_.size() == depth && !failure_) {
    frame& f = frames_.back();
    if (f.next == f.end) {
      frames_.pop_back();
      return;
    }
    const word* const t = f.next;
    f.next += detail::span_of(*t);
    if (tag_of(*t) == tag::object && detail::payload_of(*t) != header_words) {
      push(t, data_.keys_of(data_.shapes[detail::shape_of(t[1])]), f.level + 1,
           true);
      return;
    }
    line_.begin_line(f.level);
    line_.put('-');
    if (tag_of(*t) == tag::object) continue;  // empty
    line_.put(' ');
    if (tag_of(*t) == tag::array) {
      write_array(t, f.level, place::item);
    } else {
      line_.scalar(t);
    }
  }
}

void encode_walk::write_array(const word* array, std::size_t level,
                              place where) {
  const std::size_t count = detail::array_count_of(array[1]);
  if (count == 0 && where != place::item) {
    if (where == place::member) line_.put(": ");
    line_.put("[]");
    return;
  }
  const std::uint8_t kinds = detail::kinds_of(array[1]);
  const bool has_rows = kinds == detail::has_object && where != place::item &&
                        is_table(array, count);
  write_count(count);
  if (has_rows) {
    write_fields();
    line_.put(':');
    write_rows(array, count, level + 1, nullptr);
    return;
  }
  line_.put(':');
  if (count == 0) return;
  if (kinds == detail::has_scalar) {
    line_.put(' ');
    line_.scalars(array + header_words, count,
                  [](std::size_t) { return std::size_t{0}; });
    return;
  }
  push(array, nullptr, level + 1, false);
}

void encode_walk::write_object(const word* object, std::size_t level,
                               place where) {
  const detail::shape s = data_.shapes[detail::shape_of(object[1])];
  const std::uint32_t* const keys = data_.keys_of(s);
  if (s.count >= 2 && detail::kinds_of(object[1]) == detail::has_object &&
      is_table(object, s.count)) {
    if (where == place::root) line_.begin_line(level);
    write_count(s.count, true);
    write_fields();
    line_.put(':');
    write_rows(object, s.count, level + 1, keys);
    return;
  }
  if (where == place::member) line_.put(':');
  if (s.count == 0) return;
  push(object, keys, where == place::root ? level : level + 1, false);
}

/// Plans a table of the values of a container, and fails if it is too wide.
bool encode_walk::is_table(const word* container, std::size_t count) {
  if (!plan_.make(container + header_words, count)) return false;
  if (plan_.column_count() > bounds_.max_fields) {
    fail(error_code::field_limit,
         "a table has more columns than limits::max_fields");
  } else if (frames_.size() + 1 + plan_.depth() > bounds_.max_depth) {
    fail(error_code::depth_limit,
         "containers are nested deeper than limits::max_depth");
  }
  return true;
}

void encode_walk::write_count(std::size_t count, bool is_keyed) {
  line_.put('[');
  line_.count(count);
  if (is_keyed) line_.put(':');
  if (delimiter_ != ',') line_.put(delimiter_);
  line_.put(']');
}

/// Writes the fields of the table that was planned last.
void encode_walk::write_fields() {
  const field* const all = plan_.fields();
  const auto inside = [all](const field& group) -> open_group {
    const field* const first = all + group.first_inner;
    return {first, first + group.inner_count};
  };
  groups_.clear();
  groups_.push_back(inside(all[0]));
  line_.put('{');
  bool is_first = true;
  while (!groups_.empty()) {
    open_group& group = groups_.back();
    if (group.next == group.end) {
      line_.put('}');
      groups_.pop_back();
      is_first = false;
      continue;
    }
    const field& f = *group.next++;
    if (!is_first) line_.put(delimiter_);
    line_.put_padded(labels_[f.key_id]);
    is_first = f.is_group();
    if (f.is_group()) {
      line_.put('{');
      groups_.push_back(inside(f));
    }
  }
}

/// Writes the rows of the table that was planned last; with `key`, the keys
/// before them.
void encode_walk::write_rows(const word* container, std::size_t count,
                             std::size_t level, const std::uint32_t* key) {
  const word* row = container + header_words;
  for (std::size_t i = 0; i < count; ++i) {
    if (failure_ || out_.failed()) return;
    line_.begin_line(level);
    if (key != nullptr) {
      line_.put_padded(labels_[*key++]);
      line_.put(": ");
    }
    write_row(row);
    row += detail::payload_of(*row);
  }
}

void encode_walk::write_row(const word* row) {
  const std::size_t count = plan_.column_count();
  if (!plan_.is_ordered() && !plan_.is_ordered(row)) {
    const word* const* const values = plan_.gather(row);
    for (std::size_t i = 0; i < count; ++i) {
      if (i != 0) line_.put(delimiter_);
      line_.scalar(values[i]);
    }
  } else if (plan_.has_groups()) {
    line_.scalars(row + header_words, count,
                  [this](std::size_t i) { return plan_.skip(i); });
  } else {
    line_.scalars(row + header_words, count,
                  [](std::size_t) { return std::size_t{0}; });
  }
}

void encode_walk::push(const word* container, const std::uint32_t* key,
                       std::size_t level, bool begins_item) {
  if (frames_.size() >= bounds_.max_depth) {
    fail(error_code::depth_limit,
         "containers are nested deeper than limits::max_depth");
    return;
  }
  frames_.push_back({container + header_words,
                     container + detail::payload_of(*container), key, level,
                     begins_item});
}

void encode_walk::fail(error_code code, const char* detail) noexcept {
  if (!failure_) failure_ = error{code, 0, detail};
}

}  // namespace pith::inline v0::toon
