// SPDX-License-Identifier: MIT
/// @file
/// Where the cells of a row end.
#ifndef PITH_GCF_LEX_DELIMITERS_HPP
#define PITH_GCF_LEX_DELIMITERS_HPP

#include "text/block.hpp"
#include "text/place_cursor.hpp"

#include <cstdint>

namespace pith::inline v0::gcf::decoding {

struct find_delimiters {
  [[nodiscard]] std::uint32_t operator()(const text::block& b) const noexcept {
    return b.equals_either('|', '\n');
  }
};

/// The places of `|` and line feeds.
using delimiter_cursor = text::place_cursor<find_delimiters>;

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_LEX_DELIMITERS_HPP
