// SPDX-License-Identifier: MIT
/// @file
/// How much of a text fits, and where to cut it.
#ifndef PITH_MCP_REWRITE_PAGES_TEXT_CUT_HPP
#define PITH_MCP_REWRITE_PAGES_TEXT_CUT_HPP

#include <pith/tokens.hpp>

#include <cstddef>
#include <string_view>

namespace pith::mcp {

/// What a text costs, or may cost: tokens, and characters (code points).
struct text_cost {
  std::size_t tokens = 0;
  std::size_t characters = 0;
};

/// The number of code points of a text that is UTF-8.
[[nodiscard]] std::size_t count_characters(std::string_view text) noexcept;

/// What `text` costs.
[[nodiscard]] text_cost cost_of(token_counter& counter, std::string_view text);

/// The same, but the count of tokens may stop at any number above `enough`.
[[nodiscard]] text_cost cost_up_to(token_counter& counter,
                                   std::string_view text, std::size_t enough);

/// How many bytes of `text`, which must be UTF-8, cost no more than `most`, in
/// which 0 stands for any number: after a line end if there is one near, else
/// where the counts of both parts add up, else between two characters. 0 when
/// not even the first character fits. Linear in what fits.
[[nodiscard]] std::size_t fitting_bytes(token_counter& counter,
                                        std::string_view text,
                                        const text_cost& most);

}  // namespace pith::mcp

#endif  // PITH_MCP_REWRITE_PAGES_TEXT_CUT_HPP
