// SPDX-License-Identifier: MIT
/// @file
/// What YAML scalars mean: the core schema of YAML 1.2.2, section 10.3.
#ifndef PITH_INTERCHANGE_YAML_SCALAR_HPP
#define PITH_INTERCHANGE_YAML_SCALAR_HPP

#include <cstdint>
#include <string_view>

namespace pith::interchange {

enum class yaml_type : std::uint8_t {
  null,
  boolean,
  integer,
  real,
  string,
  not_finite,    ///< `.nan`, `-.inf`
  out_of_range,  ///< an integer outside int64, a real that overflows
};

struct yaml_scalar {
  yaml_type type = yaml_type::string;
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0;
  bool is_rounded = false;  ///< the real is not what the text says
  /// It is out of range because it is an integer outside int64; `real` is the
  /// nearest double if the text is decimal and there is one, else 0.
  bool is_big_integer = false;
};

/// What a plain scalar without a tag means. Linear.
[[nodiscard]] yaml_scalar resolve_yaml(std::string_view text);

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_YAML_SCALAR_HPP
