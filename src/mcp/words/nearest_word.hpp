// SPDX-License-Identifier: MIT
/// @file
/// What a mistyped word was meant to be.
#ifndef PITH_MCP_WORDS_NEAREST_WORD_HPP
#define PITH_MCP_WORDS_NEAREST_WORD_HPP

#include <span>
#include <string_view>

namespace pith::mcp {

/// The one of `known` that is nearest to `word`; empty when none is near.
/// Quadratic in the length of the words, so nothing is near a long one.
[[nodiscard]] std::string_view nearest_word(
    std::string_view word, std::span<const std::string_view> known);

}  // namespace pith::mcp

#endif  // PITH_MCP_WORDS_NEAREST_WORD_HPP
