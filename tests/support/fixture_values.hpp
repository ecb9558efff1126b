// SPDX-License-Identifier: MIT
/// @file
/// Members of a fixture, which is an object of JSON.
#ifndef PITH_TESTS_SUPPORT_FIXTURE_VALUES_HPP
#define PITH_TESTS_SUPPORT_FIXTURE_VALUES_HPP

#include <pith/document.hpp>
#include <pith/limits.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith_tests {

/// A string; empty when the fixture has none of this name.
[[nodiscard]] inline std::string_view string_of(pith::value fixture,
                                                std::string_view key) {
  const auto member = fixture.find(key);
  if (!member) return {};
  return member->get_string().value_or(std::string_view{});
}

[[nodiscard]] inline bool flag_of(pith::value fixture, std::string_view key,
                                  bool otherwise) {
  const auto member = fixture.find(key);
  return member ? member->get_boolean().value_or(otherwise) : otherwise;
}

/// A count; 0 when the fixture has none of this name.
[[nodiscard]] inline std::uint64_t count_of(pith::value fixture,
                                            std::string_view key) {
  const auto member = fixture.find(key);
  if (!member) return 0;
  return static_cast<std::uint64_t>(member->get_integer().value_or(0));
}

/// The defaults, apart from what the member `limits` says.
[[nodiscard]] inline pith::limits limits_of(pith::value fixture) {
  pith::limits bounds;
  const auto given = fixture.find("limits");
  if (!given) return bounds;
  const auto set = [&](std::string_view name, std::size_t& bound) {
    if (given->find(name)) {
      bound = static_cast<std::size_t>(count_of(*given, name));
    }
  };
  set("max_depth", bounds.max_depth);
  set("max_bytes", bounds.max_bytes);
  set("max_items", bounds.max_items);
  set("max_fields", bounds.max_fields);
  set("max_line_bytes", bounds.max_line_bytes);
  set("max_expansion", bounds.max_expansion);
  return bounds;
}

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_FIXTURE_VALUES_HPP
