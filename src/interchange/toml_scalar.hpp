// SPDX-License-Identifier: MIT
/// @file
/// TOML's scalars without quotes: numbers, booleans, dates and times.
#ifndef PITH_INTERCHANGE_TOML_SCALAR_HPP
#define PITH_INTERCHANGE_TOML_SCALAR_HPP

#include <pith/error.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace pith::interchange {

struct toml_scalar {
  enum class type : std::uint8_t { boolean, integer, real, time, wrong };
  type what = type::wrong;
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0;
  bool is_rounded = false;  ///< the real is not what the word says
  std::string time{};       ///< as RFC 3339 has it
  error_code problem = error_code::invalid_literal;  ///< when wrong
  const char* detail = "this is not a value";
};

/// What a word means. Linear.
[[nodiscard]] toml_scalar resolve_toml(std::string_view word);

/// True for `1979-05-27`, after which a space may be followed by a time.
[[nodiscard]] bool is_toml_date(std::string_view word);

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_TOML_SCALAR_HPP
