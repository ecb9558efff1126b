// SPDX-License-Identifier: MIT
#include "text/utf8.hpp"

#include "text/block.hpp"
#include "text/utf8_vector.hpp"

#include <bit>
#include <cstdint>

namespace pith::inline v0::text {

namespace {

/// Bytes of the well-formed sequence at `p`, which is not ASCII; 0 when there
/// is none. `left` is the number of bytes from `p` on.
std::size_t sequence_length(const char* p, std::size_t left) noexcept {
  const auto byte = [p](std::size_t i) {
    return static_cast<unsigned char>(p[i]);
  };
  const auto is_tail = [&byte](std::size_t i) {
    return (byte(i) & 0xC0) == 0x80;
  };
  const unsigned lead = byte(0);
  if (lead < 0xE0) {
    // C0 and C1 would be overlong; 80 to BF are not leads.
    return lead >= 0xC2 && left >= 2 && is_tail(1) ? 2 : 0;
  }
  if (lead < 0xF0) {
    if (left < 3 || !is_tail(1) || !is_tail(2)) return 0;
    if (lead == 0xE0 && byte(1) < 0xA0) return 0;   // overlong
    if (lead == 0xED && byte(1) >= 0xA0) return 0;  // surrogate
    return 3;
  }
  if (left < 4 || !is_tail(1) || !is_tail(2) || !is_tail(3)) return 0;
  if (lead == 0xF0 && byte(1) < 0x90) return 0;   // overlong
  if (lead == 0xF4 && byte(1) >= 0x90) return 0;  // above U+10FFFF
  return lead <= 0xF4 ? 4 : 0;
}

std::size_t skip_ascii(const char* p, std::size_t i, std::size_t n) noexcept {
  while (i + block_bytes <= n) {
    const std::uint32_t mask = block::load(p + i).non_ascii();
    if (mask != 0) {
      return i + static_cast<std::size_t>(std::countr_zero(mask));
    }
    i += block_bytes;
  }
  while (i != n && static_cast<unsigned char>(p[i]) < 0x80) ++i;
  return i;
}

}  // namespace

std::size_t find_invalid_utf8(std::string_view bytes) noexcept {
  if (has_utf8_vector() && is_utf8_vector(bytes)) return valid_utf8;
  return find_invalid_utf8_scalar(bytes);
}

std::size_t find_invalid_utf8_scalar(std::string_view bytes) noexcept {
  const char* const p = bytes.data();
  const std::size_t n = bytes.size();
  std::size_t i = 0;
  while ((i = skip_ascii(p, i, n)) != n) {
    // Text that is not ASCII seldom is for one character only.
    do {
      const std::size_t length = sequence_length(p + i, n - i);
      if (length == 0) return i;
      i += length;
    } while (i != n && static_cast<unsigned char>(p[i]) >= 0x80);
  }
  return valid_utf8;
}

}  // namespace pith::inline v0::text
