// SPDX-License-Identifier: MIT
#include "mcp/http/keep_alive.hpp"

#include "mcp/http/header_value.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace pith::mcp {

namespace {

constexpr unsigned longest = 86'400;

/// The number of "timeout=5"; nothing for other parameters.
std::optional<unsigned> timeout_of(std::string_view parameter) {
  const std::size_t equals = parameter.find('=');
  if (equals == parameter.npos ||
      !same_name(trimmed_value(parameter.substr(0, equals)), "timeout")) {
    return std::nullopt;
  }
  const std::string_view digits = trimmed_value(parameter.substr(equals + 1));
  const char* const end = digits.data() + digits.size();
  unsigned number = 0;
  const auto [stop, failed] = std::from_chars(digits.data(), end, number);
  if (failed == std::errc::result_out_of_range) return longest;
  if (failed != std::errc{} || stop != end) return std::nullopt;
  return std::min(number, longest);
}

}  // namespace

std::optional<std::chrono::seconds> keep_alive_time(const http_fields& fields) {
  std::optional<std::chrono::seconds> least;
  for (const http_field& field : fields) {
    if (!same_name(field.name, "Keep-Alive")) continue;
    std::string_view rest = field.value;
    while (!rest.empty()) {
      const std::string_view parameter = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(parameter.size() + 1, rest.size()));
      if (const auto said = timeout_of(parameter)) {
        const std::chrono::seconds time{*said};
        least = std::min(least.value_or(time), time);
      }
    }
  }
  return least;
}

}  // namespace pith::mcp
