// SPDX-License-Identifier: MIT
/// @file
/// A code point as UTF-8.
#ifndef PITH_TEXT_APPEND_UTF8_HPP
#define PITH_TEXT_APPEND_UTF8_HPP

#include <cstdint>
#include <string>

namespace pith::inline v0::text {

/// Appends a scalar value: below 0x110000 and no surrogate.
inline void append_utf8(std::string& out, std::uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
    return;
  }
  if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
  } else {
    if (code < 0x10000) {
      out += static_cast<char>(0xE0 | code >> 12);
    } else {
      out += static_cast<char>(0xF0 | code >> 18);
      out += static_cast<char>(0x80 | (code >> 12 & 0x3F));
    }
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
  }
  out += static_cast<char>(0x80 | (code & 0x3F));
}

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_APPEND_UTF8_HPP
