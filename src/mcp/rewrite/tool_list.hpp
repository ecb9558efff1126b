// SPDX-License-Identifier: MIT
/// @file
/// Tool lists: what they cost, which tools are offered, what of a definition
/// is left out; and what must be remembered of tools for their results.
#ifndef PITH_MCP_REWRITE_TOOL_LIST_HPP
#define PITH_MCP_REWRITE_TOOL_LIST_HPP

#include <pith/tokens.hpp>

#include "mcp/rewrite/pages/own_tools.hpp"
#include "mcp/rewrite/policy.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// What lists said of the tools of one server. Safe for several threads. Keeps
/// up to max_tools of them; what comes later is unknown.
class tool_registry {
 public:
  static constexpr std::size_t max_tools = 10'000;

  struct entry {
    /// A page reads its results: `_meta.ui.resourceUri`, and what came before
    /// or beside it, `ui/resourceUri` and `openai/outputTemplate`.
    bool is_app = false;
    bool has_output_schema = false;
    bool has_since = false;     ///< it has an argument of this name itself
    bool answers_rows = false;  ///< it has answered with rows that a key tells
                                ///< apart
    std::size_t tokens_before = 0;
    std::size_t tokens_after = 0;
  };
  void note(std::string_view tool, const entry& known);
  /// It answers with rows that a field tells apart; nothing happens when the
  /// tool is not known.
  void note_rows(std::string_view tool);
  [[nodiscard]] std::optional<entry> find(std::string_view tool) const;
  [[nodiscard]] std::map<std::string, entry> all() const;
  /// No list has been seen.
  [[nodiscard]] bool is_empty() const;
  /// No further tool can be noted.
  [[nodiscard]] bool is_full() const;

 private:
  mutable std::mutex lock_;
  std::map<std::string, entry, std::less<>> tools_;
};

struct tool_list_outcome {
  std::optional<std::string> result{};  ///< nothing: as it came
  std::size_t tools_before = 0;
  std::size_t tools_after = 0;
  std::size_t tokens_before = 0;
  std::size_t tokens_after = 0;
};

/// The raw definitions of more_tool and query_tool.
[[nodiscard]] std::string more_tool_definition();
[[nodiscard]] std::string query_tool_definition();

/// Whether a page of the client's draws the results of a tool, by its raw
/// definition.
[[nodiscard]] bool is_app(std::string_view definition);

/// What a definition costs: the tokens of its compact form, which is how
/// clients hand it on, however it came.
[[nodiscard]] std::size_t definition_tokens(std::string_view definition,
                                            token_counter& counter);

/// Whether a tool is for whoever asks for a list.
using tool_filter = std::function<bool(std::string_view tool)>;

/// Rewrites the raw result of a tools/list and notes the tools that the policy
/// allows in `registry`. Removes tools that the policy does not allow, those
/// that are not for the caller (`is_for`; null: all are), outputSchema of
/// tools whose structuredContent will go (mode text_only, no app), and what the
/// policy slims (slim_tool.hpp); adds pith_more and pith_query on the last
/// page, which has no nextCursor, when the policy offers them and no tool has
/// the name; adds the argument pith_since to tools that the policy names, or,
/// where it names all, to those that have answered with rows that a field tells
/// apart. Never touches names, types or required members. Each definition
/// keeps all other bytes, and the result all beside `tools`. A result that is
/// not a list stays.
[[nodiscard]] tool_list_outcome rewrite_tool_list(
    std::string_view result, const rewrite_policy& policy,
    token_counter& counter, tool_registry& registry,
    const tool_filter& is_for = nullptr);

/// The mode in which results of a tool are rewritten: by policy, but apps pass,
/// and so do tools that a full registry had no room for. Lists and results are
/// rewritten by this one rule, so that an outputSchema goes exactly where its
/// structuredContent does.
[[nodiscard]] rewrite_mode mode_of(const rewrite_policy& policy,
                                   const tool_registry& registry,
                                   std::string_view tool);

/// The rule by which a model can ask what has changed since an earlier answer
/// of a tool; null when it cannot: by policy, because the results of the tool
/// are not rewritten, or because it has an argument of that name itself.
[[nodiscard]] const change_rule* changes_of(const rewrite_policy& policy,
                                            const tool_registry& registry,
                                            std::string_view tool);

}  // namespace pith::mcp

#endif  // PITH_MCP_REWRITE_TOOL_LIST_HPP
