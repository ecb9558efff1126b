// SPDX-License-Identifier: MIT
/// @file
/// Files of pith that hold secrets: nobody but their owner reads them.
#ifndef PITH_APPS_PITH_INSTALL_PRIVATE_FILE_HPP
#define PITH_APPS_PITH_INSTALL_PRIVATE_FILE_HPP

#include <optional>
#include <string>
#include <string_view>

namespace cli {

/// The directory of merged servers, `merged` in $XDG_CONFIG_HOME/pith or
/// ~/.config/pith. Need not exist. Empty when there is no place for it.
[[nodiscard]] std::string merged_directory();

/// Makes it, if need be, for its owner alone. False after a message: also when
/// what is there belongs to another user, or others may write to it.
[[nodiscard]] bool make_merged_directory(const std::string& directory);

/// Writes a file of mode 0600 beside its place and moves it there: it is the
/// old one or the new one, whole, and never a link. False after a message.
[[nodiscard]] bool write_private(const std::string& file,
                                 std::string_view text);

/// The text of a regular file that is not a link; nothing when there is none,
/// it cannot be read, or it is larger than 16 MiB.
[[nodiscard]] std::optional<std::string> read_private(const std::string& file);

/// Why a file is not as private as it should be, and what to do; empty when it
/// is.
[[nodiscard]] std::string exposure_of(const std::string& file);

}  // namespace cli

#endif  // PITH_APPS_PITH_INSTALL_PRIVATE_FILE_HPP
