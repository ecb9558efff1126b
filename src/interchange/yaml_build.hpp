// SPDX-License-Identifier: MIT
/// @file
/// From a resolved scalar of YAML to a value.
#ifndef PITH_INTERCHANGE_YAML_BUILD_HPP
#define PITH_INTERCHANGE_YAML_BUILD_HPP

#include <pith/builder.hpp>

#include "interchange/yaml_scalar.hpp"

#include <string_view>

namespace pith::interchange {

/// `text` is the value of a string.
inline void build_yaml_scalar(builder& into, const yaml_scalar& scalar,
                              std::string_view text) {
  switch (scalar.type) {
    case yaml_type::null:
      into.null();
      break;
    case yaml_type::boolean:
      into.boolean(scalar.boolean);
      break;
    case yaml_type::integer:
      into.integer(scalar.integer);
      break;
    case yaml_type::real:
      into.real(scalar.real);
      break;
    default:
      into.string(text);
      break;
  }
}

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_YAML_BUILD_HPP
