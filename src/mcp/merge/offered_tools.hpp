// SPDX-License-Identifier: MIT
/// @file
/// The tools that an endpoint lists: those of its members or a few to find them
/// with, and pith's own.
#ifndef PITH_MCP_MERGE_OFFERED_TOOLS_HPP
#define PITH_MCP_MERGE_OFFERED_TOOLS_HPP

#include "mcp/discover/tool_disclosure.hpp"
#include "mcp/merge/member_set.hpp"
#include "mcp/merge/merge_settings.hpp"
#include "mcp/protocol/message.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith::mcp {

/// What became of a call.
struct own_call {
  bool is_own = false;   ///< it is one of pith's own tools, and is answered
  std::string inside{};  ///< the call of a real tool that it stands for
};

/// For the thread of its members.
class offered_tools {
 public:
  using sender = std::function<void(std::string text)>;

  offered_tools(std::shared_ptr<member_set> members,
                std::shared_ptr<const merge_settings> settings,
                sender to_client)
      : members_(std::move(members)),
        settings_(std::move(settings)),
        send_(std::move(to_client)) {}

  /// The raw array for a client; counts what it costs.
  [[nodiscard]] std::string list(const caller& who);
  /// Different for different tools that are for a caller.
  [[nodiscard]] std::size_t mark(const caller& who) const;
  /// Answers a call of a tool of pith's own, or unwraps it.
  [[nodiscard]] own_call take_own(const message& m, const caller& who);

 private:
  /// A member that answers calls of this tool, if any does.
  [[nodiscard]] std::optional<std::size_t> owner_of(
      std::string_view own_tool) const;
  /// Tokens of all definitions, as the members' policies have them.
  [[nodiscard]] std::size_t list_tokens() const;
  [[nodiscard]] bool discovers(const caller& who) const;
  /// The tools of the view in force that are for a caller, by their places.
  [[nodiscard]] std::vector<std::size_t> tools_for(const caller& who) const;
  /// The few tools for these; null without a tokenizer.
  [[nodiscard]] const tool_disclosure* disclosure(const caller& who);
  [[nodiscard]] own_call find_or_unwrap(const message& m, const caller& who);
  void count_members() const;
  void count_disclosure(const caller& who, std::size_t after) const;

  std::shared_ptr<member_set> members_;
  std::shared_ptr<const merge_settings> settings_;
  sender send_;
  std::shared_ptr<const merged_view> disclosed_view_;
  std::vector<std::size_t> disclosed_tools_;
  std::unique_ptr<const tool_disclosure> disclosed_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_OFFERED_TOOLS_HPP
