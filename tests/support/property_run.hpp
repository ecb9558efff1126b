// SPDX-License-Identifier: MIT
/// @file
/// Runs a property over many seeds, on several threads, for a count or a time.
#ifndef PITH_TESTS_SUPPORT_PROPERTY_RUN_HPP
#define PITH_TESTS_SUPPORT_PROPERTY_RUN_HPP

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace pith_tests {

/// What one thread needs to check cases; each case is named by its seed.
class property {
 public:
  property() = default;
  property(const property&) = delete;
  property& operator=(const property&) = delete;
  virtual ~property();
  /// Empty when the property holds for the case of this seed, else what is
  /// wrong. Adds to `cases` when one seed checks more than one.
  virtual std::string check(std::uint64_t seed) = 0;

  std::uint64_t cases = 0;
};

struct property_name {
  const char* name;
  std::uint64_t default_count;  ///< seeds when nothing is said: its rounds()
};

/// Reads `--seed S --count N --seconds T --threads K`, runs the property for
/// the seeds S, S+1, ... and prints a line. A failure names its seed, so that
/// `--seed THAT --count 1` repeats it. Returns what main() returns.
int run_property(int argc, char** argv, const property_name& what,
                 const std::function<std::unique_ptr<property>()>& make);

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_PROPERTY_RUN_HPP
