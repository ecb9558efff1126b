// SPDX-License-Identifier: MIT
#include "gcf/graph/score.hpp"

#include "text/digits.hpp"
#include "text/parse_real.hpp"

#include <bit>
#include <charconv>
#include <cstdint>

namespace pith::inline v0::gcf::graph_profile {

namespace {

/// Doubles from here on are whole.
constexpr double all_whole = 4503599627370496.0;  // 2^52

/// 100 * v, rounded half to even, for 0 <= v < 2^52. Exact: a significand of
/// 53 bits times 100 fits 64.
std::uint64_t to_hundredths(double v) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(v);
  const auto exponent = static_cast<unsigned>(bits >> 52);
  if (exponent == 0) return 0;  // subnormal, or 0
  const std::uint64_t significand =
      (bits & ((std::uint64_t{1} << 52) - 1)) | std::uint64_t{1} << 52;
  const unsigned down = 1075 - exponent;  // v = significand * 2^-down
  const std::uint64_t scaled = significand * 100;
  if (down > 61) return 0;  // scaled < 2^60 is less than half of 2^down
  const std::uint64_t whole = scaled >> down;
  const std::uint64_t rest = scaled - (whole << down);
  const std::uint64_t half = std::uint64_t{1} << (down - 1);
  const bool is_up = rest > half || (rest == half && (whole & 1) != 0);
  return whole + (is_up ? 1 : 0);
}

}  // namespace

char* write_score(char* out, double score) noexcept {
  const double magnitude = score < 0 ? -score : score;
  if (magnitude >= all_whole) {
    return std::to_chars(out, out + max_score_bytes, score,
                         std::chars_format::fixed, 2)
        .ptr;
  }
  const std::uint64_t hundredths = to_hundredths(magnitude);
  if (score < 0 && hundredths != 0) *out++ = '-';
  const std::uint64_t whole = hundredths / 100;
  const auto rest = static_cast<unsigned>(hundredths - whole * 100);
  out = text::write_digits(out, whole);
  out[0] = '.';
  out[1] = static_cast<char>('0' + rest / 10);
  out[2] = static_cast<char>('0' + rest % 10);
  return out + 3;
}

double wire_score(double score) noexcept {
  const double magnitude = score < 0 ? -score : score;
  if (magnitude >= all_whole) return score;
  // Whole and divisor are exact doubles, so that the quotient is the double
  // nearest to the decimal, as reading it gives. 100 * 2^52 needs 59 bits;
  // above 2^53 the conversion might round, hence the general way there.
  const std::uint64_t hundredths = to_hundredths(magnitude);
  if (hundredths > std::uint64_t{1} << 53) {
    char text[max_score_bytes];
    const char* const end = write_score(text, score);
    return read_score({text, static_cast<std::size_t>(end - text)}).value;
  }
  const double value = static_cast<double>(hundredths) / 100.0;
  return score < 0 && hundredths != 0 ? -value : value;
}

parsed_score read_score(std::string_view token) noexcept {
  parsed_score out;
  const bool is_negative = !token.empty() && token.front() == '-';
  const std::string_view digits = token.substr(is_negative ? 1 : 0);
  if (digits.size() < 4 || digits[digits.size() - 3] != '.') return out;
  std::uint64_t mantissa = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i == digits.size() - 3) continue;
    if (!text::is_digit(digits[i])) return out;
    mantissa = mantissa * 10 + static_cast<unsigned>(digits[i] - '0');
  }
  out.is = parsed_score::state::good;
  constexpr std::size_t max_exact = 16;  // 15 digits and the point
  if (digits.size() > max_exact) {
    const auto read = text::parse_real(
        digits.data(), digits.data() + digits.size(), out.value);
    if (read.ec != std::errc()) out.is = parsed_score::state::too_large;
    if (is_negative && out.value != 0) out.value = -out.value;
    return out;
  }
  out.value = static_cast<double>(mantissa) / 100.0;
  // Without leading zeros, and without zeros after, it is canonical.
  if (digits.front() != '0' || digits[1] == '.') {
    const unsigned zeros = mantissa % 100 == 0 ? 3 : mantissa % 10 == 0 ? 1 : 0;
    const bool has_sign = is_negative && mantissa != 0;
    out.literal_begin = is_negative && !has_sign ? 1 : 0;
    out.literal_length =
        static_cast<unsigned>(digits.size()) - zeros + (has_sign ? 1 : 0);
  }
  if (is_negative && mantissa != 0) out.value = -out.value;
  return out;
}

}  // namespace pith::inline v0::gcf::graph_profile
