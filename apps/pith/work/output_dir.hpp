// SPDX-License-Identifier: MIT
/// @file
/// --output-dir: one output for each of many inputs.
#ifndef PITH_APPS_PITH_WORK_OUTPUT_DIR_HPP
#define PITH_APPS_PITH_WORK_OUTPUT_DIR_HPP

#include <pith/codec.hpp>

#include "line/arguments.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cli {

inline constexpr option output_dir_option{
    .name = "output-dir",
    .value = "DIR",
    .help =
        "write a file into DIR for each FILE, with its name and the extension "
        "of the output format; DIR is created if it does not exist",
    .kind = word_kind::file};

/// The file in --output-dir for each input, in the same order. Nothing after a
/// message, and with nothing written, when two inputs would become one file,
/// an input would be overwritten, or the directory cannot be made.
std::optional<std::vector<std::string>> output_names(
    const arguments& args, std::span<const std::string> files,
    const pith::codec& format, exit_code& status);

}  // namespace cli

#endif  // PITH_APPS_PITH_WORK_OUTPUT_DIR_HPP
