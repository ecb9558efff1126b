// SPDX-License-Identifier: MIT
#include "mcp/http/sse.hpp"

#include "text/utf8.hpp"

namespace pith::mcp {

namespace {

constexpr std::size_t kept_bytes = 16U << 10U;

/// Finds the ends of lines from left to right. Looks for LF and CR apart, each
/// with memchr(), and remembers what it found: most streams have no CR at all.
class line_ends {
 public:
  line_ends(std::string_view text, std::size_t from) noexcept
      : text_(text), feed_(find('\n', from)), return_(find('\r', from)) {}

  /// The first LF or CR at or after `from`, which must not go back; the size
  /// of the text when there is none.
  [[nodiscard]] std::size_t next(std::size_t from) noexcept {
    if (feed_ < from) feed_ = find('\n', from);
    if (return_ < from) return_ = find('\r', from);
    return feed_ < return_ ? feed_ : return_;
  }

 private:
  [[nodiscard]] std::size_t find(char c, std::size_t from) const noexcept {
    const std::size_t at = text_.find(c, from);
    return at == std::string_view::npos ? text_.size() : at;
  }

  std::string_view text_;
  std::size_t feed_;
  std::size_t return_;
};

struct text_line {
  std::string_view words;  // without its end
  std::string_view end;    // empty when the text ends with the line

  [[nodiscard]] std::size_t size() const noexcept {
    return words.size() + end.size();
  }
};

/// Takes a text apart into lines.
class line_reader {
 public:
  explicit line_reader(std::string_view text) noexcept
      : text_(text), ends_(text, 0) {}

  [[nodiscard]] bool is_done() const noexcept { return at_ == text_.size(); }
  /// Must not be done.
  [[nodiscard]] text_line next() noexcept {
    const std::size_t end = ends_.next(at_);
    const std::size_t width = text_.substr(end, 2) == "\r\n" ? 2 : 1;
    const text_line line{text_.substr(at_, end - at_),
                         text_.substr(end, width)};
    at_ += line.size();
    return line;
  }

 private:
  std::string_view text_;
  line_ends ends_;
  std::size_t at_ = 0;
};

/// The value of a line when it is of this field: "data: x", "data:x", "data".
std::optional<std::string_view> value_of(std::string_view line,
                                         std::string_view field) noexcept {
  if (!line.starts_with(field)) return std::nullopt;
  line.remove_prefix(field.size());
  if (line.empty()) return line;
  if (line.front() != ':') return std::nullopt;
  line.remove_prefix(1);
  if (line.starts_with(' ')) line.remove_prefix(1);
  return line;
}

sse_event read_event(std::string_view raw) {
  sse_event e;
  e.raw = raw;
  for (line_reader lines(raw); !lines.is_done();) {
    const std::string_view line = lines.next().words;
    if (const auto data = value_of(line, "data")) {
      if (e.has_data) e.data += '\n';
      e.data += *data;
      e.has_data = true;
    } else if (const auto id = value_of(line, "id")) {
      // An id with a null character is to be ignored.
      if (id->find('\0') == std::string_view::npos) e.id = *id;
    } else if (const auto event = value_of(line, "event")) {
      e.event = *event;
    }
  }
  return e;
}

void append_data(std::string& out, std::string_view data,
                 std::string_view line_end) {
  bool is_open = true;  // an end of line begins a line, if an empty one
  for (line_reader lines(data); !lines.is_done();) {
    const text_line line = lines.next();
    out.append("data: ").append(line.words).append(line_end);
    is_open = !line.end.empty();
  }
  if (is_open) out.append("data: ").append(line_end);
}

}  // namespace

bool sse_reader::skip_mark(std::string_view& bytes) {
  while (!is_begun_ && !bytes.empty()) {
    if (mark_bytes_ == text::byte_order_mark.size() ||
        bytes.front() != text::byte_order_mark[mark_bytes_]) {
      is_begun_ = true;
      break;
    }
    bytes.remove_prefix(1);
    ++mark_bytes_;
  }
  if (!is_begun_) return false;
  if (mark_bytes_ < text::byte_order_mark.size()) {
    pending_ = text::byte_order_mark.substr(0, mark_bytes_);  // it was none
  }
  mark_bytes_ = text::byte_order_mark.size();
  return true;
}

bool sse_reader::feed(std::string_view bytes,
                      const std::function<void(const sse_event&)>& take) {
  if (!is_begun_ && !skip_mark(bytes)) return true;
  if (pending_.empty()) {
    if (!take_events(bytes, take)) return false;
    pending_ = bytes;
    return true;
  }
  pending_ += bytes;
  std::string_view text = pending_;
  if (!take_events(text, take)) return false;
  pending_.erase(0, pending_.size() - text.size());
  // A stream may be open for days; one large event must not stay with it.
  if (pending_.empty() && pending_.capacity() > kept_bytes) {
    std::string().swap(pending_);
  }
  return true;
}

/// Removes the events from `text` that are complete in it. A CR may be half of
/// a CR LF, so one at the end of the text waits for what follows; but after a
/// line that ended with CR alone it is the blank line, since a stream of such
/// lines must not wait. Should a LF follow it, that is one blank line more,
/// wherever the stream was cut.
bool sse_reader::take_events(
    std::string_view& text, const std::function<void(const sse_event&)>& take) {
  line_ends ends(text, at_.scanned);
  std::size_t begin = 0;
  std::size_t end = 0;
  while ((end = ends.next(at_.scanned)) != text.size()) {
    const bool is_blank = end == at_.line;
    const bool is_return = text[end] == '\r';
    const bool closes_at_once =
        is_blank && is_return && end != begin && text[end - 1] == '\r';
    std::size_t next = end + 1;
    if (is_return && !closes_at_once) {
      if (next == text.size()) break;
      if (text[next] == '\n') ++next;
    }
    at_ = {next, next};
    if (!is_blank) continue;
    if (next - begin > max_event_bytes_) return false;
    take(read_event(text.substr(begin, next - begin)));
    begin = next;
  }
  at_ = {at_.line - begin, end - begin};
  text.remove_prefix(begin);
  return text.size() <= max_event_bytes_;
}

std::string with_data(const sse_event& e, std::string_view data) {
  std::string out;
  out.reserve(e.raw.size() + data.size());
  bool is_written = false;
  for (line_reader lines(e.raw); !lines.is_done();) {
    const text_line line = lines.next();
    const bool is_data = value_of(line.words, "data").has_value();
    if (!is_written && (is_data || line.words.empty())) {
      append_data(out, data, line.end);
      is_written = true;
    }
    if (!is_data) {
      out.append(line.words).append(line.end);
    } else if (line.end != "\r" && out.ends_with('\r')) {
      // What was between a CR and the end of the event is gone: they must not
      // become one end of line.
      out += '\n';
    }
  }
  return out;
}

std::string sse_text(std::string_view id, std::string_view data) {
  std::string out;
  out.reserve(id.size() + data.size() + 16);
  const bool is_one_line =
      id.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
  if (!id.empty() && is_one_line) out.append("id: ").append(id).append("\n");
  append_data(out, data, "\n");
  out += '\n';
  return out;
}

}  // namespace pith::mcp
