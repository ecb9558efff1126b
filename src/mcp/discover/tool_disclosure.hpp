// SPDX-License-Identifier: MIT
/// @file
/// A few tools in place of many: what a client lists, finds and calls.
#ifndef PITH_MCP_DISCOVER_TOOL_DISCLOSURE_HPP
#define PITH_MCP_DISCOVER_TOOL_DISCLOSURE_HPP

#include <pith/tokens.hpp>

#include "mcp/search/tool_index.hpp"

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// The tools that stand for all others.
inline constexpr std::string_view find_tool = "pith_find";
inline constexpr std::string_view read_tool = "pith_read";
inline constexpr std::string_view call_tool = "pith_call";

/// A tool that a client may see and call.
struct disclosed_tool {
  std::string name{};        ///< as clients see and call it; unique
  std::string member{};      ///< the server that it is of
  std::string original{};    ///< as that server calls it
  std::string definition{};  ///< raw, as it would be listed
  bool is_pinned = false;    ///< always listed
  /// The operator declared that it changes nothing (is_read_only()), so
  /// pith_read reaches it.
  bool is_read_only = false;
};

/// Whether the operator declared that a tool changes nothing: its original name
/// matches one of `patterns` (`*` stands for anything), or `trusts_hints` and
/// its raw definition has annotations.readOnlyHint of true.
[[nodiscard]] bool is_read_only(std::string_view original,
                                std::string_view definition,
                                std::span<const std::string> patterns,
                                bool trusts_hints);

/// What the call of pith_read or pith_call stands for.
struct unwrapped_call {
  /// The real tool; null when the call is wrong. Lives as long as the
  /// tool_disclosure.
  const disclosed_tool* tool = nullptr;
  /// The raw arguments of the real tool: a view into the params that were
  /// given, or `{}`.
  std::string_view arguments{};
  /// The params of the call of the real tool: those that were given, with
  /// another name and other arguments. All other members stay.
  std::string params{};
  /// What is wrong, for the model.
  std::string error{};
};

/// What one view of tools (those that a client may see) becomes. Immutable
/// once it is made, and safe for several threads.
class tool_disclosure {
 public:
  /// The most tools that one pith_find returns, and how many without a limit.
  static constexpr std::size_t max_found = 20;
  static constexpr std::size_t usual_found = 5;
  /// The most tokens of the description of pith_find.
  static constexpr std::size_t max_find_tokens = 300;

  /// `synonyms` are groups of words that an operator adds to those built in.
  /// The counter is used only here. Linear in the definitions.
  tool_disclosure(std::vector<disclosed_tool> tools,
                  std::span<const std::vector<std::string>> synonyms,
                  token_counter& counter);

  /// The raw array `tools` that is sent: the pinned ones and those that a page
  /// of the client draws (is_app()), in their order, then pith_find, pith_read
  /// (if it reaches a tool) and pith_call.
  [[nodiscard]] const std::string& list() const noexcept { return list_; }
  /// What all definitions cost, and what those of list() do: tokens of their
  /// compact forms, as definition_tokens() counts them.
  [[nodiscard]] std::size_t tokens_before() const noexcept { return before_; }
  [[nodiscard]] std::size_t tokens_after() const noexcept { return after_; }
  /// What the names of all tools cost, which is what clients show that load
  /// definitions late.
  [[nodiscard]] std::size_t tokens_of_names() const noexcept { return names_; }

  /// Whether this is one of the three tools.
  [[nodiscard]] static bool is_own(std::string_view name) noexcept {
    return name == find_tool || name == read_tool || name == call_tool;
  }

  /// The raw CallToolResult of pith_find with these raw arguments: tools that
  /// fit `query`, best first, with what they take. A query that is the name of
  /// a tool gives its whole description. A result with isError says what is
  /// wrong with the arguments. Any bytes are arguments.
  [[nodiscard]] std::string answer_find(std::string_view arguments) const;

  /// What a call of pith_read or pith_call means, by its raw params, of which
  /// `name` says which one it is. The real tool is not looked at further:
  /// allow, deny and scopes apply to it as to any call. Any bytes are params.
  [[nodiscard]] unwrapped_call unwrap(std::string_view params) const;

 private:
  void index(std::span<const std::vector<std::string>> synonyms);
  void make_list(token_counter& counter);
  [[nodiscard]] std::string find_description(token_counter& counter) const;
  void write_found(std::string& out, const disclosed_tool& tool, bool whole,
                   bool& was_cut) const;
  [[nodiscard]] std::string unknown_tool(std::string_view name) const;
  [[nodiscard]] const disclosed_tool* find_name(std::string_view name) const;

  std::vector<disclosed_tool> tools_;
  std::map<std::string_view, std::size_t> by_name_;
  tool_index index_;
  bool has_read_only_ = false;
  std::string list_;
  std::size_t before_ = 0;
  std::size_t after_ = 0;
  std::size_t names_ = 0;
};

/// A raw CallToolResult with isError that says this to the model; `what` must
/// be UTF-8.
[[nodiscard]] std::string call_error_result(std::string_view what);

}  // namespace pith::mcp

#endif  // PITH_MCP_DISCOVER_TOOL_DISCLOSURE_HPP
