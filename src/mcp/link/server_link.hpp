// SPDX-License-Identifier: MIT
/// @file
/// A server, however it is reached, as somebody to exchange messages with.
#ifndef PITH_MCP_LINK_SERVER_LINK_HPP
#define PITH_MCP_LINK_SERVER_LINK_HPP

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace pith::mcp {

struct caller;

/// The message without line breaks, as stdio wants it. JSON has them between
/// its tokens only, where a space says the same.
[[nodiscard]] inline std::string one_line(std::string_view message) {
  std::string line(message);
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::replace(line.begin(), line.end(), '\r', ' ');
  return line;
}

/// One server, for one client. Everything happens in one thread.
class server_link {
 public:
  struct handlers {
    std::function<void(std::string_view message)> on_message;
    /// Words of the server for people, line by line.
    std::function<void(std::string_view line)> on_words;
    /// Once: nothing follows. `code` is 0 when it ended in good order.
    std::function<void(int code, std::string_view why)> on_end;
    /// A request, by its raw id, is not made, because its caller lacks these
    /// scopes. No answer follows. Null: it is answered with an error.
    std::function<void(std::string_view id, std::string_view scopes)>
        on_lacking{};
  };

  server_link() = default;
  server_link(const server_link&) = delete;
  server_link& operator=(const server_link&) = delete;
  virtual ~server_link() = default;

  virtual void send(std::string_view message) = 0;
  /// The same for a client whose messages come from different callers. A server
  /// in another process does not learn who they are.
  virtual void send_for(std::string_view message, const caller& who) {
    (void)who;
    send(message);
  }
  /// Bytes given to send() that have not left.
  [[nodiscard]] virtual std::size_t queued() const noexcept = 0;
  /// Takes no more from the server until resume().
  virtual void pause() = 0;
  virtual void resume() = 0;
  /// Ends it in good order; on_end follows.
  virtual void stop() = 0;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_LINK_SERVER_LINK_HPP
