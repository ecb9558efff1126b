// SPDX-License-Identifier: MIT
#include "mcp/gateway/run_home.hpp"

#include "mcp/observe/gateway_log.hpp"

#include <boost/asio/io_context.hpp>
#include <exception>

namespace pith::mcp {

namespace {

/// Whether the context ended by itself.
bool run_once(boost::asio::io_context& home, gateway_log& log) {
  try {
    home.run();
    return true;
  } catch (const std::exception& e) {
    log.error("handler failed", {{"what", e.what()}});
    return false;
  }
}

}  // namespace

void run_home(boost::asio::io_context& home, gateway_log& log) noexcept {
  for (bool is_done = false; !is_done;) {
    try {
      is_done = run_once(home, log);
    } catch (...) {
      // Not even logged; there is nothing else to be done about it.
      continue;
    }
  }
}

}  // namespace pith::mcp
