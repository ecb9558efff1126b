// SPDX-License-Identifier: MIT
#include "tokenizer/unicode/unicode.hpp"

namespace pith::inline v0::tokens {

namespace {

constexpr std::uint32_t class_changes[] = {
#include "tokenizer/unicode/unicode16.inc"
};
constexpr std::size_t change_count =
    sizeof(class_changes) / sizeof(class_changes[0]);
constexpr std::size_t page_size = 256;
constexpr std::size_t page_count = 0x110000 / page_size;
/// Pages of one class throughout are shared: page number `bits`.
constexpr std::size_t uniform_pages = 32;

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
    const std::size_t after = first + page_size;
    // A change on the first code point leaves the page uniform.
    if (change < change_count && class_changes[change] >> 8 == first) {
      bits = static_cast<std::uint8_t>(class_changes[change++] & 0xFF);
    }
    if (change == change_count || class_changes[change] >> 8 >= after) {
      pages.index[page] = bits;
      continue;
    }
    std::uint8_t* const to = pages.classes.data() + next_page * page_size;
    for (std::size_t code = first; code < after; ++code) {
      if (change < change_count && class_changes[change] >> 8 == code) {
        bits = static_cast<std::uint8_t>(class_changes[change++] & 0xFF);
      }
      to[code - first] = bits;
    }
    pages.index[page] = static_cast<std::uint16_t>(next_page++);
  }
  return pages;
}

constexpr class_pages unicode_pages = make_class_pages();

bool is_continuation(unsigned char byte) noexcept {
  return (byte & 0xC0) == 0x80;
}

}  // namespace

std::uint8_t classes_of(std::uint32_t code) noexcept {
  const std::size_t page = unicode_pages.index[code / page_size];
  return unicode_pages.classes[page * page_size + code % page_size];
}

character decode_character(const unsigned char* p,
                           const unsigned char* end) noexcept {
  const std::size_t left = static_cast<std::size_t>(end - p);
  const std::uint32_t lead = p[0];
  const character broken{lead, no_class, 1};
  if (lead < 0x80) return {lead, classes_of(lead), 1};
  if (lead < 0xC2 || left < 2 || !is_continuation(p[1])) return broken;
  if (lead < 0xE0) {
    const std::uint32_t code = (lead & 0x1F) << 6 | (p[1] & 0x3F);
    return {code, classes_of(code), 2};
  }
  if (left < 3 || !is_continuation(p[2])) return broken;
  if (lead < 0xF0) {
    const std::uint32_t code =
        (lead & 0x0F) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3F);
    if (code < 0x800 || (code >= 0xD800 && code < 0xE000)) return broken;
    return {code, classes_of(code), 3};
  }
  if (lead > 0xF4 || left < 4 || !is_continuation(p[3])) return broken;
  const std::uint32_t code = (lead & 0x07) << 18 | (p[1] & 0x3Fu) << 12 |
                             (p[2] & 0x3Fu) << 6 | (p[3] & 0x3F);
  if (code < 0x10000 || code > 0x10FFFF) return broken;
  return {code, classes_of(code), 4};
}

}  // namespace pith::inline v0::tokens
