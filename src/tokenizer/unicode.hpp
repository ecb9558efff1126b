// SPDX-License-Identifier: MIT
/// @file
/// Character classes of Unicode 16.0, the version that the published
/// tokenizers were matched against. Never taken from the platform: another
/// version of Unicode would count other tokens.
#ifndef PITH_TOKENIZER_UNICODE_HPP
#define PITH_TOKENIZER_UNICODE_HPP

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

namespace detail {

inline constexpr std::uint32_t class_changes[] = {
#include "tokenizer/unicode16.inc"
};
inline constexpr std::size_t change_count =
    sizeof(class_changes) / sizeof(class_changes[0]);
inline constexpr std::size_t page_size = 256;
inline constexpr std::size_t page_count = 0x110000 / page_size;
/// Pages of one class throughout are shared: page number `bits`.
inline constexpr std::size_t uniform_pages = 32;

constexpr std::size_t count_mixed_pages() {
  std::size_t count = 0;
  std::size_t last = page_count;
  for (const std::uint32_t change : class_changes) {
    const std::size_t code = change >> 8;
    if (code % page_size == 0 || code / page_size == last) continue;
    last = code / page_size;
    ++count;
  }
  return count;
}

struct class_pages {
  std::array<std::uint16_t, page_count> index{};
  std::array<std::uint8_t,
             (uniform_pages + count_mixed_pages() + 1) * page_size>
      classes{};
};

constexpr class_pages make_class_pages() {
  class_pages pages;
  for (std::size_t bits = 0; bits < uniform_pages; ++bits) {
    for (std::size_t i = 0; i < page_size; ++i) {
      pages.classes[bits * page_size + i] = static_cast<std::uint8_t>(bits);
    }
  }
  std::size_t next_page = uniform_pages;
  std::size_t change = 0;
  std::uint8_t bits = 0;
  for (std::size_t page = 0; page < page_count; ++page) {
    const std::size_t first = page * page_size;
    const std::size_t behind = first + page_size;
    // A change on the first code point leaves the page uniform.
    if (change < change_count && class_changes[change] >> 8 == first) {
      bits = static_cast<std::uint8_t>(class_changes[change++] & 0xFF);
    }
    if (change == change_count || class_changes[change] >> 8 >= behind) {
      pages.index[page] = bits;
      continue;
    }
    std::uint8_t* const to = pages.classes.data() + next_page * page_size;
    for (std::size_t code = first; code < behind; ++code) {
      if (change < change_count && class_changes[change] >> 8 == code) {
        bits = static_cast<std::uint8_t>(class_changes[change++] & 0xFF);
      }
      to[code - first] = bits;
    }
    pages.index[page] = static_cast<std::uint16_t>(next_page++);
  }
  return pages;
}

inline constexpr class_pages unicode_pages = make_class_pages();

constexpr std::array<std::uint8_t, 128> make_ascii_classes() {
  std::array<std::uint8_t, 128> classes{};
  for (std::size_t i = 0; i < classes.size(); ++i) {
    classes[i] = unicode_pages.classes[unicode_pages.index[0] * page_size + i];
  }
  return classes;
}

}  // namespace detail

inline constexpr std::array<std::uint8_t, 128> ascii_classes =
    detail::make_ascii_classes();

/// The classes of a code point below 0x110000.
[[nodiscard]] inline std::uint8_t classes_of(std::uint32_t code) noexcept {
  const std::size_t page = detail::unicode_pages.index[code >> 8];
  return detail::unicode_pages.classes[page * detail::page_size + (code & 255)];
}

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

#endif  // PITH_TOKENIZER_UNICODE_HPP
