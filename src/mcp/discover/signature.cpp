// SPDX-License-Identifier: MIT
#include "mcp/discover/signature.hpp"

#include "mcp/raw_json/json_span.hpp"
#include "mcp/raw_json/json_text.hpp"
#include "mcp/rewrite/slim_tool.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

namespace pith::mcp {

namespace {

bool is_one_of(std::string_view raw, std::span<const std::string_view> texts) {
  return std::ranges::any_of(
      texts, [raw](std::string_view text) { return is_text(raw, text); });
}

// Keywords of a schema that a signature says in its own way, or leaves out.
constexpr std::array<std::string_view, 6> object_keywords{
    "type",    "properties",           "required",
    "$schema", "additionalProperties", "title"};
constexpr std::array<std::string_view, 6> property_keywords{
    "type", "description", "enum", "default", "title", "examples"};
constexpr std::array<std::string_view, 3> item_keywords{"type", "title",
                                                        "enum"};

/// What a schema says by the keywords of a simple property.
struct simple_schema {
  std::string_view type{};
  std::string_view description{};
  std::string_view choices{};
  std::string_view preset{};
  std::string_view items{};
};

/// Nothing when it says more.
std::optional<simple_schema> read_simple(
    std::string_view raw, std::span<const std::string_view> keywords) {
  const auto members = members_of(raw);
  if (!members) return std::nullopt;
  simple_schema out;
  for (const member_span& m : *members) {
    if (is_text(m.key, "type")) {
      out.type = m.value;
    } else if (is_text(m.key, "description")) {
      out.description = m.value;
    } else if (is_text(m.key, "enum")) {
      out.choices = m.value;
    } else if (is_text(m.key, "default")) {
      out.preset = m.value;
    } else if (is_text(m.key, "items")) {
      out.items = m.value;
      continue;
    }
    if (!is_one_of(m.key, keywords)) return std::nullopt;
  }
  return out;
}

/// `string`, `"a"|"b"`; empty when there is no such short form.
std::string short_type(const simple_schema& from) {
  std::string out;
  if (!from.choices.empty()) {
    const auto values = elements_of(from.choices);
    if (!values) return {};
    for (const std::string_view value : *values) {
      if (!out.empty()) out += '|';
      out += compact_json(value);
    }
    return out;
  }
  const auto name = text_of(from.type);
  if (!name) return {};
  constexpr std::array<std::string_view, 4> simple{"string", "number",
                                                   "integer", "boolean"};
  if (std::ranges::find(simple, *name) == simple.end()) return {};
  return *name;
}

std::string type_of(const simple_schema& from) {
  if (from.items.empty()) return short_type(from);
  if (!is_text(from.type, "array") || !from.choices.empty()) return {};
  const auto items = read_simple(from.items, item_keywords);
  if (!items || !items->items.empty()) return {};
  std::string out = short_type(*items);
  if (out.empty()) return out;
  if (!items->choices.empty()) out = '(' + out + ')';
  return out + "[]";
}

class signature_writer {
 public:
  signature_writer(const text_limits& limits, bool& was_cut)
      : limits_(limits), was_cut_(&was_cut) {}

  void property(const member_span& p, bool is_required) {
    out_ += out_.empty() ? "{" : ", ";
    const std::string name = text_of(p.key).value_or("");
    // What is not a name in TypeScript stands in quotes there.
    const bool is_plain =
        !name.empty() &&
        name.find_first_not_of(
            "abcdefghijklmnopqrstuvwxyz"
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string::npos;
    if (is_plain) {
      out_ += name;
    } else {
      out_ += p.key;
    }
    out_ += is_required ? ": " : "?: ";
    const auto simple = read_simple(p.value, property_keywords);
    const std::string type = simple ? type_of(*simple) : std::string{};
    if (!simple || type.empty()) {
      json_schema(p.value);
      return;
    }
    out_ += type;
    if (!simple->preset.empty() && simple->preset != "null") {
      out_ += " = ";
      out_ += compact_json(simple->preset);
    }
    comment(simple->description);
  }

  [[nodiscard]] std::string finish() {
    return out_.empty() ? "{}" : std::move(out_) + "}";
  }

 private:
  void json_schema(std::string_view raw) {
    const std::string text = compact_json(raw);
    if (text.size() <= limits_.schema) {
      out_ += text;
      return;
    }
    *was_cut_ = true;
    const auto type = find_member(raw, "type");
    out_ += type ? text_of(*type).value_or("") : std::string{};
    out_ += "...";
    if (const auto said = find_member(raw, "description")) comment(*said);
  }

  void comment(std::string_view raw) {
    const auto text = text_of(raw);
    if (!text) return;
    std::string line = one_line(*text, limits_.hint, *was_cut_);
    if (line.empty()) return;
    // What ends the comment must not stand in it.
    for (std::size_t at = line.find("*/"); at != std::string::npos;
         at = line.find("*/", at)) {
      line.replace(at, 2, "* /");
    }
    out_ += " /*";
    out_ += line;
    out_ += "*/";
  }

  text_limits limits_;
  bool* was_cut_;
  std::string out_;
};

}  // namespace

std::string one_line(std::string_view text, std::size_t most, bool& was_cut) {
  std::string out;
  for (const char c : text) {
    const bool is_gap = static_cast<unsigned char>(c) <= ' ';
    if (!is_gap) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  if (out.size() <= most) return out;
  was_cut = true;
  std::size_t end = out.rfind(' ', most);
  if (end == std::string::npos || end < most / 2) {
    // One long word: not within a character.
    end = most;
    while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xC0U) == 0x80U) {
      --end;
    }
  }
  out.resize(end);
  out += "...";
  return out;
}

std::string signature_of(std::string_view schema, const text_limits& limits,
                         bool& was_cut) {
  const auto members = members_of(schema);
  if (!members) return "{}";
  std::string_view properties;
  std::string_view required;
  for (const member_span& m : *members) {
    if (!is_one_of(m.key, object_keywords)) return compact_json(schema);
    if (is_text(m.key, "properties")) properties = m.value;
    if (is_text(m.key, "required")) required = m.value;
  }
  const auto all = members_of(properties);
  if (!all) return "{}";
  std::vector<std::string> needed;
  if (const auto names = elements_of(required)) {
    for (const std::string_view name : *names) {
      if (auto text = text_of(name)) needed.push_back(std::move(*text));
    }
  }
  std::ranges::sort(needed);
  signature_writer writer{limits, was_cut};
  for (const member_span& p : *all) {
    const auto name = text_of(p.key);
    writer.property(p, name && std::ranges::binary_search(needed, *name));
  }
  return writer.finish();
}

}  // namespace pith::mcp
