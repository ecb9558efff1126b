// SPDX-License-Identifier: MIT
#include "gcb/names.hpp"

#include <array>

namespace pith::inline v0::gcb {

namespace {

constexpr std::string_view prefix = "unknown_";

struct short_text {
  char bytes[prefix.size() + 3];
  std::uint8_t length;
};

constexpr std::array<short_text, 256> unknown_names = [] {
  std::array<short_text, 256> table{};
  for (std::size_t number = 0; number < table.size(); ++number) {
    short_text& text = table[number];
    for (const char c : prefix) text.bytes[text.length++] = c;
    for (std::size_t power = 100; power != 0; power /= 10) {
      if (number < power && power != 1) continue;
      text.bytes[text.length++] = static_cast<char>('0' + number / power % 10);
    }
  }
  return table;
}();

}  // namespace

std::string_view unknown_name(std::uint8_t number) noexcept {
  return {unknown_names[number].bytes, unknown_names[number].length};
}

std::optional<std::uint8_t> name_table::find_unknown(
    std::string_view name) const noexcept {
  if (!name.starts_with(prefix) || name.size() > prefix.size() + 3) {
    return std::nullopt;
  }
  unsigned number = 0;
  for (const char c : name.substr(prefix.size())) {
    number = (number * 10 + static_cast<unsigned char>(c - '0')) % 256;
  }
  // Whatever the digits were, only the one spelling is the name.
  const auto id = static_cast<std::uint8_t>(number);
  if (has_name(id) || unknown_name(id) != name) return std::nullopt;
  return id;
}

}  // namespace pith::inline v0::gcb
