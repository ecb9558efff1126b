// SPDX-License-Identifier: MIT
#include "mcp/search/searched_tool.hpp"

#include "mcp/raw_json/json_span.hpp"
#include "mcp/raw_json/json_text.hpp"
#include "mcp/search/words.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace pith::mcp {

namespace {

constexpr std::size_t max_properties = 200;
constexpr std::size_t max_levels = 4;
constexpr std::size_t max_hint_bytes = 8'000;

/// A schema that has still to be read, in place.
struct open_schema {
  std::string_view raw;
  std::size_t level = 0;
};

class parameter_reader {
 public:
  explicit parameter_reader(searched_tool& into) : into_(&into) {}

  void read(std::string_view schema) {
    std::vector<open_schema> open{{schema, 0}};
    // Grows at the end while it is read: level by level, no recursion.
    for (std::size_t i = 0; i < open.size(); ++i) {
      const open_schema at = open[i];
      const auto members = members_of(at.raw);
      if (!members || at.level >= max_levels) continue;
      for (const member_span& m : *members) take(m, at.level, open);
    }
  }

 private:
  void take(const member_span& m, std::size_t level,
            std::vector<open_schema>& open) {
    if (is_text(m.key, "properties")) {
      take_properties(m.value, level, open);
    } else if (is_text(m.key, "items")) {
      open.push_back({m.value, level + 1});
    } else if (level > 0 &&
               (is_text(m.key, "description") || is_text(m.key, "title"))) {
      hint(m.value);
    } else if (is_text(m.key, "enum")) {
      const auto values = elements_of(m.value);
      if (!values) return;
      for (const std::string_view value :
           std::span{*values}.first(std::min(values->size(), max_properties))) {
        hint(value);
      }
    }
  }

  void take_properties(std::string_view raw, std::size_t level,
                       std::vector<open_schema>& open) {
    const auto properties = members_of(raw);
    if (!properties) return;
    for (const member_span& p : *properties) {
      if (++properties_ > max_properties) return;
      const auto name = text_of(p.key);
      if (!name) continue;
      // Names further in say less about what the tool does.
      std::string& into = level == 0 ? into_->parameters : into_->hints;
      append(into, split_name(std::string_view{*name}.substr(0, 128)));
      open.push_back({p.value, level + 1});
    }
  }

  void hint(std::string_view raw) {
    if (into_->hints.size() >= max_hint_bytes) return;
    if (const auto text = text_of(raw)) {
      append(into_->hints, std::string_view{*text}.substr(
                               0, max_hint_bytes - into_->hints.size()));
    }
  }

  static void append(std::string& to, std::string_view text) {
    if (!to.empty()) to += ' ';
    to += text;
  }

  searched_tool* into_;
  std::size_t properties_ = 0;
};

}  // namespace

void read_parameters(std::string_view schema, searched_tool& into) {
  parameter_reader{into}.read(schema);
}

}  // namespace pith::mcp
