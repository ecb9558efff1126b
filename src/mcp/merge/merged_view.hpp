// SPDX-License-Identifier: MIT
/// @file
/// What an endpoint offers: the lists of its members as one.
#ifndef PITH_MCP_MERGE_MERGED_VIEW_HPP
#define PITH_MCP_MERGE_MERGED_VIEW_HPP

#include "mcp/merge/member_catalog.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// A member as the view sees it.
struct view_member {
  std::string_view name;
  std::string_view prefix;
  std::shared_ptr<const member_catalog> catalog;  ///< null: nothing is known
};

/// Something that is offered under a name.
struct exposed_item {
  std::size_t member = 0;  ///< whose, by its place in the settings
  std::string name;        ///< as the endpoint offers it
  std::string original;    ///< as the member has it
  std::string definition;  ///< raw, with the exposed name and URIs
};

/// Never changed once it is made. Names are looked up, never taken apart: what
/// a client calls was offered, or does not exist.
class merged_view {
 public:
  merged_view() = default;
  /// Names that two members' items would share belong to neither, and are
  /// listed in `hidden`: whoever shadows a tool is called in its place.
  merged_view(std::span<const view_member> members, std::size_t max_name);

  [[nodiscard]] const exposed_item* find_tool(std::string_view name) const;
  [[nodiscard]] const exposed_item* find_prompt(std::string_view name) const;
  [[nodiscard]] const std::vector<exposed_item>& tools() const noexcept {
    return tools_.items;
  }
  /// Raw arrays.
  [[nodiscard]] std::string tool_array() const { return array_of(tools_); }
  [[nodiscard]] std::string prompt_array() const { return array_of(prompts_); }
  [[nodiscard]] std::string template_array() const;
  /// Raw definitions, in order.
  [[nodiscard]] const std::vector<std::string>& resources() const noexcept {
    return resources_;
  }
  /// Which items are offered to nobody, because two members have them.
  [[nodiscard]] const std::vector<std::string>& hidden() const noexcept {
    return hidden_;
  }

  /// Different for different lists: of tools, prompts, resources.
  [[nodiscard]] std::size_t tool_mark() const noexcept { return tool_mark_; }
  [[nodiscard]] std::size_t prompt_mark() const noexcept {
    return prompt_mark_;
  }
  [[nodiscard]] std::size_t resource_mark() const noexcept {
    return resource_mark_;
  }

 private:
  struct named_items {
    std::vector<exposed_item> items;  // in order
    std::map<std::string, std::size_t, std::less<>> by_name;
  };

  void add(named_items& to, exposed_item item,
           std::map<std::string, std::size_t>& seen);
  void drop_doubles(named_items& from,
                    const std::map<std::string, std::size_t>& seen);
  [[nodiscard]] static const exposed_item* find(const named_items& in,
                                                std::string_view name);
  [[nodiscard]] static std::string array_of(const named_items& all);

  named_items tools_;
  named_items prompts_;
  std::vector<std::string> resources_;
  std::vector<std::string> templates_;
  std::vector<std::string> hidden_;
  std::size_t tool_mark_ = 0;
  std::size_t prompt_mark_ = 0;
  std::size_t resource_mark_ = 0;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_MERGED_VIEW_HPP
