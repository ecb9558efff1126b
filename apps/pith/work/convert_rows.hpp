// SPDX-License-Identifier: MIT
/// @file
/// Conversions between formats that are rows, in constant memory.
#ifndef PITH_APPS_PITH_WORK_CONVERT_ROWS_HPP
#define PITH_APPS_PITH_WORK_CONVERT_ROWS_HPP

#include <pith/codec.hpp>

#include "line/arguments.hpp"

#include <span>
#include <string>

namespace cli {

inline constexpr option rows_option{
    .name = "rows",
    .value = "FORM",
    .help =
        "how to write the rows of a long input in GCF: table (all rows have "
        "the same fields), list (rows of any kind), or auto, which decides by "
        "the first rows",
    .choices = "auto|table|list"};

/// A format with the options that were given for it.
struct row_format {
  const pith::codec* format;
  std::span<const pith::option_value> options{};
};

/// Whether rows of one format can go to the other one by one, and had better.
bool should_stream_rows(const std::string& file, const row_format& from,
                        const row_format& to);

/// Does it, from one file to another; "-" is a standard stream. A file that
/// becomes GCF is read twice, the first time to find its fields.
exit_code convert_rows(const arguments& args, const std::string& file,
                       const std::string& out, const row_format& from,
                       const row_format& to);

}  // namespace cli

#endif  // PITH_APPS_PITH_WORK_CONVERT_ROWS_HPP
