// SPDX-License-Identifier: MIT
/// @file
/// Where this program is. What differs between systems is in own_path.cpp.
#ifndef PITH_APPS_PITH_INSTALL_OWN_PATH_HPP
#define PITH_APPS_PITH_INSTALL_OWN_PATH_HPP

#include <string>
#include <string_view>

namespace cli {

/// The executable of this process, without links; empty when the system does
/// not tell, or the file was replaced since.
[[nodiscard]] std::string own_path();

/// The same file under a name that stays when it is upgraded: a link on PATH to
/// it, if there is one in a directory that not everybody may write to.
[[nodiscard]] std::string lasting_path(const std::string& file);

}  // namespace cli

#endif  // PITH_APPS_PITH_INSTALL_OWN_PATH_HPP
