// SPDX-License-Identifier: MIT
#include "mcp/gateway/run_io.hpp"

#include "mcp/observe/gateway_log.hpp"

#include <boost/asio/io_context.hpp>
#include <exception>

namespace pith::mcp {

namespace {

/// Whether the context ended by itself.
bool run_once(boost::asio::io_context& io, gateway_log& log) {
  try {
    io.run();
    return true;
  } catch (const std::exception& e) {
    log.error("handler failed", {{"what", e.what()}});
    return false;
  }
}

}  // namespace

void run_io(boost::asio::io_context& io, gateway_log& log) noexcept {
  for (bool is_done = false; !is_done;) {
    try {
      is_done = run_once(io, log);
    } catch (...) {
      // Not even logged; there is nothing else to be done about it.
      continue;
    }
  }
}

}  // namespace pith::mcp
