// SPDX-License-Identifier: MIT
/// @file
/// The `@N` before a row or an element.
#ifndef PITH_GCF_LEX_ITEM_ID_HPP
#define PITH_GCF_LEX_ITEM_ID_HPP

#include "gcf/lex/source.hpp"

#include <cstddef>

namespace pith::inline v0::gcf::decoding {

/// Reads `@N ` at `p` and moves after it; N must be `expected`. Fails with
/// invalid_item_id.
[[nodiscard]] bool read_item_id(source& text, char*& p, std::size_t expected);

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_LEX_ITEM_ID_HPP
