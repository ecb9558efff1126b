// SPDX-License-Identifier: MIT
#include "mcp/system/process_use.hpp"

// It needs the first.
// clang-format off
#include <windows.h>
#include <psapi.h>
// clang-format on

namespace pith::mcp {

process_use measure_process() {
  process_use use;
  const HANDLE self = ::GetCurrentProcess();
  PROCESS_MEMORY_COUNTERS memory{};
  if (::GetProcessMemoryInfo(self, &memory, sizeof memory) != 0) {
    use.resident_bytes = memory.WorkingSetSize;
  }
  DWORD handles = 0;
  if (::GetProcessHandleCount(self, &handles) != 0) use.open_files = handles;
  FILETIME created{};
  FILETIME ended{};
  FILETIME kernel{};
  FILETIME user{};
  if (::GetProcessTimes(self, &created, &ended, &kernel, &user) != 0) {
    const auto ticks = [](const FILETIME& t) {
      return (std::uint64_t{t.dwHighDateTime} << 32U) | t.dwLowDateTime;
    };
    use.cpu_seconds = static_cast<double>(ticks(kernel) + ticks(user)) / 1e7;
  }
  return use;
}

}  // namespace pith::mcp
