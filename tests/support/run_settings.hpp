// SPDX-License-Identifier: MIT
/// @file
/// How long a program with random cases runs.
#ifndef PITH_TESTS_SUPPORT_RUN_SETTINGS_HPP
#define PITH_TESTS_SUPPORT_RUN_SETTINGS_HPP

#include <cstdint>
#include <limits>
#include <string_view>

namespace pith_tests {

/// The cases of the seeds S, S+1, ...: a count of them, or as many as the time
/// allows.
struct run_settings {
  static constexpr std::uint64_t unbounded =
      std::numeric_limits<std::uint64_t>::max();

  std::uint64_t seed = 1;
  std::uint64_t count = unbounded;
  std::uint64_t seconds = 0;
  std::uint64_t threads = 1;

  /// Sets what the option `name` is for. False if there is no such option, or
  /// if it does not take this number.
  [[nodiscard]] bool set(std::string_view name, std::uint64_t number) {
    if (name == "--seed") {
      seed = number;
    } else if (name == "--count") {
      count = number;
    } else if (name == "--seconds") {
      seconds = number;
    } else if (name == "--threads" && number > 0 && number <= 1024) {
      threads = number;
    } else {
      return false;
    }
    return true;
  }

  /// Neither a count nor a time was given.
  [[nodiscard]] bool is_endless() const {
    return count == unbounded && seconds == 0;
  }
};

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_RUN_SETTINGS_HPP
