// SPDX-License-Identifier: MIT
/// @file
/// A program that was started with three pipes, and everything that it started
/// in turn.
#ifndef PITH_MCP_SYSTEM_STARTED_CHILD_HPP
#define PITH_MCP_SYSTEM_STARTED_CHILD_HPP

#ifdef _WIN32
#include <boost/asio/windows/stream_handle.hpp>
#else
#include <boost/asio/posix/stream_descriptor.hpp>
#endif

#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pith::mcp {

/// A pipe that Asio reads or writes.
#ifdef _WIN32
using pipe_stream = boost::asio::windows::stream_handle;
#else
using pipe_stream = boost::asio::posix::stream_descriptor;
#endif

/// What a program is started with. There is at least one word.
struct child_start {
  std::vector<std::string> words;
  std::vector<std::string> variables;  ///< "NAME=VALUE"
  std::string directory;               ///< empty: ours
};

/// Our ends of its pipes.
struct child_pipes {
  explicit child_pipes(boost::asio::io_context& io)
      : input(io), output(io), errors(io) {}

  pipe_stream input;   ///< we write
  pipe_stream output;  ///< we read
  pipe_stream errors;  ///< we read
};

/// How it ended.
struct child_status {
  int code = 0;    ///< its exit code, when no signal ended it
  int signal = 0;  ///< the signal that ended it, or 0
};

/// A child in a group of its own. Whatever of the group still runs when this is
/// destroyed is killed.
class started_child {
 public:
  /// Starts it without a shell and without a copy of this process, so that
  /// other threads do not matter. The child gets no other descriptor of ours
  /// and signals as they are at first. On failure (no such program, no such
  /// directory, no descriptors left) returns null and `problem` says why.
  [[nodiscard]] static std::unique_ptr<started_child> start(
      boost::asio::io_context& io, const child_start& what, child_pipes& pipes,
      std::string& problem);

  started_child() = default;
  started_child(const started_child&) = delete;
  started_child& operator=(const started_child&) = delete;
  virtual ~started_child() = default;

  [[nodiscard]] virtual int pid() const noexcept = 0;
  /// Calls `then` once it has exited, in a thread of the io_context. What
  /// `then` holds must keep this object alive.
  virtual void watch(std::function<void()> then) = 0;
  /// Says that its end is near: it closed a stream, or was told to end. Where
  /// the system does not tell of ends, it is looked at more often from then on.
  virtual void look_soon() = 0;
  /// Asks the group to end, where there is a way to.
  virtual void ask_to_end() noexcept = 0;
  /// The child has exited: what is left of its group has lost its purpose.
  virtual void dismiss() noexcept = 0;
  /// Ends the group at once.
  virtual void kill() noexcept = 0;
  /// After its exit: how it ended. From then on the group is nobody's.
  [[nodiscard]] virtual child_status reap() noexcept = 0;
};

/// Whether a pipe can be read by read_now(). Where it cannot, everybody who
/// might hold it open ends by dismiss(), so that its end always comes.
extern const bool can_read_now;

/// Reads what is in the pipe now, without waiting; 0 if nothing is, or it
/// ended.
[[nodiscard]] std::size_t read_now(pipe_stream& pipe, std::span<char> into);

/// Whether there is a program of this name: a file that can be run, found as
/// start() finds it.
[[nodiscard]] bool has_program(const std::string& name,
                               const std::string& directory);

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_STARTED_CHILD_HPP
