// SPDX-License-Identifier: MIT
/// @file
/// Files and pipes by number, as bytes. Names are UTF-8 on every system, and no
/// system changes line ends or takes a byte for the end.
#ifndef PITH_APPS_PITH_SYSTEM_DESCRIPTORS_HPP
#define PITH_APPS_PITH_SYSTEM_DESCRIPTORS_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace cli {

inline constexpr int standard_input = 0;
inline constexpr int standard_output = 1;
inline constexpr int standard_error = 2;

/// Opens a file that no child inherits. -1, with errno, when it cannot.
[[nodiscard]] int open_to_read(const std::string& file);
/// The same for what is there already and is written as it is: a device.
[[nodiscard]] int open_to_write(const std::string& file);

/// Waits for bytes, at most `room`, and says how many came; 0 at the end. -1,
/// with errno, after a failure.
[[nodiscard]] std::ptrdiff_t read_some(int fd, char* into, std::size_t room);
/// Writes at least one byte and says how many; -1, with errno.
[[nodiscard]] std::ptrdiff_t write_some(int fd, const char* from,
                                        std::size_t bytes);

/// Waits until all is on the disk. False, with errno; a pipe or a device has
/// nothing to wait for.
[[nodiscard]] bool sync_descriptor(int fd);
/// False, with errno.
bool close_descriptor(int fd);
/// The same file under another number; -1, with errno.
[[nodiscard]] int copy_descriptor(int fd);

/// Bytes of a regular file; nothing of everything else.
[[nodiscard]] std::optional<std::uint64_t> regular_size(int fd);
[[nodiscard]] std::optional<std::uint64_t> regular_size(
    const std::string& file);

/// What an errno means, in English.
[[nodiscard]] std::string failure_text(int number);

}  // namespace cli

#endif  // PITH_APPS_PITH_SYSTEM_DESCRIPTORS_HPP
