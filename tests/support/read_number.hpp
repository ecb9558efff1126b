// SPDX-License-Identifier: MIT
/// @file
/// Numbers on the command lines of test programs.
#ifndef PITH_TESTS_SUPPORT_READ_NUMBER_HPP
#define PITH_TESTS_SUPPORT_READ_NUMBER_HPP

#include <charconv>
#include <concepts>
#include <string_view>
#include <system_error>

namespace pith_tests {

/// True when all of `text` is a decimal number that fits `out`.
template <std::unsigned_integral Number>
[[nodiscard]] bool read_number(std::string_view text, Number& out) {
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, out);
  return problem == std::errc{} && stop == end;
}

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_READ_NUMBER_HPP
