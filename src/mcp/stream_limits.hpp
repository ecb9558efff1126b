// SPDX-License-Identifier: MIT
/// @file
/// How many exchanges one client may have open at once.
#ifndef PITH_MCP_STREAM_LIMITS_HPP
#define PITH_MCP_STREAM_LIMITS_HPP

#include "mcp/http_server.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace pith::mcp {

/// Counts open exchanges by client. Safe for several threads.
class stream_limits : public std::enable_shared_from_this<stream_limits> {
 public:
  /// A place for one more; null when this client has `most` already. It is
  /// free again when the pointer goes.
  [[nodiscard]] std::shared_ptr<void> take(const std::string& client,
                                           std::size_t most);

 private:
  void give_back(const std::string& client);

  std::mutex lock_;
  std::map<std::string, std::size_t> open_;
};

/// The same exchange, which holds `lease` as long as it lives.
[[nodiscard]] std::shared_ptr<http_exchange> with_lease(
    std::shared_ptr<http_exchange> exchange, std::shared_ptr<void> lease);

}  // namespace pith::mcp

#endif  // PITH_MCP_STREAM_LIMITS_HPP
