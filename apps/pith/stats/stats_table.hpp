// SPDX-License-Identifier: MIT
/// @file
/// The statistics of a gateway as text.
#ifndef PITH_APPS_PITH_STATS_STATS_TABLE_HPP
#define PITH_APPS_PITH_STATS_STATS_TABLE_HPP

#include <pith/document.hpp>

#include <optional>
#include <string>

namespace cli {

/// A line for each tool, the total, and below it tool lists, why results
/// passed and what time was added, from the object at /stats.json; nothing
/// when it is not such an object. Members that it does not have count as 0.
[[nodiscard]] std::optional<std::string> stats_table(pith::value stats);

}  // namespace cli

#endif  // PITH_APPS_PITH_STATS_STATS_TABLE_HPP
