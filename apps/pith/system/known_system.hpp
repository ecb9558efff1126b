// SPDX-License-Identifier: MIT
/// @file
/// The systems on which programs keep their files in different places.
#ifndef PITH_APPS_PITH_SYSTEM_KNOWN_SYSTEM_HPP
#define PITH_APPS_PITH_SYSTEM_KNOWN_SYSTEM_HPP

#include <cstdint>

namespace cli {

enum class known_system : std::uint8_t {
  unix_like,  ///< Linux and others that follow XDG
  macos,
  windows,
};

/// The one that this program is compiled for.
#ifdef __APPLE__
inline constexpr known_system this_system = known_system::macos;
#elif defined(_WIN32)
inline constexpr known_system this_system = known_system::windows;
#else
inline constexpr known_system this_system = known_system::unix_like;
#endif

}  // namespace cli

#endif  // PITH_APPS_PITH_SYSTEM_KNOWN_SYSTEM_HPP
