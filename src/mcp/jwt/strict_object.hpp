// SPDX-License-Identifier: MIT
/// @file
/// JSON objects that every reader reads the same way.
#ifndef PITH_MCP_JWT_STRICT_OBJECT_HPP
#define PITH_MCP_JWT_STRICT_OBJECT_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith::mcp {

/// The members of one object by their names, of which none comes twice. The
/// values are views of the text that it was read from.
class strict_object {
 public:
  /// Nothing when `text` is not JSON as find_json_fault() has it, or not an
  /// object, or has a name twice, however that is spelled. Objects inside it
  /// are looked at when they are read themselves. n log n.
  [[nodiscard]] static std::optional<strict_object> read(std::string_view text);

  /// The raw value; nothing when there is none.
  [[nodiscard]] std::optional<std::string_view> find(
      std::string_view name) const;
  [[nodiscard]] bool has(std::string_view name) const {
    return find(name).has_value();
  }
  /// The text of a member; nothing when there is none, or it is not a string.
  [[nodiscard]] std::optional<std::string> text(std::string_view name) const;

 private:
  using named_value = std::pair<std::string, std::string_view>;
  explicit strict_object(std::vector<named_value> members)
      : members_(std::move(members)) {}

  std::vector<named_value> members_;  // by name
};

}  // namespace pith::mcp

#endif  // PITH_MCP_JWT_STRICT_OBJECT_HPP
