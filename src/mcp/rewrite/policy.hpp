// SPDX-License-Identifier: MIT
/// @file
/// What is rewritten, for whom and how: plain values that the configuration
/// fills and the rewriting reads. Never changed once requests are served.
#ifndef PITH_MCP_REWRITE_POLICY_HPP
#define PITH_MCP_REWRITE_POLICY_HPP

#include <pith/tool_result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// What a client puts in front of the model when a result has both.
enum class shown_form : std::uint8_t {
  structured,  ///< structuredContent, as compact JSON; text without one
  text,        ///< the text blocks
  both,
};
/// In the order of shown_form.
inline constexpr std::array<std::string_view, 3> shown_form_names{
    "structured", "text", "both"};

/// What may be changed in the results of a tool.
enum class rewrite_mode : std::uint8_t {
  /// outputSchema and structuredContent go, the cheapest form comes as text.
  text_only,
  /// Only text blocks change; outputSchema and structuredContent stay.
  keep_structured,
  /// Nothing changes.
  passthrough,
};
/// In the order of rewrite_mode.
inline constexpr std::array<std::string_view, 3> rewrite_mode_names{
    "text-only", "keep-structured", "passthrough"};

/// A client, as far as it matters to what it is sent.
struct client_profile {
  std::string name = "default";
  shown_form shows = shown_form::structured;
  /// Most tokens of a result; 0: no limit.
  std::size_t max_tokens = 0;
  /// Most characters (code points) of a result; 0: no limit.
  std::size_t max_characters = 0;
  /// What it said about the forms that it reads, or what was configured so.
  result_encoding asked{};

  /// Takes note of what is said nearer to a request than all before.
  void ask(const result_encoding& said);
  /// Whether a program reads the results, as the server sends them: JSON and
  /// nothing else was asked for, in any length.
  [[nodiscard]] bool wants_results_unchanged() const noexcept {
    return asked.is_json_alone() && asked.max_tokens == 0;
  }
};

inline constexpr std::array<std::string_view, 7> known_client_names{
    "claude-code", "claude-desktop", "codex", "copilot-cli",
    "cursor",      "gemini",         "vscode"};

/// The client of this name; null when it is not known. Static.
[[nodiscard]] const client_profile* known_client(std::string_view name);

/// A rule for tools whose name matches `tools`, where `*` stands for anything.
struct tool_rule {
  std::string tools;
  rewrite_mode mode = rewrite_mode::passthrough;
  bool operator==(const tool_rule&) const = default;
};

/// Tools of which a model can ask what has changed since an earlier answer.
struct change_rule {
  std::string tools;       ///< `*` stands for anything
  std::string key{};       ///< the field that tells rows apart; empty: inferred
  bool is_ordered = true;  ///< rows that moved are a change
  bool operator==(const change_rule&) const = default;
};

/// Named rules that make tool lists smaller (docs/gateway.md).
struct slimming {
  bool titles = false;    ///< title and annotations.title
  bool examples = false;  ///< examples in schemas
  bool schema_noise =
      false;           ///< $schema, additionalProperties, defaults of null
  bool icons = false;  ///< icons
  [[nodiscard]] bool any() const noexcept {
    return titles || examples || schema_noise || icons;
  }
  bool operator==(const slimming&) const = default;
};

/// How the answers of one server are rewritten.
struct rewrite_policy {
  rewrite_mode mode = rewrite_mode::text_only;
  /// Names of lossless codecs that take part beside JSON. Tokens decide; among
  /// equals JSON wins, then the earlier one. GCF is cheapest for tables, TRON
  /// for small and nested data.
  std::vector<std::string> formats{"gcf", "tron"};
  std::string tokenizer = "o200k_base";
  /// Results of fewer tokens pass untouched.
  std::size_t min_tokens = 48;
  /// JSON inside JSON strings is read as JSON where that is faithful.
  bool unfold = true;
  /// Results with isError are rewritten too.
  bool errors = false;
  /// resource.text of media type application/json is rewritten too.
  bool resources = false;
  /// The first rule that matches decides; then `mode`.
  std::vector<tool_rule> tools;
  /// Tools that are offered; empty: all. `*` stands for anything.
  std::vector<std::string> allow;
  std::vector<std::string> deny;
  slimming slim;
  /// Offer pith_more and cut results above the limits of the client.
  bool more = false;
  /// Offer pith_query too: what is cut is kept, and the model gets its shape
  /// and a few rows. Includes `more`.
  bool ask = false;
  /// Results above so many tokens are treated so even where they would fit; 0:
  /// only those above the limits of the client.
  std::size_t ask_tokens = 0;

  /// The first rule that matches a tool says how.
  std::vector<change_rule> changes;

  /// The server reads what clients ask for, and its marks on text blocks are
  /// believed.
  bool native = false;

  /// Whether results may be cut.
  [[nodiscard]] bool cuts() const noexcept { return more || ask; }

  /// The mode of a tool by `tools`, by what is known of tools that return the
  /// contents of files (they pass), and by `mode`.
  [[nodiscard]] rewrite_mode mode_of(std::string_view tool) const;
  /// The rule for changes of a tool; null when there is none. Valid as long as
  /// the policy.
  [[nodiscard]] const change_rule* changes_of(std::string_view tool) const;
  /// Whether the tool is offered and may be called.
  [[nodiscard]] bool allows(std::string_view tool) const;
  /// Whether both rewrite alike.
  bool operator==(const rewrite_policy&) const = default;
};

/// Whether `text` matches `pattern`, in which `*` stands for any text.
[[nodiscard]] bool matches(std::string_view pattern,
                           std::string_view text) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_REWRITE_POLICY_HPP
