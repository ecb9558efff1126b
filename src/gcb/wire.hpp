// SPDX-License-Identifier: MIT
/// @file
/// What encoder and decoder agree on.
///
///     "GCB1", u8 version
///     text tool, varint tokens_used, varint token_budget,
///     varint symbols, varint edges
///     symbols: text qualified name, u8 kind, f32 score, u8 provenance,
///              u8 distance, text signature, f32 blast radius,
///              f32 confidence, f32 recency, f32 distance component
///     edges:   varint source, varint target, u8 type, u8 status
///
/// A text is the varint of its length and its bytes; a varint is LEB128
/// without sign; f32 is binary32, the lowest byte first.
#ifndef PITH_GCB_WIRE_HPP
#define PITH_GCB_WIRE_HPP

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string_view>

namespace pith::inline v0::gcb {

static_assert(std::numeric_limits<float>::is_iec559);

inline constexpr std::string_view magic = "GCB1";
inline constexpr std::uint8_t version = 1;
inline constexpr std::uint32_t max_distance = 255;

/// With both texts empty, and with one byte for each end.
inline constexpr std::size_t min_symbol_bytes = 25;
inline constexpr std::size_t min_edge_bytes = 4;
inline constexpr std::size_t max_varint_bytes = 10;

/// A score as a number that people write. Two decimals of at most six digits
/// are never the same binary32, so that the one that this binary32 was made
/// of, if there is one with six places, can be found again: 0.78 instead of
/// 0.7799999713897705. Rounding the result gives the same binary32.
[[nodiscard]] inline double widen(float score) noexcept {
  const auto exact = static_cast<double>(score);
  constexpr double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};
  constexpr std::size_t most = std::size(powers) - 1;
  if (std::abs(exact) >= powers[most]) return exact;
  // Digits before the point leave fewer after it.
  std::size_t places = most;
  while (places != 0 && std::abs(exact) >= powers[most - places]) --places;
  const double scale = powers[places];
  // Both operands are integers, so the quotient is the double nearest to the
  // decimal, as reading it would give it.
  const double decimal = std::nearbyint(exact * scale) / scale;
  return static_cast<float>(decimal) == score ? decimal : exact;
}

}  // namespace pith::inline v0::gcb

#endif  // PITH_GCB_WIRE_HPP
