// SPDX-License-Identifier: MIT
/// @file
/// Scores: two decimals, no more and no less (section 5).
#ifndef PITH_GCF_GRAPH_SCORE_HPP
#define PITH_GCF_GRAPH_SCORE_HPP

#include <cstddef>
#include <string_view>

namespace pith::inline v0::gcf::graph_profile {

/// The greatest double has 309 digits before the point.
inline constexpr std::size_t max_score_bytes = 320;

/// Writes a finite score, rounded half to even on its exact binary value. What
/// rounds to zero is 0.00 without a sign: -0 and 0 are one value (2.3.1), and
/// what is decoded must encode to the same bytes again. Needs max_score_bytes
/// of room. Returns the end.
char* write_score(char* out, double score) noexcept;

/// The score as a reader of the wire sees it: what write_score() writes, read
/// back. Finite for every finite score.
[[nodiscard]] double wire_score(double score) noexcept;

struct parsed_score {
  enum class state : unsigned char { good, malformed, too_large };
  state is = state::malformed;
  double value = 0;
  /// Where the canonical literal of `value` begins in the token, and how long
  /// it is; 0 when the token does not contain it.
  unsigned literal_begin = 0;
  unsigned literal_length = 0;
};

/// Reads a whole token of the grammar [-]DIGITS.DIGIT DIGIT.
[[nodiscard]] parsed_score read_score(std::string_view token) noexcept;

}  // namespace pith::inline v0::gcf::graph_profile

#endif  // PITH_GCF_GRAPH_SCORE_HPP
