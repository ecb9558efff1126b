// SPDX-License-Identifier: MIT
/// @file
/// The files of a directory and of those below it.
#ifndef PITH_APPS_PITH_FILES_WALK_HPP
#define PITH_APPS_PITH_FILES_WALK_HPP

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>

namespace cli::files {

struct walk_options {
  bool uses_ignore_files = true;
  bool shows_hidden = false;
  /// Directories inside one another; deeper ones are a failure.
  std::size_t max_depth = 200;
};

/// What was left out. A directory counts once, with all that is in it.
struct skipped_counts {
  std::size_t ignored = 0;
  std::size_t hidden = 0;
  std::size_t links = 0;    ///< symbolic ones, which are not followed
  std::size_t special = 0;  ///< neither files nor directories
};

struct walked {
  std::string path;       ///< with the directory that was named before it
  std::string_view name;  ///< the last part of it
  std::size_t depth;      ///< 1 for what is in the directory itself
  bool is_directory;
};

struct walk_calls {
  /// A file, or a directory before what is in it.
  std::function<void(const walked&)> see;
  /// A directory that cannot be read, or the reason why one is left out.
  std::function<void(const std::string&, std::error_code)> fail;
};

/// Walks through a directory without recursion: names in the order of their
/// bytes, directories where their names stand. Symbolic links are not followed,
/// so there are no loops. Rules come from .gitignore in every directory, those
/// above it up to the root of the repository, and .git/info/exclude. `.git`
/// itself is seen only without rules and with hidden files. Memory is that of
/// the names in the directories that are open.
void walk(const std::string& directory, const walk_options& options,
          skipped_counts& skipped, const walk_calls& calls);

}  // namespace cli::files

#endif  // PITH_APPS_PITH_FILES_WALK_HPP
