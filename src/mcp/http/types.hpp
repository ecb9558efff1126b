// SPDX-License-Identifier: MIT
/// @file
/// HTTP messages as plain values, whoever read them (request_parser.hpp).
#ifndef PITH_MCP_HTTP_TYPES_HPP
#define PITH_MCP_HTTP_TYPES_HPP

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

struct http_field {
  std::string name;
  std::string value;
};

/// The fields of a head, in order. A name can occur several times.
class http_fields {
 public:
  http_fields() = default;
  http_fields(std::initializer_list<http_field> fields) : fields_(fields) {}

  /// The value of the first field of this name, in any letter case.
  [[nodiscard]] std::optional<std::string_view> find(
      std::string_view name) const noexcept;
  [[nodiscard]] std::size_t count(std::string_view name) const noexcept;
  void add(std::string name, std::string value);
  /// Replaces all fields of this name.
  void set(std::string name, std::string value);
  void remove(std::string_view name);

  [[nodiscard]] auto begin() const noexcept { return fields_.begin(); }
  [[nodiscard]] auto end() const noexcept { return fields_.end(); }
  [[nodiscard]] std::size_t size() const noexcept { return fields_.size(); }

 private:
  std::vector<http_field> fields_;
};

/// Whether two field names are the same: ASCII letters without their case.
[[nodiscard]] bool same_name(std::string_view a, std::string_view b) noexcept;

struct http_request {
  std::string method;
  std::string target;  ///< "/files/mcp?x=1"
  http_fields fields;
  std::string body;

  /// The target without its query.
  [[nodiscard]] std::string_view path() const noexcept {
    return std::string_view(target).substr(0, target.find('?'));
  }
};

struct http_response {
  int status = 200;
  http_fields fields;
  std::string body;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_HTTP_TYPES_HPP
