// SPDX-License-Identifier: MIT
/// @file
/// Options of commands for files that are not quite what their format says.
#ifndef PITH_APPS_PITH_WORK_READING_SWITCHES_HPP
#define PITH_APPS_PITH_WORK_READING_SWITCHES_HPP

#include <pith/codec.hpp>
#include <pith/error.hpp>

#include "line/arguments.hpp"
#include "work/row_input.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// What the switches of a command say, as options of formats.
std::vector<pith::option_value> switches_of(const arguments& args);

/// Those of them that a format has. A switch that has nothing to say of a
/// format is not a mistake: it may be of another file, or set by default.
std::vector<pith::option_value> switches_for(
    const pith::codec& format, std::span<const pith::option_value> switches);

/// Says which switch reads what was refused, if one does.
void say_which_switch(const arguments& args, const pith::codec& format,
                      std::string_view text, const pith::error& what);

/// The same of a value that cannot be written.
void say_if_fill_helps(const arguments& args, const pith::codec& format,
                       const pith::error& what);

/// Adds the delimiter of a CSV text whose header has no comma, if it is beyond
/// doubt and was not given, and says so. `text` is the beginning of it.
void add_delimiter(std::vector<pith::option_value>& options,
                   const pith::codec& format, const std::string& name,
                   std::string_view text, bool is_whole);
/// The same for rows that are about to be read.
void add_delimiter(std::vector<pith::option_value>& options,
                   const pith::codec& format, input_bytes& bytes);

}  // namespace cli

#endif  // PITH_APPS_PITH_WORK_READING_SWITCHES_HPP
