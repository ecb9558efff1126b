// SPDX-License-Identifier: MIT
/// @file
/// Eight bytes of text as a number, whatever the byte order of the machine.
#ifndef PITH_TEXT_BYTES_HPP
#define PITH_TEXT_BYTES_HPP

#include <bit>
#include <cstdint>
#include <cstring>

namespace pith::inline v0::text {

[[nodiscard]] constexpr std::uint64_t swap_bytes(std::uint64_t v) noexcept {
  v = (v & 0x00FF00FF00FF00FF) << 8 | (v >> 8 & 0x00FF00FF00FF00FF);
  v = (v & 0x0000FFFF0000FFFF) << 16 | (v >> 16 & 0x0000FFFF0000FFFF);
  return v << 32 | v >> 32;
}

/// The byte at `p` becomes the lowest byte.
[[nodiscard]] inline std::uint64_t load_8(const char* p) noexcept {
  std::uint64_t v;
  std::memcpy(&v, p, sizeof v);
  if constexpr (std::endian::native == std::endian::big) v = swap_bytes(v);
  return v;
}

/// The lowest byte goes to `p`.
inline void store_8(char* p, std::uint64_t v) noexcept {
  if constexpr (std::endian::native == std::endian::big) v = swap_bytes(v);
  std::memcpy(p, &v, sizeof v);
}

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_BYTES_HPP
