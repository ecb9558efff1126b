// SPDX-License-Identifier: MIT
/// @file
/// The files that operands name: themselves, and what is in directories.
#ifndef PITH_APPS_PITH_WORK_FILE_LIST_HPP
#define PITH_APPS_PITH_WORK_FILE_LIST_HPP

#include <pith/builder.hpp>

#include "files/walk.hpp"
#include "line/arguments.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

inline constexpr option no_ignore_option{
    .name = "no-ignore",
    .help = "in directories, use files that .gitignore leaves out too"};
inline constexpr option hidden_option{
    .name = "hidden",
    .help = "in directories, use files whose names begin with a dot too"};
inline constexpr option tree_depth_option{
    .name = "depth",
    .value = "N",
    .help = "of directories, show N levels; sums count all of them",
    .kind = word_kind::number};

struct listed_file {
  std::string path;
  std::string name;       ///< as a tree shows it
  std::size_t depth = 0;  ///< 0: an operand
  bool is_directory = false;
};

/// Why files in directories were left out.
struct left_out {
  files::skipped_counts walked{};
  std::size_t binary = 0;
  std::size_t not_data = 0;  ///< of a format that pith does not read
};

struct file_list {
  std::vector<listed_file> entries{};  ///< directories before what is in them
  left_out skipped{};
  bool has_directory = false;
  exit_code status = exit_code::ok;  ///< not ok after a message
};

/// All operands; standard input when there are none. With `data_only`, of what
/// is in directories only files whose extension names a format that pith
/// reads. Directories that cannot be read are said.
file_list list_files(const arguments& args, bool data_only);

/// Whether a text found in a directory is one: no NUL at its beginning.
bool is_binary_text(std::string_view text);

/// Says what was left out, if anything was.
void say_left_out(const left_out& skipped);
/// The same as members of an object.
void add_left_out(pith::builder& to, const left_out& skipped);

}  // namespace cli

#endif  // PITH_APPS_PITH_WORK_FILE_LIST_HPP
