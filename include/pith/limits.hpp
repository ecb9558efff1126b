// SPDX-License-Identifier: MIT
/// @file
/// Bounds on what a reader or a writer accepts.
#ifndef PITH_LIMITS_HPP
#define PITH_LIMITS_HPP

#include <cstddef>
#include <cstdint>

namespace pith::inline v0 {

/// Every length, depth and count that comes from input is held against one of
/// these before memory is taken for it. The defaults are far above what a tool
/// answers and far below what would exhaust a machine; each lies above the
/// minimum that section 12 of the GCF specification asks for.
struct limits {
  /// Containers inside one another. A scalar at the top has depth 0.
  std::size_t max_depth = 512;
  /// Bytes of one input text. At most 0xFFFFFF00, whatever is given here.
  std::size_t max_bytes = 0xFFFFFF00;
  /// Elements of one array, or members of one object.
  std::size_t max_items = 0xFFFFFFF0;
  /// Fields of one table header.
  std::size_t max_fields = 1'000'000;
  /// Bytes of one line of a line format.
  std::size_t max_line_bytes = 0xFFFFFF00;
  /// How many times larger than its source an output may be. Some values cost
  /// a format more than their own size (a table in which every row has a
  /// private key has rows x rows cells); this stops them. Sources below 16 KiB
  /// count as 16 KiB.
  std::size_t max_expansion = 64;
};

}  // namespace pith::inline v0

#endif  // PITH_LIMITS_HPP
