// SPDX-License-Identifier: MIT
/// @file
/// Reads the first section of a GOON text.
#ifndef PITH_GOON_HEADER_HPP
#define PITH_GOON_HEADER_HPP

#include <pith/goon.hpp>

#include "goon/cursor.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace pith::inline v0::goon {

/// What the header says about the other sections.
struct header_counts {
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  std::uint64_t rows = 0;
  bool has_rows = false;
  /// Names of group columns of kind `node`, sorted.
  std::vector<std::string> node_columns;
};

/// Reads `@header` and the lines after it, up to the next section. False when
/// it fails; the cursor says why.
[[nodiscard]] bool read_header(cursor& at, header_counts& counts,
                               graph_response& into);

}  // namespace pith::inline v0::goon

#endif  // PITH_GOON_HEADER_HPP
