// SPDX-License-Identifier: MIT
/// @file
/// What a file has beside its bytes, its owner and its mode. What differs
/// between systems is in file_attributes.cpp.
#ifndef PITH_APPS_PITH_SYSTEM_FILE_ATTRIBUTES_HPP
#define PITH_APPS_PITH_SYSTEM_FILE_ATTRIBUTES_HPP

#include <string>

namespace cli {

/// Gives an open file the extended attributes of another one, access control
/// lists and security labels included. What may not be copied is left out, and
/// so is everything on systems that have none.
void copy_attributes(const std::string& from, int fd);

}  // namespace cli

#endif  // PITH_APPS_PITH_SYSTEM_FILE_ATTRIBUTES_HPP
