// SPDX-License-Identifier: MIT
/// @file
/// What came of an operation on a Redis server.
#ifndef PITH_MCP_REDIS_RESULT_HPP
#define PITH_MCP_REDIS_RESULT_HPP

#include "mcp/redis/reply.hpp"

#include <cstdint>
#include <functional>
#include <utility>

namespace pith::mcp {

/// Why there is no answer, or not one to use.
enum class redis_failure : std::uint8_t {
  none,
  timeout,      ///< none in time
  unavailable,  ///< not connected, or the server is not ready for anything
  busy,         ///< too much waits already
  full,         ///< the server has no memory left
  refused,      ///< the server answered with another error
  redirected,   ///< from one server to the next, too often
};

struct redis_result {
  redis_failure failure = redis_failure::none;
  redis_reply reply{};

  [[nodiscard]] bool is_good() const noexcept {
    return failure == redis_failure::none;
  }
};

/// Is called once.
using redis_taker = std::function<void(redis_result)>;

}  // namespace pith::mcp

#endif  // PITH_MCP_REDIS_RESULT_HPP
