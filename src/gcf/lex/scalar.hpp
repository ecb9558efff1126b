// SPDX-License-Identifier: MIT
/// @file
/// Which strings may stand bare (section 2.4) and which keys (section 2a).
#ifndef PITH_GCF_LEX_SCALAR_HPP
#define PITH_GCF_LEX_SCALAR_HPP

#include <array>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcf {

/// How a string must be written.
enum class bare_text : std::uint8_t {
  plain,      ///< as it is
  delimited,  ///< between quotes, otherwise as it is
  escaped,    ///< between quotes, with escapes inside
};

/// What a string's first byte says about quoting.
enum class first_byte : std::uint8_t {
  plain,
  numeric,  ///< may begin a number or something that looks like one
  quoted,   ///< a blank, `#`, `@` or `.`
  token,    ///< may begin `~`, `^`, `true` or `false`
};

inline constexpr std::array<first_byte, 256> first_byte_table = [] {
  std::array<first_byte, 256> table{};
  for (char c = '0'; c <= '9'; ++c) {
    table[static_cast<unsigned char>(c)] = first_byte::numeric;
  }
  table['+'] = table['-'] = first_byte::numeric;
  table[' '] = table['#'] = table['@'] = table['.'] = first_byte::quoted;
  table['~'] = table['^'] = table['t'] = table['f'] = first_byte::token;
  return table;
}();

[[nodiscard]] inline first_byte classify_first(char c) noexcept {
  return first_byte_table[static_cast<unsigned char>(c)];
}

/// The bytes of a block with which a code point that forbids the bare form may
/// begin: C1 controls and Unicode white space have only these lead bytes.
template <class Block>
[[nodiscard]] std::uint32_t suspect_leads(const Block& b) noexcept {
  return b.equals('\xC2') | b.equals('\xE1') | b.equals('\xE2') |
         b.equals('\xE3') | b.equals('\xEF');
}

/// True when nothing inside `text` that needs a second look forbids the bare
/// form: no `[...]:` pattern, no C1 control, no Unicode white space. Linear.
[[nodiscard]] bool is_bare_inside(std::string_view text) noexcept;

/// True when a text that begins numeric or like a token is still a string:
/// no number, nothing numeric-like, no reserved token.
[[nodiscard]] bool is_bare_word(std::string_view text) noexcept;

/// The whole rule of section 2.4 in one call.
[[nodiscard]] bare_text classify(std::string_view text) noexcept;
[[nodiscard]] inline bool needs_quote(std::string_view text) noexcept {
  return classify(text) != bare_text::plain;
}

/// `[A-Za-z_][A-Za-z0-9_]*`.
[[nodiscard]] bool is_bare_key(std::string_view key) noexcept;

/// Matches the JSON number grammar from end to end.
[[nodiscard]] bool is_number(std::string_view text) noexcept;

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_LEX_SCALAR_HPP
