// SPDX-License-Identifier: MIT
#include "tokenizer/unicode.hpp"

namespace pith::inline v0::tokens {

namespace {

bool is_continuation(unsigned char byte) noexcept {
  return (byte & 0xC0) == 0x80;
}

}  // namespace

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
