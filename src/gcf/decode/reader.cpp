// SPDX-License-Identifier: MIT
#include "gcf/decode/reader.hpp"

#include "gcf/lex/header.hpp"
#include "gcf/lex/load.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace pith::inline v0::gcf::decoding {

namespace {

/// Texts below this count as this for limits::max_expansion.
constexpr std::size_t min_source = 16 * 1024;

/// Words of tape that a text may become.
std::size_t tape_limit(std::size_t bytes, std::size_t max_expansion) noexcept {
  const std::size_t source = std::max(bytes, min_source);
  if (max_expansion > ~std::size_t{0} / source) return ~std::size_t{0};
  return source * max_expansion / sizeof(detail::word);
}

}  // namespace

result<void> reader::run(detail::document_data& data, std::string_view text,
                         const limits& bounds, purpose wanted) {
  reset(data, bounds, wanted);
  may_have_many_ = text.size() > bounds_.max_items;
  const text_fault fault = cut_at_fault(text, bounds_of_text());
  const bool has_fault = fault.at != no_fault;
  copy_text(text_, data, text);
  bool is_good = true;
  if (!has_fault || !text.empty()) {
    char* const body = read_header(text_, data, shapes_, header_);
    is_good = body != nullptr && check_participation() && read_lines(body);
  }
  if (is_good && has_fault) {
    text_.problem = {fault.code, fault.at, fault.detail};
    is_good = false;
  }
  is_good = is_good && finish();
  *text_.last = '\0';
  if (!is_good) {
    data.reset();
    return text_.problem;
  }
  if (!disorder_.empty()) disorder_.apply(data.tape);
  if (takes_part_ && !check_identities()) {
    data.reset();
    return text_.problem;
  }
  return {};
}

/// Forgets the last text.
void reader::reset(detail::document_data& data, const limits& bounds,
                   purpose wanted) {
  data_ = &data;
  wanted_ = wanted;
  identity_ = {};
  bounds_ = bounds;
  // No text is long enough for more, and counts must not overflow.
  bounds_.max_items = std::min(bounds.max_items, greatest_text);
  data.reset();
  data.tape.clear();
  shapes_.reset(data);
  layouts_.reset(shapes_, bounds.max_fields);
  max_words_ = tape_limit(0, bounds.max_expansion);
  text_.base = 0;
  next_ = nullptr;
  events_ = nullptr;
  dropped_words_ = 0;
  root_ = root_kind::none;
  has_trailer_ = false;
  completed_ = previous_ = {};
  next_serial_ = 0;
  spellings_.clear();
  guesses_.clear();
  frames_.clear();
  rows_.clear();
  markers_.clear();
  deferred_cells_.clear();
  columns_.clear();
  deferred_counts_.clear();
  groups_.clear();
  shared_schemas_.clear();
  disorder_.clear();
}

fault_bounds reader::bounds_of_text() const noexcept {
  return fault_bounds_of(bounds_);
}

/// The limit grows with the text: what has been read so far decides, so that
/// it does not matter how much is to come.
bool reader::has_outgrown(const char* end) noexcept {
  const std::size_t most =
      tape_limit(text_.input_offset_of(std::min<const char*>(end, text_.last)),
                 bounds_.max_expansion);
  max_words_ = most > dropped_words_ ? most - dropped_words_ : 0;
  return dropped_words_ + data_->tape.size() > most;
}

bool reader::read_lines(char* p) {
  next_ = p;
  for (;;) {
    line ln;
    switch (find_line(text_, next_, ln)) {
      case line_search::end_of_text:
        return true;
      case line_search::failed:
        return false;
      case line_search::found:
        break;
    }
    previous_ = std::exchange(completed_, {});
    if (!dispatch(ln)) return false;
    if (is_over_limit(next_)) {
      too_large(next_);
      return false;
    }
  }
}

/// Gives a line to the innermost container that takes it.
bool reader::dispatch(const line& ln) {
  for (;;) {
    outcome done;
    if (frames_.empty()) {
      done = root_ == root_kind::none ? first_line(ln) : surplus_line(ln);
    } else {
      switch (frames_.back().kind) {
        case body::object:
          done = object_line(ln);
          break;
        case body::table:
          done = table_line(ln);
          break;
        case body::expanded:
          done = expanded_line(ln);
          break;
      }
    }
    if (done != outcome::not_mine) return done == outcome::taken;
    if (!frames_.empty() && !close_frame(ln.first)) return false;
  }
}

/// The first line with content says what the document is (section 7.1).
reader::outcome reader::first_line(const line& ln) {
  if (ln.level != 0) {
    return failed(error_code::invalid_indent, ln.first,
                  "the outermost lines are not indented");
  }
  if (header_.is_unchanged()) {
    return failed(error_code::invalid_line, ln.first,
                  "an unchanged answer has no body");
  }
  if (header_.is_delta() && *ln.first != '#') {
    return failed(error_code::malformed_delta, ln.first,
                  "a delta has nothing but its sections");
  }
  if (*ln.first == '=') {
    root_ = root_kind::scalar;
    return taken(read_scalar_line(ln.first + 1));
  }
  if (std::memcmp(ln.first, "## [", 4) == 0) {
    root_ = root_kind::array;
    if (header_.is_delta()) {
      return failed(error_code::malformed_delta, ln.first,
                    "a section of a delta must have a name");
    }
    count_bracket bracket;
    char* p = read_count(ln.first + 4, bracket);
    if (p != nullptr) p = open_array(p, bracket, 0, no_key_id, place::root, ln);
    if (p != nullptr && frames_.empty() && !bracket.is_deferred) {
      completed_ = {true, false, 0};
    }
    return taken(p);
  }
  root_ = root_kind::object;
  frame* const f = push(body::object, 0, no_key_id, ln.first);
  if (f == nullptr) return outcome::failed;
  f->delivers = events_ != nullptr;
  return object_line(ln);
}

/// A line after a root that is a scalar or an array.
reader::outcome reader::surplus_line(const line& ln) {
  if (std::memcmp(ln.first, "##!", 3) == 0) return trailer_line(ln);
  if (has_trailer_) {
    return failed(error_code::invalid_line, ln.first,
                  "nothing may follow the summary");
  }
  if (root_ == root_kind::scalar) {
    return failed(error_code::trailing_characters, ln.first,
                  "a root scalar must be the whole document");
  }
  return misfit(ln, ln.first, error_code::invalid_line,
                "a root array must be the whole document");
}

/// A line that its container cannot take. After an array that has got all it
/// declared, and as far indented as its lines, it is one of them too many; if
/// the last row had attachments, it is one that no marker asks for.
reader::outcome reader::misfit(const line& ln, const char* at, error_code code,
                               const char* detail) {
  const bool is_surplus = previous_.is_set && previous_.level == ln.level;
  if (*ln.first == '.' && (is_surplus || code != error_code::invalid_indent)) {
    return failed(error_code::orphan_attachment, ln.first,
                  "an attachment must follow a row whose cell is ^");
  }
  if (!is_surplus) return failed(code, at, detail);
  if (previous_.had_id) {
    return failed(error_code::orphan_inline_attachment, ln.first,
                  "no cell of the row before asks for this body, and the "
                  "table is complete");
  }
  return failed(error_code::count_mismatch, ln.first,
                "there are more items than the header declares");
}

std::size_t reader::child_depth() const noexcept {
  if (frames_.empty()) return 1;
  const frame& f = frames_.back();
  return f.depth + (f.kind == body::table ? 2 : 1);  // a row is an object
}

/// Opens a container; null when it is one too deep.
frame* reader::push(body kind, std::size_t level, std::uint32_t key_id,
                    const char* at) {
  const std::size_t depth = child_depth();
  if (depth > bounds_.max_depth) {
    text_.fail(error_code::depth_limit, at,
               "containers are nested deeper than limits::max_depth");
    return nullptr;
  }
  frames_.resize(frames_.size() + 1);
  frame& f = frames_.back();
  f = {};
  f.kind = kind;
  f.level = level;
  f.depth = depth;
  f.key_id = key_id;
  f.deferred = no_count;
  f.columns = no_columns;
  f.at = writer().open();
  if (kind == body::table) {
    rows_.resize(rows_.size() + 1);
    rows_.back().is_open = false;
  }
  return &f;
}

/// Closes the innermost container before the line at `at`.
bool reader::close_frame(const char* at) {
  frame& f = frames_.back();
  if (f.kind == body::table) {
    if (current_row().is_open && !finish_row()) return false;
    rows_.pop_back();
  }
  if (f.is_counted && f.count < f.declared) {
    text_.fail(error_code::count_mismatch, at,
               "there are fewer items than the header declares");
    return false;
  }
  if (f.deferred != no_count) deferred_counts_[f.deferred] = f.count;
  if (f.columns != no_columns) columns_.resize(f.columns);
  if (f.delivers) {
    close_delivered();
    return true;
  }
  std::uint8_t flags = detail::has_array;
  if (f.kind == body::object || f.is_keyed) {
    flags = detail::has_object;
    writer().close_object(f.at, shapes_.shape_at(f.cursor.node), f.flags);
  } else {
    writer().close_array(f.at, f.count, f.flags);
  }
  frames_.pop_back();
  finish_value(flags);
  return true;
}

/// Tells the innermost container that one of its values is complete, and what
/// kind of value it is.
void reader::finish_value(std::uint8_t flags) {
  if (frames_.empty()) return;
  frame& f = frames_.back();
  if (f.kind != body::table) {
    f.flags |= flags;
    if (f.delivers) deliver(f);
    return;
  }
  current_row().flags |= flags;
  end_fill();
}

bool reader::finish() {
  while (!frames_.empty()) {
    if (!close_frame(text_.last)) return false;
  }
  if (requires_trailer_ && !has_trailer_) {
    text_.fail(error_code::missing_summary, text_.last, missing_summary);
    return false;
  }
  if (root_ != root_kind::none) return true;
  // No content: the empty object (section 7.7).
  root_ = root_kind::object;
  return push(body::object, 0, no_key_id, text_.last) != nullptr &&
         close_frame(text_.last);
}

}  // namespace pith::inline v0::gcf::decoding
