// SPDX-License-Identifier: MIT
#include "system/process_start.hpp"

#include <array>
#include <csignal>

namespace cli {

void prepare_process() {}

void ignore_broken_pipes() { std::signal(SIGPIPE, SIG_IGN); }

std::span<const int> ending_signals() noexcept {
  static constexpr std::array<int, 3> all = {SIGINT, SIGTERM, SIGHUP};
  return all;
}

}  // namespace cli
