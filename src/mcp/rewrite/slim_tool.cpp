// SPDX-License-Identifier: MIT
#include "mcp/rewrite/slim_tool.hpp"

#include "mcp/raw_json/json_span.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pith::mcp {

namespace {

/// What a container is; decides what its members mean.
enum class role : std::uint8_t {
  tool,
  annotations,
  schema,
  named_schemas,   ///< an object: schemas under names that are not keywords
  listed_schemas,  ///< an array of schemas
  other,           ///< never entered
};

/// A keyword of JSON Schema that has schemas below it.
struct keyword {
  std::string_view name;
  role holds;
  /// Below it a schema that accepts more would mean something else.
  bool is_delicate = false;
};

constexpr std::array<keyword, 22> keywords{{
    {"properties", role::named_schemas},
    {"patternProperties", role::named_schemas},
    {"$defs", role::named_schemas},
    {"definitions", role::named_schemas},
    {"dependentSchemas", role::named_schemas},
    {"dependencies", role::named_schemas},
    {"items", role::schema},
    {"prefixItems", role::schema},
    {"additionalItems", role::schema},
    {"unevaluatedItems", role::schema},
    {"additionalProperties", role::schema},
    {"unevaluatedProperties", role::schema},
    {"propertyNames", role::schema},
    {"contentSchema", role::schema},
    {"allOf", role::schema},
    {"anyOf", role::schema},
    {"then", role::schema},
    {"else", role::schema},
    {"oneOf", role::schema, true},
    {"not", role::schema, true},
    {"if", role::schema, true},
    {"contains", role::schema, true},
}};

const keyword* find_keyword(std::string_view name) noexcept {
  const auto found =
      std::find_if(keywords.begin(), keywords.end(),
                   [name](const keyword& k) { return k.name == name; });
  return found == keywords.end() ? nullptr : &*found;
}

/// A schema, or a list of them, as the value itself shows.
role schema_at(char first) noexcept {
  if (first == '{') return role::schema;
  return first == '[' ? role::listed_schemas : role::other;
}

/// Goes through a definition once, from left to right, and collects what is
/// to go. The text has been checked to be one JSON object, so that brackets
/// match and every key has its value.
class slim_walk {
 public:
  slim_walk(std::string_view text, const slim_request& what)
      : text_(text), what_(what) {}

  [[nodiscard]] std::vector<member_span> run() {
    enter(role::tool, false);
    while (!open_.empty()) step();
    // A title that stays is known only after the object around it.
    std::erase_if(found_, [](const member_span& m) { return m.key.empty(); });
    return std::move(found_);
  }

 private:
  struct frame {
    role what;
    bool is_delicate;
    bool has_const = false;
    std::size_t title = none;  // in found_
  };
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  void enter(role what, bool is_delicate) {
    open_.push_back({what, is_delicate});
    ++at_;  // the bracket
  }

  void leave() {
    const frame& last = open_.back();
    if (last.has_const && last.title != none) found_[last.title] = {};
    open_.pop_back();
    ++at_;
  }

  void step() {
    skip_blanks();
    const char c = text_[at_];
    if (c == ',') {
      ++at_;
    } else if (c == '}' || c == ']') {
      leave();
    } else if (open_.back().what == role::listed_schemas) {
      visit({}, {});
    } else {
      const std::string_view key = take_value();
      skip_blanks();
      ++at_;  // the colon
      skip_blanks();
      visit(key, name_of(key));
    }
  }

  /// The value that begins here, under a key if the container is an object.
  void visit(std::string_view key, std::string_view name) {
    const char first = text_[at_];
    frame& parent = open_.back();
    bool is_delicate = parent.is_delicate;
    const role inside = role_below(parent.what, name, first, is_delicate);
    if (inside != role::other && !goes_empty(inside)) {
      enter(inside, is_delicate);
      return;
    }
    const std::string_view value = take_value();
    if (parent.what == role::schema && name == "const") parent.has_const = true;
    if (!is_to_go(parent, name, value)) return;
    if (parent.what == role::schema && name == "title") {
      parent.title = found_.size();
    }
    found_.push_back({key, value});
  }

  static role role_below(role parent, std::string_view name, char first,
                         bool& is_delicate) noexcept {
    switch (parent) {
      case role::tool:
        if (first != '{') return role::other;
        if (name == "inputSchema") return role::schema;
        return name == "annotations" ? role::annotations : role::other;
      case role::schema: {
        const keyword* const known = find_keyword(name);
        if (known == nullptr) return role::other;
        is_delicate = is_delicate || known->is_delicate;
        if (known->holds == role::schema) return schema_at(first);
        return first == '{' ? known->holds : role::other;
      }
      case role::named_schemas:
      case role::listed_schemas:
        return first == '{' ? role::schema : role::other;
      default:
        return role::other;
    }
  }

  /// Annotations that would have nothing left go as a whole.
  [[nodiscard]] bool goes_empty(role inside) const {
    if (inside != role::annotations || !what_.rules.titles) return false;
    const std::string_view rest = text_.substr(at_);
    const auto members =
        members_of(rest.substr(0, value_length(rest).value_or(0)));
    return members && !members->empty() &&
           std::all_of(
               members->begin(), members->end(),
               [](const member_span& m) { return is_text(m.key, "title"); });
  }

  [[nodiscard]] bool is_to_go(const frame& parent, std::string_view name,
                              std::string_view value) const noexcept {
    const slimming& rules = what_.rules;
    switch (parent.what) {
      case role::tool:
        return (name == "outputSchema" && what_.output_schema) ||
               (name == "icons" && rules.icons) ||
               (name == "title" && rules.titles) ||
               // An object that was not entered: see goes_empty().
               (name == "annotations" && value.front() == '{');
      case role::annotations:
        return name == "title" && rules.titles;
      case role::schema:
        // A value of another type than the keyword has is none of ours.
        if (name == "title") return rules.titles && value.front() == '"';
        if (name == "examples") return rules.examples && value.front() == '[';
        if (!rules.schema_noise) return false;
        if (name == "$schema") return value.front() == '"';
        if (name == "default") return value == "null";
        return name == "additionalProperties" && !parent.is_delicate &&
               (value == "true" || value == "false");
      default:
        return false;
    }
  }

  void skip_blanks() noexcept {
    while (is_blank(text_[at_])) ++at_;
  }

  std::string_view take_value() {
    const std::string_view rest = text_.substr(at_);
    const std::string_view value =
        rest.substr(0, value_length(rest).value_or(1));
    at_ += value.size();
    return value;
  }

  /// The text of a key; valid until the next one.
  std::string_view name_of(std::string_view key) {
    if (key.find('\\') == key.npos) return key.substr(1, key.size() - 2);
    decoded_ = text_of(key).value_or(std::string{});
    return decoded_;
  }

  std::string_view text_;
  slim_request what_;
  std::size_t at_ = 0;
  std::vector<frame> open_;
  std::vector<member_span> found_;
  std::string decoded_;
};

}  // namespace

std::optional<std::string> slim_tool(std::string_view definition,
                                     const slim_request& what) {
  if (!definition.starts_with('{') ||
      value_length(definition) != definition.size()) {
    return std::nullopt;
  }
  if (!what.output_schema && !what.rules.any()) return std::nullopt;
  const std::vector<member_span> parts = slim_walk{definition, what}.run();
  if (parts.empty()) return std::nullopt;
  splice rest{definition};
  for (const member_span& part : parts) rest.remove_member(part);
  return rest.finish();
}

std::string compact_json(std::string_view raw) {
  std::string out;
  out.reserve(raw.size());
  std::size_t at = 0;
  while (at < raw.size()) {
    if (raw[at] != '"') {
      if (!is_blank(raw[at])) out.push_back(raw[at]);
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    while (end < raw.size() && raw[end] != '"') {
      end += raw[end] == '\\' ? 2 : 1;
    }
    end = std::min(end + 1, raw.size());
    out.append(raw.substr(at, end - at));
    at = end;
  }
  return out;
}

}  // namespace pith::mcp
