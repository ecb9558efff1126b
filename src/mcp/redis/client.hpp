// SPDX-License-Identifier: MIT
/// @file
/// A client of Redis: one server, or a cluster.
#ifndef PITH_MCP_REDIS_CLIENT_HPP
#define PITH_MCP_REDIS_CLIENT_HPP

#include "mcp/redis/address.hpp"
#include "mcp/redis/command.hpp"
#include "mcp/redis/result.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace pith::mcp {

/// Has one thread of its own for all connections. Threads of the gateway may be
/// busy with a large result for longer than an operation may take, and all of
/// them share one pipeline so. Safe for several threads.
class redis_client {
 public:
  struct options {
    /// Without a cluster: the first that is not a replica is used. With one:
    /// where to ask for the others.
    std::vector<redis_address> servers{};
    std::string user{};
    std::string password{};
    std::size_t database = 0;
    bool is_cluster = false;
    std::chrono::milliseconds timeout{5};  ///< of an operation that is awaited
    std::string ca_file{};                 ///< empty: those of the system
    std::size_t max_reply_bytes = 8U << 20U;
    /// Is told, in the thread of the client, when all servers can be reached
    /// and when not, and why.
    std::function<void(bool is_up, const std::string& why)> changed{};
  };

  /// Begins to connect, and waits for that for at most `patience`. Null, and
  /// why in `problem`, only when the certificates cannot be read: a server that
  /// is not there may come later.
  [[nodiscard]] static std::unique_ptr<redis_client> start(
      options wanted, std::chrono::milliseconds patience, std::string& problem);
  /// Ends the thread; whoever waits hears of it.
  ~redis_client();
  redis_client(const redis_client&) = delete;
  redis_client& operator=(const redis_client&) = delete;

  /// `then` runs in the thread of the client, at the end of `time` at the
  /// latest. A cluster's redirections (3 at most) are followed.
  void run(redis_command command, std::chrono::milliseconds time,
           redis_taker then);
  /// The same, for what nobody waits for: it goes a moment later, together with
  /// others, so that they cost one wake-up and one write. In order among one
  /// another.
  void run_soon(redis_command command, std::chrono::milliseconds time,
                redis_taker then);
  /// The same as run(), awaited for as long as the options say. Not for a
  /// thread that others wait for, nor that of the client.
  [[nodiscard]] redis_result wait(redis_command command);

  /// Whether all servers can be reached.
  [[nodiscard]] bool is_up() const noexcept;
  /// Why not, the last time that it was not so.
  [[nodiscard]] std::string problem() const;
  /// How often a connection was lost, or given up.
  [[nodiscard]] std::size_t losses() const noexcept;
  [[nodiscard]] std::chrono::milliseconds timeout() const noexcept;

 private:
  struct state;
  explicit redis_client(std::unique_ptr<state> s);
  std::unique_ptr<state> state_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_REDIS_CLIENT_HPP
