// SPDX-License-Identifier: MIT
/// @file
/// What a Redis server answers. It is foreign input: everything is bounded.
#ifndef PITH_MCP_REDIS_REPLY_HPP
#define PITH_MCP_REDIS_REPLY_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

struct redis_reply {
  enum class type : std::uint8_t { nil, text, status, error, integer, list };
  type what = type::nil;
  std::int64_t number = 0;
  std::string text{};  ///< of a text, a status or an error
  std::vector<redis_reply> items{};

  [[nodiscard]] bool is_error() const noexcept { return what == type::error; }
  [[nodiscard]] bool is_text() const noexcept { return what == type::text; }
  [[nodiscard]] bool is_list() const noexcept { return what == type::list; }
  /// Whether it is an error that begins with this word: "MOVED".
  [[nodiscard]] bool is_error(std::string_view word) const noexcept;
};

/// Cuts what a connection reads into replies (RESP2, by hiredis). Lists nest at
/// most 7 deep.
class redis_reply_reader {
 public:
  struct limits {
    std::size_t bytes = 8U << 20U;    ///< of texts in a reply, and not yet read
    std::size_t items = 256U << 10U;  ///< of all lists of a reply
  };

  explicit redis_reply_reader(const limits& bounds);
  ~redis_reply_reader();
  redis_reply_reader(const redis_reply_reader&) = delete;
  redis_reply_reader& operator=(const redis_reply_reader&) = delete;

  /// More bytes. False when they are not the protocol or above a limit; then
  /// the connection is of no more use, and nothing else may be called.
  [[nodiscard]] bool feed(std::string_view bytes);
  /// The next whole reply; nothing when more bytes are needed or failed().
  [[nodiscard]] std::optional<redis_reply> next();
  [[nodiscard]] bool failed() const noexcept;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_REDIS_REPLY_HPP
