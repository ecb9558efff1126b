// SPDX-License-Identifier: MIT
/// @file
/// What a process does before it does anything else.
#ifndef PITH_APPS_PITH_SYSTEM_PROCESS_START_HPP
#define PITH_APPS_PITH_SYSTEM_PROCESS_START_HPP

#include <span>

namespace cli {

/// Makes this process behave as on every other system: standard streams carry
/// bytes, the console understands colours until the end, and libraries come
/// from the system's own directory. Call once, first in main().
void prepare_process();

/// A write to a pipe that nobody reads fails instead of ending the process.
void ignore_broken_pipes();

/// The signals that ask a process to end.
[[nodiscard]] std::span<const int> ending_signals() noexcept;

}  // namespace cli

#endif  // PITH_APPS_PITH_SYSTEM_PROCESS_START_HPP
