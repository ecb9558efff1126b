// SPDX-License-Identifier: MIT
/// @file
/// Whether a sanitizer watches this program: it brings its own allocator and
/// larger frames, and makes everything slower.
#ifndef PITH_TESTS_SUPPORT_SANITIZED_HPP
#define PITH_TESTS_SUPPORT_SANITIZED_HPP

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PITH_TESTS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define PITH_TESTS_SANITIZED 1
#endif
#endif
#if !defined(PITH_TESTS_SANITIZED)
#define PITH_TESTS_SANITIZED 0
#endif

namespace pith_tests {

inline constexpr bool is_sanitized = PITH_TESTS_SANITIZED != 0;

/// How many of so many random cases to try: a quarter under a sanitizer, which
/// takes several times as long for each.
template <typename Count>
constexpr Count rounds(Count count) {
  return is_sanitized ? count / 4 : count;
}

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_SANITIZED_HPP
