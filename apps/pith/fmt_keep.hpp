// SPDX-License-Identifier: MIT
/// @file
/// What a text says beside its value, and fmt must not lose.
#ifndef PITH_APPS_PITH_FMT_KEEP_HPP
#define PITH_APPS_PITH_FMT_KEEP_HPP

#include <pith/codec.hpp>
#include <pith/result.hpp>

#include "work/formats.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

using option_list = std::span<const pith::option_value>;

/// The JSON text `formatted`, in which the numbers that were rounded stand as
/// the source spells them: both have the same numbers in the same order.
std::string with_spellings(std::string_view source,
                           const std::string& formatted);

/// The columns of a CSV or TSV file that has no rows, which its value does not
/// say; nothing for all other inputs. `options` are those it was read with.
std::optional<std::vector<std::string>> lone_header(const loaded& source,
                                                    option_list options);

/// The text of a table that has these columns and no rows.
pith::result<std::string> header_line(const std::vector<std::string>& columns,
                                      const pith::codec& format,
                                      option_list options);

}  // namespace cli

#endif  // PITH_APPS_PITH_FMT_KEEP_HPP
