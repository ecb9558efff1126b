// SPDX-License-Identifier: MIT
/// @file
/// Files that take the place of others, at once and whole.
#ifndef PITH_APPS_PITH_SYSTEM_NEW_FILE_HPP
#define PITH_APPS_PITH_SYSTEM_NEW_FILE_HPP

#include <cstdint>
#include <string>

namespace cli {

/// What has a name.
enum class place_kind : std::uint8_t {
  nothing,
  file,   ///< a regular one
  other,  ///< a device, a pipe, a directory
};
[[nodiscard]] place_kind kind_at(const std::string& file);

/// Whether a name is one of a device, whatever directory it is in, so that a
/// file of that name cannot be made. Some systems have such names.
[[nodiscard]] bool is_device_name(const std::string& file);

/// Whose rights a new file gets.
enum class new_rights : std::uint8_t {
  usual,       ///< those of any new file
  owner_only,  ///< its owner's alone
  same,        ///< those of another file, and its owner
  /// The same, and its extended attributes, which include access lists.
  same_with_attributes,
};

struct new_file {
  int fd = -1;       ///< -1: errno says why there is none
  std::string path;  ///< empty when there is none
};

/// Makes a file in the directory of `file`, under a name that was not in use.
[[nodiscard]] new_file make_beside(const std::string& file, new_rights rights);

/// Makes this file, unless there is one (then errno is EEXIST), with at most
/// the rights of `like` and its attributes.
[[nodiscard]] int make_like(const std::string& file, const std::string& like);

/// Gives a closed file the name of another one, which it replaces; whoever
/// reads that sees the old one or the new one. 0 or an errno.
[[nodiscard]] int move_over(const std::string& from, const std::string& to);

/// Waits until the directory of a file has its new name on the disk.
void sync_directory_of(const std::string& file);

/// False, with errno.
bool remove_file(const std::string& file);

/// Removes a file if a signal, or Ctrl-C, ends the process: one at a time.
void remove_at_signal(const std::string& file);
/// No more.
void forget_at_signal();

}  // namespace cli

#endif  // PITH_APPS_PITH_SYSTEM_NEW_FILE_HPP
