// SPDX-License-Identifier: MIT
/// @file
/// How many bytes of heap an operation holds at most.
#ifndef PITH_TESTS_HOSTILE_MEMORY_METER_HPP
#define PITH_TESTS_HOSTILE_MEMORY_METER_HPP

#include <cstddef>

namespace pith_tests {

/// False where the allocator cannot be watched; peaks are then 0.
[[nodiscard]] bool memory_is_metered() noexcept;

/// Begins to watch: the peak is what is held now.
void reset_memory_peak() noexcept;

/// The most that was held since then, beyond what was held at that moment.
[[nodiscard]] std::size_t memory_peak() noexcept;

}  // namespace pith_tests

#endif  // PITH_TESTS_HOSTILE_MEMORY_METER_HPP
