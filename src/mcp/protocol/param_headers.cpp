// SPDX-License-Identifier: MIT
#include "mcp/protocol/param_headers.hpp"

#include "mcp/http/head.hpp"
#include "mcp/http/header_value.hpp"
#include "mcp/protocol/member_names.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::string_view header_mark = "x-mcp-header";
constexpr std::string_view field_prefix = "Mcp-Param-";
constexpr std::size_t max_schema_depth = 32;
constexpr double max_safe_integer = 9007199254740991.0;

/// A schema inside the schema.
struct schema_part {
  std::string_view raw;
  std::vector<std::string> path;
  bool is_reachable = true;  ///< by `properties` alone
  std::size_t depth = 0;
};

/// Keywords whose value is a schema, or an array of some.
constexpr std::string_view schema_keywords[] = {"items",
                                                "prefixItems",
                                                "contains",
                                                "additionalProperties",
                                                "unevaluatedProperties",
                                                "unevaluatedItems",
                                                "propertyNames",
                                                "oneOf",
                                                "anyOf",
                                                "allOf",
                                                "not",
                                                "if",
                                                "then",
                                                "else"};
/// Keywords whose value has schemas as its members.
constexpr std::string_view schema_map_keywords[] = {
    "patternProperties", "dependentSchemas", "$defs", "definitions"};

template <std::size_t N>
bool is_one_of(std::string_view raw_key, const std::string_view (&words)[N]) {
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view w) { return is_text(raw_key, w); });
}

bool is_plain_type(std::string_view raw) {
  return is_text(raw, "string") || is_text(raw, "integer") ||
         is_text(raw, "boolean");
}

/// Walks a schema with a stack of its own.
class schema_walk {
 public:
  std::optional<std::vector<param_header>> run(std::string_view schema) {
    waiting_.push_back({schema, {}, true, 0});
    while (is_valid_ && !waiting_.empty()) {
      const schema_part part = std::move(waiting_.back());
      waiting_.pop_back();
      look_at(part);
    }
    if (!is_valid_) return std::nullopt;
    return std::move(found_);
  }

 private:
  void look_at(const schema_part& part) {
    if (part.depth > max_schema_depth) return;
    // Most schemas mark nothing; then there is nothing to take apart.
    if (part.raw.find(header_mark) == std::string_view::npos) return;
    const auto members = members_of(part.raw);
    if (!members) return;
    const std::size_t first = waiting_.size();
    for (const member_span& member : *members) {
      if (is_text(member.key, header_mark)) note(part, member.value);
      if (is_text(member.key, "properties")) {
        add_map(part, member.value, part.is_reachable);
      } else if (is_one_of(member.key, schema_map_keywords)) {
        add_map(part, member.value, false);
      } else if (is_one_of(member.key, schema_keywords)) {
        add_schemas(part, member.value);
      }
    }
    // The stack gives the last one first; marks are to come in order.
    std::reverse(waiting_.begin() + static_cast<std::ptrdiff_t>(first),
                 waiting_.end());
  }

  void note(const schema_part& part, std::string_view raw_name) {
    const auto name = text_of(raw_name);
    const auto type = find_member(part.raw, "type");
    is_valid_ = is_valid_ && part.is_reachable && !part.path.empty() && name &&
                is_token(*name) && type && is_plain_type(*type);
    if (!is_valid_ || !name) return;
    std::string field(field_prefix);
    field += *name;
    for (const param_header& other : found_) {
      if (same_name(other.field, field)) is_valid_ = false;
    }
    found_.push_back({std::move(field), part.path});
  }

  void add_map(const schema_part& part, std::string_view raw,
               bool is_reachable) {
    const auto members = members_of(raw);
    if (!members) return;
    for (const member_span& member : *members) {
      auto key = text_of(member.key);
      if (!key) continue;
      schema_part inner{member.value, part.path, is_reachable, part.depth + 1};
      inner.path.push_back(*std::move(key));
      waiting_.push_back(std::move(inner));
    }
  }

  void add_schemas(const schema_part& part, std::string_view raw) {
    if (const auto elements = elements_of(raw)) {
      for (const std::string_view element : *elements) {
        waiting_.push_back({element, part.path, false, part.depth + 1});
      }
      return;
    }
    waiting_.push_back({raw, part.path, false, part.depth + 1});
  }

  std::vector<schema_part> waiting_;
  std::vector<param_header> found_;
  bool is_valid_ = true;
};

/// The argument that a path of keys leads to.
struct found_argument {
  std::string_view raw{};  ///< empty when there is none
  /// A member on the way comes twice or has a misleading name: which one counts
  /// depends on who reads.
  bool is_ambiguous = false;
};

found_argument value_at(std::string_view arguments,
                        const std::vector<std::string>& path) {
  std::string_view at = arguments;
  for (const std::string& key : path) {
    const auto members = members_of(at);
    if (!members) return {};
    const auto found = find_once(*members, std::array<std::string_view, 1>{key},
                                 odd_names::are_refused);
    if (!found) return {{}, true};
    at = found->front();
    if (at.empty()) return {};
  }
  return {at};
}

std::optional<double> value_of_number(std::string_view text) noexcept {
  double number = 0;
  const auto [end, problem] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc{} || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return number;
}

/// Digits with a sign or a point at most: what a field may say of a number.
bool is_decimal(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || c == '-' || c == '.';
  });
}

enum class value_kind { none, text, number, unsafe_number, word };

/// What a raw argument is to a field. Objects, arrays and null are nothing:
/// no field can repeat them.
value_kind kind_of(std::string_view raw) noexcept {
  if (raw.empty() || raw == "null") return value_kind::none;
  const char c = raw.front();
  if (c == '{' || c == '[') return value_kind::none;
  if (c == '"') return value_kind::text;
  if (c == 't' || c == 'f') return value_kind::word;
  const auto number = value_of_number(raw);
  // What one reader rounds and another does not cannot be compared.
  const bool is_safe = number && std::abs(*number) <= max_safe_integer;
  return is_safe ? value_kind::number : value_kind::unsafe_number;
}

bool says_same(const std::string& value, std::string_view raw,
               value_kind kind) {
  if (kind == value_kind::text) return is_text(raw, value);
  if (value == raw) return true;
  if (kind != value_kind::number || !is_decimal(value)) return false;
  const auto number = value_of_number(value);
  return number && *number == value_of_number(raw);
}

/// A number or a word as a field says it: whole numbers without a point or an
/// exponent.
std::string plain(std::string_view raw) {
  const auto number = value_of_number(raw);
  if (!number || *number != std::trunc(*number)) return std::string(raw);
  return std::to_string(static_cast<long long>(*number));
}

header_refusal refuse(const param_header& param, std::string_view what) {
  header_refusal r;
  r.text.append("Header mismatch: ").append(param.field).append(what);
  return r;
}

std::optional<header_refusal> check_one(const http_fields& fields,
                                        const param_header& param,
                                        std::string_view arguments) {
  const auto [raw, is_ambiguous] = value_at(arguments, param.path);
  if (is_ambiguous) {
    return refuse(param,
                  " stands for an argument that comes twice or has a "
                  "misleading name");
  }
  const value_kind kind = kind_of(raw);
  const std::size_t count = fields.count(param.field);
  if (count > 1) return refuse(param, " comes more than once");
  if (count == 0) {
    // Clients leave unsafe numbers out.
    const bool is_absent =
        kind == value_kind::none || kind == value_kind::unsafe_number;
    if (is_absent) return std::nullopt;
    return refuse(param, " is missing");
  }
  const auto value = decoded_value(fields.find(param.field).value_or(""));
  if (!value) return refuse(param, " has invalid characters or encoding");
  if (kind == value_kind::none || says_same(*value, raw, kind)) {
    return std::nullopt;
  }
  return refuse(param, " differs from the body");
}

}  // namespace

std::optional<std::vector<param_header>> param_headers_of(
    std::string_view input_schema) {
  return schema_walk().run(input_schema);
}

std::optional<header_refusal> check_param_headers(
    const http_fields& fields, const std::vector<param_header>& declared,
    std::string_view arguments) {
  for (const param_header& param : declared) {
    auto refusal = check_one(fields, param, arguments);
    if (refusal) return refusal;
  }
  return std::nullopt;
}

std::optional<header_refusal> check_param_headers(const http_fields& fields,
                                                  std::string_view input_schema,
                                                  std::string_view arguments) {
  const auto declared = param_headers_of(input_schema);
  if (!declared) return std::nullopt;
  return check_param_headers(fields, *declared, arguments);
}

void set_param_headers(http_fields& fields,
                       const std::vector<param_header>& declared,
                       std::string_view arguments) {
  for (const param_header& param : declared) {
    fields.remove(param.field);
    // Without its field, the server refuses what is ambiguous.
    const std::string_view raw = value_at(arguments, param.path).raw;
    const value_kind kind = kind_of(raw);
    if (kind == value_kind::none || kind == value_kind::unsafe_number) continue;
    const auto text =
        kind == value_kind::text ? text_of(raw) : std::optional(plain(raw));
    if (text) fields.add(param.field, encoded_value(*text));
  }
}

}  // namespace pith::mcp
