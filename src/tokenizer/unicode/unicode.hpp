// SPDX-License-Identifier: MIT
/// @file
/// Character classes of Unicode 16.0, the version that the published
/// tokenizers were matched against. Never taken from the platform: another
/// version of Unicode would count other tokens.
#ifndef PITH_TOKENIZER_UNICODE_UNICODE_HPP
#define PITH_TOKENIZER_UNICODE_UNICODE_HPP

#include <array>
#include <cstddef>
#include <cstdint>

namespace pith::inline v0::tokens {

/// Classes of a character, as bits. Letters, numbers and white space exclude
/// one another; `upper` and `lower` overlap in letters without case and in
/// marks.
enum char_class : std::uint8_t {
  no_class = 0,
  letter = 1,  ///< \p{L}
  number = 2,  ///< \p{N}
  space = 4,   ///< \s
  upper = 8,   ///< [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]
  lower = 16,  ///< [\p{Ll}\p{Lm}\p{Lo}\p{M}]
};

/// The classes of ASCII, known while compiling.
constexpr std::array<std::uint8_t, 128> make_ascii_classes() {
  std::array<std::uint8_t, 128> classes{};
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (c >= 'A' && c <= 'Z') classes[c] = letter | upper;
    if (c >= 'a' && c <= 'z') classes[c] = letter | lower;
    if (c >= '0' && c <= '9') classes[c] = number;
    if (c == ' ' || (c >= '\t' && c <= '\r')) classes[c] = space;
  }
  return classes;
}
inline constexpr std::array<std::uint8_t, 128> ascii_classes =
    make_ascii_classes();

/// The classes of a code point below 0x110000.
[[nodiscard]] std::uint8_t classes_of(std::uint32_t code) noexcept;

/// A character at some place of a text.
struct character {
  std::uint32_t code = 0;
  std::uint8_t classes = no_class;
  std::uint8_t length = 0;  ///< in bytes; 0 at the end of the text
};

/// Reads the character at `p`. A byte that begins no well-formed UTF-8 is a
/// character of its own without a class: the published tokenizers do not
/// define what it is.
[[nodiscard]] character decode_character(const unsigned char* p,
                                         const unsigned char* end) noexcept;

[[nodiscard]] inline character character_at(const char* p,
                                            const char* end) noexcept {
  if (p == end) return {};
  const auto byte = static_cast<unsigned char>(*p);
  if (byte < 0x80) return {byte, ascii_classes[byte], 1};
  return decode_character(reinterpret_cast<const unsigned char*>(p),
                          reinterpret_cast<const unsigned char*>(end));
}

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_UNICODE_UNICODE_HPP
