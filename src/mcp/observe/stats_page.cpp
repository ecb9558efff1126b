// SPDX-License-Identifier: MIT
#include "mcp/observe/metrics.hpp"

// Begin and end of what page/embedded.S includes.
extern "C" {
extern const char pith_stats_page[];
extern const char pith_stats_page_end[];
}

namespace pith::mcp {

std::string_view stats_page() noexcept {
  return {pith_stats_page,
          static_cast<std::size_t>(pith_stats_page_end - pith_stats_page)};
}

}  // namespace pith::mcp
