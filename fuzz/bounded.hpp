// SPDX-License-Identifier: MIT
/// @file
/// Limits must not change what is within them.
#ifndef PITH_FUZZ_BOUNDED_HPP
#define PITH_FUZZ_BOUNDED_HPP

#include <pith/equality.hpp>
#include <pith/limits.hpp>
#include <pith/result.hpp>

#include "require.hpp"

/// Limits that short texts exceed.
inline pith::limits narrow_limits() {
  pith::limits bounds;
  bounds.max_depth = 8;
  bounds.max_items = 16;
  bounds.max_fields = 8;
  bounds.max_line_bytes = 64;
  bounds.max_expansion = 4;
  return bounds;
}

/// `bounded`, decoded with them, is an error or the whole document.
inline void require_error_or_whole(const pith::result<pith::document>& bounded,
                                   const pith::document& whole) {
  if (!bounded) return;
  require(pith::equal(bounded->root(), whole.root(),
                      pith::member_order::significant));
}

#endif  // PITH_FUZZ_BOUNDED_HPP
