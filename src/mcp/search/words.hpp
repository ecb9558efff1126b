// SPDX-License-Identifier: MIT
/// @file
/// Words: those of a request, those of a name, and the forms of one word.
#ifndef PITH_MCP_SEARCH_WORDS_HPP
#define PITH_MCP_SEARCH_WORDS_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// The words of `text` in lower case, in order, at most `most` of them: runs of
/// letters, digits and bytes outside ASCII, up to max_word_bytes of each. Any
/// bytes are text. Linear.
[[nodiscard]] std::vector<std::string> words_of(std::string_view text,
                                                std::size_t most);
inline constexpr std::size_t max_word_bytes = 64;

/// The words of a name, separated by blanks: cut at everything that is not a
/// letter or a digit, at a change of case (`nextPage`, `HTTPServer`) and
/// between letters and digits. Letter case stays. Linear.
[[nodiscard]] std::string split_name(std::string_view name);

/// A form that the plural, the tenses and some irregular forms of an English
/// word have in common. `word` is in lower case. It is a key, not a word:
/// `notes`, `noted` and `noting` give `not`.
[[nodiscard]] std::string base_form(std::string_view word);

/// Whether a word of a request says nothing about which tool is meant: "the",
/// "please". `word` is in lower case.
[[nodiscard]] bool is_stop_word(std::string_view word) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_SEARCH_WORDS_HPP
