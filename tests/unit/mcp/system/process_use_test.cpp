// SPDX-License-Identifier: MIT
#include "mcp/system/process_use.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <array>

namespace {

using pith::mcp::measure_process;

TEST(process_use, counts_open_files) {
  const auto before = measure_process().open_files;
  std::array<int, 3> files{};
  for (int& each : files) each = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  EXPECT_EQ(measure_process().open_files, before + files.size());
  for (const int each : files) ::close(each);
  EXPECT_EQ(measure_process().open_files, before);
}

TEST(process_use, knows_memory_time_and_the_limit_of_files) {
  const auto use = measure_process();
  EXPECT_GT(use.resident_bytes, 100'000U);
  EXPECT_GE(use.max_files, use.open_files);
  const double before = use.cpu_seconds;
  while (measure_process().cpu_seconds < before + 0.01) continue;
}

}  // namespace
