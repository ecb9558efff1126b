// SPDX-License-Identifier: MIT
/// @file
/// How a client is to start pith: by path, or from a package by npx or uvx.
///
/// A package tells pith where it came from by two environment variables, which
/// its launcher sets before it starts the executable:
///
///     PITH_LAUNCHER=npx|npm|uvx|pip
///     PITH_LAUNCHER_PACKAGE=NAME@VERSION     or NAME==VERSION of a wheel
///
/// npx and uvx run a package from a cache, so that the path of the executable
/// may be gone tomorrow; npm and pip installed it to stay. Without the
/// variables the path of the executable decides.
#ifndef PITH_APPS_PITH_INSTALL_LAUNCHER_HPP
#define PITH_APPS_PITH_INSTALL_LAUNCHER_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

enum class launcher_kind : std::uint8_t { path, npx, uvx };
/// In the order of launcher_kind.
inline constexpr std::array<std::string_view, 3> launcher_names{"path", "npx",
                                                                "uvx"};

/// What stands in a configuration before `proxy`.
struct launcher {
  launcher_kind kind = launcher_kind::path;
  std::string command{};             ///< "npx", or the path of pith
  std::vector<std::string> words{};  ///< "-y", "NAME@VERSION"; none for a path
  std::string problem{};             ///< why it cannot be used; empty: it can
};

/// The variables of a launcher, as far as they mean something.
struct launcher_signs {
  std::string kind{};     ///< npx, npm, uvx, pip, or empty
  std::string package{};  ///< NAME or NAME@VERSION, or empty
  /// A variable is set to something that is not known, and was ignored.
  bool has_unknown = false;
};
[[nodiscard]] launcher_signs read_launcher_signs();

/// How pith was started, by the variables and by the path of the executable.
[[nodiscard]] launcher_kind guess_launcher(const launcher_signs& signs,
                                           std::string_view executable);

/// What to write for pith at `executable`; `wanted` overrides what was guessed.
/// A path in a cache is never written: that is a problem.
[[nodiscard]] launcher choose_launcher(std::optional<launcher_kind> wanted,
                                       const launcher_signs& signs,
                                       const std::string& executable);

/// Whether a path is in a cache of npx, uv or the like, which may delete it.
[[nodiscard]] bool is_in_cache(std::string_view path);

/// How the words of a server start pith, if they do.
struct found_launch {
  launcher_kind kind = launcher_kind::path;
  std::string version{};  ///< that is asked for by name; empty: none is
  std::size_t proxy = 0;  ///< where `proxy` stands in the words
};
/// Nothing when the words do not start pith proxy. `pith` is the path of this
/// program. Linear in the words.
[[nodiscard]] std::optional<found_launch> find_launch(
    const std::vector<std::string>& words, std::string_view pith);

}  // namespace cli

#endif  // PITH_APPS_PITH_INSTALL_LAUNCHER_HPP
