// SPDX-License-Identifier: MIT
/// @file
/// A server as a child process that speaks in lines.
#ifndef PITH_MCP_PROCESS_CHILD_PROCESS_HPP
#define PITH_MCP_PROCESS_CHILD_PROCESS_HPP

#include "mcp/net/asio_names.hpp"
#include "mcp/process/child_command.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace pith::mcp {

/// How a child ended.
struct child_end {
  int code = 0;                ///< its exit code, when no signal ended it
  int signal = 0;              ///< the signal that ended it, or 0
  bool said_too_much = false;  ///< it was ended for a line that is too long
  [[nodiscard]] std::string text() const;  ///< "exit code 1", "signal 9"
};

/// A child in a process group of its own, started without a shell. Everything
/// happens in the thread of its io_context; it keeps itself alive until the
/// child is reaped. Destroying the owner's pointer alone does not stop it.
class child_process {
 public:
  struct handlers {
    std::function<void(std::string_view line)> on_line;   ///< without its LF
    std::function<void(std::string_view line)> on_words;  ///< of its stderr
    /// Once, after the last line, when it is reaped. A line that is too long
    /// ends it.
    std::function<void(const child_end&)> on_end;
  };

  /// Starts it. On failure returns null and says why in `problem`.
  [[nodiscard]] static std::shared_ptr<child_process> start(
      boost::asio::io_context& io, const child_command& command, handlers what,
      std::string& problem);

  child_process() = default;
  child_process(const child_process&) = delete;
  child_process& operator=(const child_process&) = delete;
  virtual ~child_process() = default;

  /// Writes `line` and a line feed, in order. Nothing happens when it ended.
  /// Line feeds and carriage returns inside become blanks, which are the same
  /// to JSON: whoever wrote the line cannot make two of it. The process must
  /// ignore SIGPIPE.
  virtual void send(std::string line) = 0;
  /// Bytes given to send() that the child has not taken.
  [[nodiscard]] virtual std::size_t queued() const noexcept = 0;
  /// Stops reading what it says until resume(), so that it feels it. Lines
  /// that were read already still come; on_end waits for resume() or kill().
  virtual void pause() = 0;
  virtual void resume() = 0;
  /// Ends its input after what was sent, waits, SIGTERM, waits, SIGKILL: to
  /// the whole group. on_end follows. When the child ended, by this or by
  /// itself, what is left of its group is killed before on_end.
  virtual void stop() = 0;
  /// SIGKILL at once.
  virtual void kill() = 0;
  [[nodiscard]] virtual int pid() const noexcept = 0;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_PROCESS_CHILD_PROCESS_HPP
