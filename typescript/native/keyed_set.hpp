// SPDX-License-Identifier: MIT
/// @file
/// How JavaScript says what tells rows apart.
#ifndef PITH_TYPESCRIPT_NATIVE_KEYED_SET_HPP
#define PITH_TYPESCRIPT_NATIVE_KEYED_SET_HPP

#include <pith/document.hpp>
#include <pith/gcf_delta.hpp>

#include <string>
#include <string_view>

namespace pith::wasm {

/// Of an object with key, name and fields, each of which may be absent.
[[nodiscard]] inline gcf::keyed_set set_of(value options) {
  gcf::keyed_set set;
  set.key = options["key"].value_or(std::string("id"));
  set.name = options["name"].value_or(std::string());
  for (const value field : options["fields"].elements()) {
    set.fields.emplace_back(field.get_string().value_or(std::string_view()));
  }
  return set;
}

}  // namespace pith::wasm

#endif  // PITH_TYPESCRIPT_NATIVE_KEYED_SET_HPP
