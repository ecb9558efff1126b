// SPDX-License-Identifier: MIT
#include "mcp/merge/merged_view.hpp"

#include "mcp/merge/exposed_name.hpp"
#include "mcp/merge/exposed_parts.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace pith::mcp {

namespace {

std::string joined(const std::vector<std::string>& items) {
  std::string out = "[";
  for (const std::string& one : items) {
    if (out.size() > 1) out.push_back(',');
    out += one;
  }
  out.push_back(']');
  return out;
}

/// The item of a raw definition; nothing when it has no name.
std::optional<exposed_item> item_of(std::string_view definition,
                                    const view_member& from, std::size_t place,
                                    answer_shape shape, std::size_t max_name) {
  const std::string_view raw = member_or_none(definition, "name");
  auto name = text_of(raw);
  if (!name || name->empty()) return std::nullopt;
  exposed_item item;
  item.member = place;
  item.name = exposed_name(from.prefix, from.name, *name, max_name);
  // Names of pith's own are never a member's.
  if (from.prefix.empty() && item.name.starts_with("pith_")) {
    return std::nullopt;
  }
  exposed_parts parts{definition, from.prefix};
  parts.add(definition, shape);
  if (item.name != *name) parts.replace(raw, quoted_json(item.name));
  item.definition = parts.finish();
  item.original = std::move(*name);
  return item;
}

std::string exposed_definition(std::string_view definition,
                               std::string_view prefix, answer_shape shape) {
  exposed_parts parts{definition, prefix};
  parts.add(definition, shape);
  return parts.finish();
}

std::size_t mark_of(const std::string& text) {
  return std::hash<std::string>{}(text);
}

}  // namespace

merged_view::merged_view(std::span<const view_member> members,
                         std::size_t max_name) {
  std::map<std::string, std::size_t> tools_seen;
  std::map<std::string, std::size_t> prompts_seen;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const view_member& from = members[i];
    if (!from.catalog) continue;
    for (const std::string& one : from.catalog->tools) {
      if (auto item =
              item_of(one, from, i, answer_shape::tool_item, max_name)) {
        add(tools_, std::move(*item), tools_seen);
      }
    }
    for (const std::string& one : from.catalog->prompts) {
      if (auto item = item_of(one, from, i, answer_shape::plain, max_name)) {
        add(prompts_, std::move(*item), prompts_seen);
      }
    }
    for (const std::string& one : from.catalog->resources) {
      resources_.push_back(
          exposed_definition(one, from.prefix, answer_shape::item));
    }
    for (const std::string& one : from.catalog->templates) {
      templates_.push_back(
          exposed_definition(one, from.prefix, answer_shape::pattern));
    }
  }
  drop_doubles(tools_, tools_seen);
  drop_doubles(prompts_, prompts_seen);
  tool_mark_ = mark_of(tool_array());
  prompt_mark_ = mark_of(prompt_array());
  resource_mark_ = mark_of(joined(resources_) + template_array());
}

void merged_view::add(named_items& to, exposed_item item,
                      std::map<std::string, std::size_t>& seen) {
  ++seen[item.name];
  to.items.push_back(std::move(item));
}

void merged_view::drop_doubles(named_items& from,
                               const std::map<std::string, std::size_t>& seen) {
  std::erase_if(from.items, [&seen](const exposed_item& item) {
    return seen.at(item.name) > 1;
  });
  for (const auto& [name, times] : seen) {
    if (times > 1) hidden_.push_back(name);
  }
  for (std::size_t i = 0; i < from.items.size(); ++i) {
    from.by_name.emplace(from.items[i].name, i);
  }
}

const exposed_item* merged_view::find(const named_items& in,
                                      std::string_view name) {
  const auto at = in.by_name.find(name);
  return at == in.by_name.end() ? nullptr : &in.items[at->second];
}

const exposed_item* merged_view::find_tool(std::string_view name) const {
  return find(tools_, name);
}

const exposed_item* merged_view::find_prompt(std::string_view name) const {
  return find(prompts_, name);
}

std::string merged_view::array_of(const named_items& all) {
  std::string out = "[";
  for (const exposed_item& one : all.items) {
    if (out.size() > 1) out.push_back(',');
    out += one.definition;
  }
  out.push_back(']');
  return out;
}

std::string merged_view::template_array() const { return joined(templates_); }

}  // namespace pith::mcp
