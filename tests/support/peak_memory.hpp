// SPDX-License-Identifier: MIT
/// @file
/// How much memory a program took, for those that promise little.
#ifndef PITH_TESTS_SUPPORT_PEAK_MEMORY_HPP
#define PITH_TESTS_SUPPORT_PEAK_MEMORY_HPP

#include "sanitized.hpp"

#include <sys/resource.h>

namespace pith_tests {

/// The most memory that the process had so far.
inline long peak_kibibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// Whether that is at most so much; always under a sanitizer, which takes
/// memory of its own.
inline bool took_at_most(long kibibytes) {
  return is_sanitized || peak_kibibytes() <= kibibytes;
}

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_PEAK_MEMORY_HPP
