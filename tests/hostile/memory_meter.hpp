// SPDX-License-Identifier: MIT
/// @file
/// How many bytes of heap an operation holds at most.
#ifndef PITH_TESTS_HOSTILE_MEMORY_METER_HPP
#define PITH_TESTS_HOSTILE_MEMORY_METER_HPP

#include <cstddef>

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

/// Sanitizers bring their own allocator and larger frames.
inline constexpr bool is_sanitized = PITH_TESTS_SANITIZED != 0;

/// False where the allocator cannot be watched; peaks are then 0.
[[nodiscard]] bool memory_is_metered() noexcept;

/// Begins to watch: the peak is what is held now.
void reset_memory_peak() noexcept;

/// The most that was held since then, beyond what was held at that moment.
[[nodiscard]] std::size_t memory_peak() noexcept;

}  // namespace pith_tests

#endif  // PITH_TESTS_HOSTILE_MEMORY_METER_HPP
