// SPDX-License-Identifier: MIT
/// @file
/// Server-sent events: found in a stream, changed in one field, written.
#ifndef PITH_MCP_HTTP_SSE_HPP
#define PITH_MCP_HTTP_SSE_HPP

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// One event of a stream: the lines up to a blank one. A block without data,
/// comments alone or nothing but the blank line, is given as well, so that the
/// raw texts of all events put together are the stream.
struct sse_event {
  /// As it came, with the blank line after it. Comments before it included.
  /// Valid only while the event is handed out.
  std::string_view raw;
  /// The lines of `data:` joined by line feeds.
  std::string data;
  std::optional<std::string> id;
  std::string event;  ///< empty: "message"
  bool has_data = false;
};

/// Cuts a stream into events, however its bytes are chunked. Lines end with
/// LF, CR LF or CR; a byte order mark in front of the stream is dropped. Linear
/// in the bytes, and events that come whole are not copied.
class sse_reader {
 public:
  explicit sse_reader(std::size_t max_event_bytes) noexcept
      : max_event_bytes_(max_event_bytes) {}

  /// Gives every event that is complete to `take`, which must not use the
  /// reader. Returns false when an event is too large; then the reader is of no
  /// more use.
  [[nodiscard]] bool feed(std::string_view bytes,
                          const std::function<void(const sse_event&)>& take);
  /// What is left at the end of the stream, an event without its blank line.
  [[nodiscard]] std::string_view rest() const noexcept { return pending_; }

 private:
  /// Where a scan stands in an event that is not complete.
  struct progress {
    std::size_t line = 0;     // where the last line begins
    std::size_t scanned = 0;  // no line ends between that and here
  };
  [[nodiscard]] bool skip_mark(std::string_view& bytes);
  [[nodiscard]] bool take_events(
      std::string_view& text,
      const std::function<void(const sse_event&)>& take);

  std::string pending_;
  progress at_{};  // in `pending_`
  std::size_t max_event_bytes_;
  std::size_t mark_bytes_ = 0;  // of a byte order mark that came already
  bool is_begun_ = false;       // bytes came that are not such a mark
};

/// The same event with other data: all other lines stay as they are.
[[nodiscard]] std::string with_data(const sse_event& e, std::string_view data);

/// "id: 7\ndata: {...}\n\n"; the id is left out when it is empty.
[[nodiscard]] std::string sse_text(std::string_view id, std::string_view data);

}  // namespace pith::mcp

#endif  // PITH_MCP_HTTP_SSE_HPP
