// SPDX-License-Identifier: MIT
/// @file
/// What documents cost in formats that auto does not choose from.
#ifndef PITH_APPS_PITH_WORK_RIVALS_HPP
#define PITH_APPS_PITH_WORK_RIVALS_HPP

#include <pith/codec.hpp>
#include <pith/document.hpp>
#include <pith/tokens.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// A format beside the candidates of auto.
struct rival {
  std::string_view name;
  std::string_view codec;
  std::string_view profile{};  ///< of GCF
};

/// CSV, YAML and Markdown, which people would use instead, and GCF in the
/// profile of graphs.
[[nodiscard]] std::span<const rival> rivals();

/// What a document costs in one of them.
struct rival_cost {
  bool is_written = false;
  /// Whether pith reads the same values back: tried, not promised.
  bool keeps_values = false;
  std::size_t tokens = 0;
  std::size_t bytes = 0;
  std::string why{};  ///< it is not written
};

/// A cost for each of rivals(). Encodes, counts, and decodes again.
[[nodiscard]] std::vector<rival_cost> rival_costs(pith::value v,
                                                  pith::token_counter& counter);

}  // namespace cli

#endif  // PITH_APPS_PITH_WORK_RIVALS_HPP
