// SPDX-License-Identifier: MIT
/// @file
/// What this process uses of the machine.
#ifndef PITH_MCP_SYSTEM_PROCESS_USE_HPP
#define PITH_MCP_SYSTEM_PROCESS_USE_HPP

#include <cstdint>

namespace pith::mcp {

/// What the system says of this process; zero where it says nothing.
struct process_use {
  std::uint64_t resident_bytes = 0;
  std::uint64_t open_files = 0;
  std::uint64_t max_files = 0;
  double cpu_seconds = 0;
};

/// Takes time for each open file.
[[nodiscard]] process_use measure_process();

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_PROCESS_USE_HPP
