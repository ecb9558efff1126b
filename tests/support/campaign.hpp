// SPDX-License-Identifier: MIT
/// @file
/// Runs a check over a range of seeds, on several threads, for a number of
/// seeds or of seconds. The first failure names its seed.
#ifndef PITH_TESTS_SUPPORT_CAMPAIGN_HPP
#define PITH_TESTS_SUPPORT_CAMPAIGN_HPP

#include <cstdint>
#include <functional>
#include <string>

namespace pith_tests {

struct campaign {
  std::uint64_t seed = 1;
  std::uint64_t count = 0;  ///< 0: as many as the seconds allow
  std::uint64_t seconds = 0;
  unsigned threads = 1;
};

/// What became of one seed.
struct campaign_step {
  std::uint64_t cases = 0;  ///< properties that were checked
  std::string complaint{};  ///< empty when all held
};

/// Reads `--seed S --count N --seconds T --threads K`; `defaults` holds where
/// nothing is given. Prints the usage and returns false on anything else.
[[nodiscard]] bool read_campaign(int argc, char** argv, campaign& defaults);

/// Calls `check` for the seeds of the campaign and prints what it covered.
/// Each thread has a check of its own, made by `make_check`. Returns the exit
/// code of the program.
[[nodiscard]] int run_campaign(
    const campaign& settings,
    const std::function<std::function<campaign_step(std::uint64_t)>()>&
        make_check);

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_CAMPAIGN_HPP
