// SPDX-License-Identifier: MIT
#include "mcp/http/media_type.hpp"

#include "mcp/http/header_value.hpp"

#include <algorithm>

namespace pith::mcp {

std::string_view take_type_part(std::string_view& value) noexcept {
  const std::string_view part = value.substr(0, value.find(';'));
  value.remove_prefix(std::min(part.size() + 1, value.size()));
  return trimmed_value(part);
}

std::string_view media_type_of(std::string_view value) noexcept {
  return take_type_part(value);
}

bool has_media_type(const http_fields& fields, std::string_view type) noexcept {
  return fields.count("Content-Type") == 1 &&
         same_name(media_type_of(fields.find("Content-Type").value_or("")),
                   type);
}

}  // namespace pith::mcp
