// SPDX-License-Identifier: MIT
#include <pith/code_point.hpp>

namespace pith::inline v0 {

code_point first_code_point(std::string_view text) noexcept {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {1, lead, true};
  if (lead < 0xC2 || lead > 0xF4) return {};
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() < length) return {};
  char32_t point = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0U) != 0x80U) return {};
    point = (point << 6U) | (next & 0x3FU);
  }
  const bool is_overlong =
      (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
  const bool is_surrogate = point >= 0xD800 && point < 0xE000;
  if (is_overlong || is_surrogate || point > 0x10FFFF) return {};
  return {length, point, true};
}

bool is_unsafe(char32_t point) noexcept {
  return point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0x061C ||
         (point >= 0x200E && point <= 0x200F) ||
         (point >= 0x2028 && point <= 0x202E) ||
         (point >= 0x2066 && point <= 0x2069) || point == 0xFEFF;
}

}  // namespace pith::inline v0
