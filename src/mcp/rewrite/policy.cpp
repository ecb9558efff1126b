// SPDX-License-Identifier: MIT
#include "mcp/rewrite/policy.hpp"

#include <algorithm>
#include <array>

namespace pith::mcp {

namespace {

/// What clients show and how much they take (docs/gateway-clients.md).
const std::array<client_profile, known_client_names.size()>& clients() {
  static const std::array<client_profile, known_client_names.size()> known{{
      {"claude-code", shown_form::structured, 25'000, 0},
      {"claude-desktop", shown_form::text, 0, 100'000},
      {"codex", shown_form::structured, 10'000, 0},
      {"vscode", shown_form::structured, 0, 50'000},
      {"cursor", shown_form::structured, 0, 0},
      {"gemini", shown_form::text, 0, 40'000},
      {"copilot-cli", shown_form::both, 0, 10'000},
  }};
  return known;
}

/// Tools of well-known servers that return the contents of files. A model
/// edits files by their exact bytes, so these pass.
constexpr std::array<std::string_view, 5> file_tools{
    "read_file", "read_text_file", "read_multiple_files", "read_media_file",
    "get_file_contents"};

bool matches_any(const std::vector<std::string>& patterns,
                 std::string_view text) noexcept {
  return std::any_of(
      patterns.begin(), patterns.end(),
      [text](const std::string& pattern) { return matches(pattern, text); });
}

}  // namespace

const client_profile* known_client(std::string_view name) {
  const auto& known = clients();
  const auto found = std::find_if(
      known.begin(), known.end(),
      [name](const client_profile& client) { return client.name == name; });
  return found == known.end() ? nullptr : &*found;
}

void client_profile::ask(const result_encoding& said) {
  if (!said.says_something()) return;
  asked = said.value_or_from(asked);
  if (said.max_tokens != 0) max_tokens = said.max_tokens;
}

bool matches(std::string_view pattern, std::string_view text) noexcept {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = pattern.npos;  // the last one met
  std::size_t taken = 0;            // where the text after it began
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != pattern.npos) {
      p = star + 1;
      t = ++taken;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == pattern.npos;
}

rewrite_mode rewrite_policy::mode_of(std::string_view tool) const {
  for (const tool_rule& rule : tools) {
    if (matches(rule.tools, tool)) return rule.mode;
  }
  const bool is_file_tool =
      std::find(file_tools.begin(), file_tools.end(), tool) != file_tools.end();
  return is_file_tool ? rewrite_mode::passthrough : mode;
}

const change_rule* rewrite_policy::changes_of(std::string_view tool) const {
  const auto found = std::find_if(
      changes.begin(), changes.end(),
      [tool](const change_rule& rule) { return matches(rule.tools, tool); });
  return found == changes.end() ? nullptr : &*found;
}

bool rewrite_policy::allows(std::string_view tool) const {
  return (allow.empty() || matches_any(allow, tool)) &&
         !matches_any(deny, tool);
}

}  // namespace pith::mcp
