// SPDX-License-Identifier: MIT
/// @file
/// Bytes that wait for a peer to take them.
#ifndef PITH_MCP_NET_OUTPUT_QUEUE_HPP
#define PITH_MCP_NET_OUTPUT_QUEUE_HPP

#include "mcp/net/http_channel.hpp"

#include <boost/system/error_code.hpp>
#include <cstddef>
#include <string>
#include <vector>

namespace pith::mcp {

/// What is pushed goes out in order, many pieces with one call of the system.
/// An empty queue takes next to no memory.
class output_queue {
 public:
  /// Small pieces are joined; large ones are moved, not copied.
  void push(std::string bytes);
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  /// Sends as much as the channel takes, and returns how much it was. When
  /// something is left, `error` says why.
  std::size_t send(http_channel& channel, boost::system::error_code& error);
  void clear() noexcept;

 private:
  void drop(std::size_t bytes) noexcept;

  std::vector<std::string> pieces_;
  std::size_t first_ = 0;   // the piece that is sent next
  std::size_t offset_ = 0;  // what of it has been sent
  std::size_t size_ = 0;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_NET_OUTPUT_QUEUE_HPP
