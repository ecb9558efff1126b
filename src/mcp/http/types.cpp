// SPDX-License-Identifier: MIT
#include "mcp/http/types.hpp"

#include <algorithm>
#include <utility>

namespace pith::mcp {

namespace {

constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

}  // namespace

bool same_name(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::optional<std::string_view> http_fields::find(
    std::string_view name) const noexcept {
  for (const http_field& field : fields_) {
    if (same_name(field.name, name)) return field.value;
  }
  return std::nullopt;
}

std::size_t http_fields::count(std::string_view name) const noexcept {
  return static_cast<std::size_t>(std::count_if(
      fields_.begin(), fields_.end(),
      [name](const http_field& field) { return same_name(field.name, name); }));
}

void http_fields::add(std::string name, std::string value) {
  fields_.push_back({std::move(name), std::move(value)});
}

void http_fields::set(std::string name, std::string value) {
  remove(name);
  add(std::move(name), std::move(value));
}

void http_fields::remove(std::string_view name) {
  std::erase_if(fields_, [name](const http_field& field) {
    return same_name(field.name, name);
  });
}

}  // namespace pith::mcp
