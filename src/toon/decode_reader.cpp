// SPDX-License-Identifier: MIT
#include "toon/decode_reader.hpp"

#include "text/expansion.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <cstring>

namespace pith::inline v0::toon::decoding {

namespace {

/// Offsets in a document's text have room for no more.
constexpr std::size_t greatest_text = 0xFFFFFF00;

/// Words of tape that a text may become.
std::size_t tape_limit(std::size_t bytes, std::size_t max_expansion) noexcept {
  const std::size_t source = std::max(bytes, text::expansion_floor);
  if (max_expansion > ~std::size_t{0} / source) return ~std::size_t{0};
  return source * max_expansion / sizeof(detail::word);
}

/// The first byte that makes a line too long, or npos.
std::size_t find_long_line(std::string_view text,
                           std::size_t max_bytes) noexcept {
  std::size_t begin = 0;
  while (text.size() - begin > max_bytes) {
    const std::size_t feed = text.substr(begin, max_bytes + 1).find('\n');
    if (feed == std::string_view::npos) return begin + max_bytes;
    begin += feed + 1;
  }
  return std::string_view::npos;
}

}  // namespace

result<void> reader::run(detail::document_data& data, std::string_view text,
                         const decode_options& options) {
  reset(data, options);
  const bool is_good = load(text) && read_lines() && finish();
  if (!is_good) {
    data.reset();
    return text_.problem;
  }
  *text_.last = '\0';
  return {};
}

/// Forgets the last text.
void reader::reset(detail::document_data& data, const decode_options& options) {
  data_ = &data;
  bounds_ = options.bounds;
  bounds_.max_items = std::min(bounds_.max_items, greatest_text);
  indent_size_ = options.indent_size;
  is_strict_ = options.strict;
  text_.base = 0;
  data.reset();
  data.tape.clear();
  shapes_.reset(data);
  layout_.reset(shapes_);
  blank_ = nullptr;
  begun_ = 0;
  max_words_ = tape_limit(0, bounds_.max_expansion);
  guesses_.clear();
  frames_.clear();
  members_.clear();
  last_of_key_.clear();
}

/// Copies the text into the document, if it may be read at all.
bool reader::load(std::string_view text) {
  text_.first = text_.last = nullptr;
  const auto refuse = [&](error_code code, std::size_t at, const char* detail) {
    text_.problem = {code, at, detail};
    return false;
  };
  if (indent_size_ == 0) {
    return refuse(error_code::invalid_indent, 0,
                  "a level must have at least one space");
  }
  list_depths();
  may_guess_ = is_strict_ && text.size() <= bounds_.max_items;
  const std::size_t most = std::min(bounds_.max_bytes, greatest_text);
  if (text.size() > most) {
    return refuse(error_code::size_limit, most,
                  "the text is longer than limits::max_bytes");
  }
  const std::size_t bad = text::find_invalid_utf8(text);
  if (bad != text::valid_utf8) {
    return refuse(error_code::invalid_utf8, bad, "the text must be UTF-8");
  }
  const std::size_t long_line = find_long_line(text, bounds_.max_line_bytes);
  if (long_line != std::string_view::npos) {
    return refuse(error_code::line_limit, long_line,
                  "a line is longer than limits::max_line_bytes");
  }
  detail::pod_buffer<char>& copy = data_->text;
  copy.resize(text.size() + detail::text_padding);
  text_.first = copy.data();
  text_.last = text_.first + text.size();
  if (!text.empty()) std::memcpy(text_.first, text.data(), text.size());
  std::memset(text_.last, 0, detail::text_padding);
  *text_.last = '\n';
  copy.resize(text.size());
  next_ = text_.first;
  if (text.starts_with(text::byte_order_mark))
    next_ += text::byte_order_mark.size();
  return true;
}

/// What has been read so far decides, so that what is to come does not matter.
bool reader::check_growth(const char* end) noexcept {
  end = std::min<const char*>(end, text_.last);
  max_words_ = tape_limit(text_.offset_of(end), bounds_.max_expansion);
  if (data_->tape.size() <= max_words_) return true;
  return fail(error_code::expansion_limit, end,
              "the document would be larger than limits::max_expansion times "
              "the text before");
}

bool reader::read_lines() {
  line ln;
  line_search found = find_line(ln);
  if (found == line_search::found) {
    if (!first_line(ln)) return false;
    while ((found = find_line(ln)) == line_search::found) {
      if (!dispatch(ln) || !check_size(next_)) return false;
    }
  }
  return found == line_search::end_of_text;
}

/// The first line with content says what the document is.
bool reader::first_line(const line& ln) {
  char* const p = ln.first;
  if (ln.depth != 0) {
    return fail(error_code::invalid_indent, p,
                "the outermost lines are not indented");
  }
  switch (classify(p)) {
    case content_kind::keyless_header: {
      header h;
      char* const values = read_header(p, h);
      return values != nullptr && open_array(values, h, 0);
    }
    case content_kind::member: {
      frame* const f = push(body::object, 0, p);
      if (f == nullptr) return false;
      f->has_depth = true;
      return read_member(p, 0);
    }
    case content_kind::value:
      break;
  }
  return read_line_value(p);
}

/// Gives a line to the innermost container that it belongs to.
bool reader::dispatch(const line& ln) {
  while (!frames_.empty() && ln.depth < frames_.back().floor) {
    if (!close_frame(ln.first)) return false;
  }
  if (frames_.empty()) {
    return fail(error_code::trailing_characters, ln.first,
                "nothing may follow a root that is not an object");
  }
  frame& f = frames_.back();
  if (!check_depth(f, ln)) return false;
  if (blank_ != nullptr && is_strict_ && begun_ != 0) {
    return fail(error_code::invalid_line, blank_,
                "no blank line may stand inside an array or a keyed table");
  }
  switch (f.kind) {
    case body::object:
      return read_members(ln);
    case body::list:
      return read_item(ln);
    default:
      return read_rows(f, ln);
  }
}

/// The first line of a container decides how far its lines are indented.
bool reader::check_depth(frame& f, const line& ln) {
  if (!f.has_depth) {
    if (is_strict_ && ln.depth > f.floor) {
      return fail(error_code::invalid_indent, ln.first,
                  "a line may be one level deeper than the one before");
    }
    f.has_depth = true;
    f.depth = ln.depth;
  }
  return ln.depth == f.depth ||
         fail(error_code::invalid_indent, ln.first,
              "nothing before this line opens a deeper level");
}

/// Opens a container; null when it is one too deep.
frame* reader::push(body kind, std::size_t floor, const char* at) {
  if (frames_.size() >= bounds_.max_depth) {
    fail(error_code::depth_limit, at,
         "containers are nested deeper than limits::max_depth");
    return nullptr;
  }
  std::uint32_t key_id = no_key_id;
  if (!frames_.empty()) {
    const frame& around = frames_.back();
    key_id = around.kind == body::object ? shapes_.key_id_of(around.cursor.node)
                                         : around.key_id;
  }
  const bool is_object = kind == body::object || kind == body::keyed_table;
  note_value(is_object ? detail::has_object : detail::has_array);
  frames_.push_back({});
  frame& f = frames_.back();
  f.kind = kind;
  f.floor = floor;
  f.key_id = key_id;
  f.at = writer().open();
  f.first_member = members_.size();
  return &f;
}

/// Closes the innermost container before the line at `at`.
bool reader::close_frame(const char* at) {
  frame& f = frames_.back();
  if (f.kind != body::object) {
    if (is_strict_ && f.count != f.declared) {
      return fail(error_code::count_mismatch, at,
                  "there are fewer lines than the header declares");
    }
    if (f.count != 0) --begun_;
  }
  if (f.kind == body::object || f.kind == body::keyed_table) {
    if (f.has_duplicates) replace_duplicates(f);
    members_.resize(f.first_member);
    writer().close_object(f.at, shapes_.shape_at(f.cursor.node), f.flags);
  } else {
    writer().close_array(f.at, f.count, f.flags);
  }
  frames_.pop_back();
  return true;
}

/// Counts an item, a row or an entry, whose line is at `at`.
bool reader::begin_item(frame& f, const char* at) {
  if (is_strict_ && f.count == f.declared) {
    return fail(error_code::count_mismatch, at,
                "there are more lines than the header declares");
  }
  if (f.count == bounds_.max_items) {
    return fail(error_code::item_limit, at,
                "there are more lines than limits::max_items");
  }
  if (f.count++ == 0) ++begun_;
  return true;
}

bool reader::finish() {
  while (!frames_.empty()) {
    if (!close_frame(text_.last)) return false;
  }
  if (!tape().empty()) return true;
  // No content is the empty object.
  return push(body::object, 0, text_.last) != nullptr &&
         close_frame(text_.last);
}

}  // namespace pith::inline v0::toon::decoding
