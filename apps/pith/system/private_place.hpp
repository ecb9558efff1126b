// SPDX-License-Identifier: MIT
/// @file
/// Places that only their owner reads.
#ifndef PITH_APPS_PITH_SYSTEM_PRIVATE_PLACE_HPP
#define PITH_APPS_PITH_SYSTEM_PRIVATE_PLACE_HPP

#include <string>
#include <string_view>

namespace cli {

/// Makes a directory for its owner alone; one that is there stays as it is. 0
/// or an errno.
[[nodiscard]] int make_private_directory(const std::string& directory);

/// Why a directory, itself and not what it may link to, is not one of this user
/// to which nobody else can write, with what to do; empty when it is.
[[nodiscard]] std::string directory_exposure(const std::string& directory);

/// Whether it is a regular file, and not a link to one.
[[nodiscard]] bool is_plain_file(const std::string& file);

/// Why a file is not as private as it should be, and what to do; empty when it
/// is, or is missing.
[[nodiscard]] std::string file_exposure(const std::string& file);

/// What every other user of the machine may do with a file, if they get as far
/// as its directory.
struct other_rights {
  bool read = false;
  bool write = false;
};
[[nodiscard]] other_rights rights_of_others(const std::string& file);

/// What to do if everybody may write to a file, or read it.
[[nodiscard]] std::string_view writing_advice() noexcept;
[[nodiscard]] std::string_view reading_advice() noexcept;

}  // namespace cli

#endif  // PITH_APPS_PITH_SYSTEM_PRIVATE_PLACE_HPP
