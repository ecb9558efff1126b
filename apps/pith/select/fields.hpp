// SPDX-License-Identifier: MIT
/// @file
/// The fields that are wanted of a row.
#ifndef PITH_APPS_PITH_SELECT_FIELDS_HPP
#define PITH_APPS_PITH_SELECT_FIELDS_HPP

#include "select/path.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli::select {

struct field {
  path where;
  std::string name;  ///< what it is called in what is written
};

/// Fields, or what is wrong with their text.
struct fields_reading {
  std::vector<field> fields{};
  std::string mistake{};
};

/// Reads a list with commas: `id,total,.user.name,/tags/0`. What begins with
/// `.` or `/` is a path and is called as the dotted form without its first dot
/// (`user.name`); anything else is one key, dots and all. Commas in quotes
/// belong to a key; blanks around a field do not. Several lists are one.
/// Two fields of one name, and no field at all, are mistakes.
[[nodiscard]] fields_reading read_fields(
    std::span<const std::string_view> lists);

}  // namespace cli::select

#endif  // PITH_APPS_PITH_SELECT_FIELDS_HPP
