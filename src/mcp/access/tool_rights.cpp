// SPDX-License-Identifier: MIT
#include "mcp/access/tool_rights.hpp"

#include "mcp/access/caller_match.hpp"
#include "mcp/rewrite/policy.hpp"

#include <algorithm>

namespace pith::mcp {

namespace {

bool matches_one(const std::vector<std::string>& patterns,
                 std::string_view name) {
  return patterns.empty() || std::any_of(patterns.begin(), patterns.end(),
                                         [name](const std::string& pattern) {
                                           return matches(pattern, name);
                                         });
}

/// Takes the next word off a text of words and single blanks.
std::string_view take_scope(std::string_view& text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

bool is_about(const access_rule& rule, const caller_identity& who,
              std::string_view server) {
  return matches_one(rule.servers, server) && is_any_meant(rule.who, who);
}

}  // namespace

bool tool_rights::has_scope(const caller_identity& who,
                            std::string_view scope) const {
  return std::any_of(
      who.scopes.begin(), who.scopes.end(), [&](const std::string& has) {
        if (has == scope) return true;
        const auto broader = rules_.includes.find(has);
        return broader != rules_.includes.end() &&
               std::find(broader->second.begin(), broader->second.end(),
                         scope) != broader->second.end();
      });
}

tool_verdict tool_rights::of(const caller_identity& who,
                             std::string_view server,
                             std::string_view tool) const {
  bool is_allowed = !rules_.denies_by_default;
  const access_rule* scoped = nullptr;
  for (const access_rule& rule : rules_.rules) {
    if (!matches_one(rule.tools, tool) || !is_about(rule, who, server)) {
      continue;
    }
    switch (rule.does) {
      case access_rule::effect::deny:
        return {.right = tool_right::hidden};
      case access_rule::effect::allow:
        is_allowed = true;
        break;
      case access_rule::effect::scope:
        if (scoped == nullptr) scoped = &rule;
        break;
    }
  }
  if (scoped == nullptr) {
    return {.right = is_allowed ? tool_right::callable : tool_right::hidden};
  }
  std::string_view needed = scoped->scope;
  while (!needed.empty()) {
    if (!has_scope(who, take_scope(needed))) {
      // All of them: a client asks its issuer once.
      return {.right = tool_right::needs_scope, .scopes = scoped->scope};
    }
  }
  return {};
}

bool tool_rights::may_hide(const caller_identity& who,
                           std::string_view server) const {
  return rules_.denies_by_default ||
         std::any_of(rules_.rules.begin(), rules_.rules.end(),
                     [&](const access_rule& rule) {
                       return rule.does == access_rule::effect::deny &&
                              is_about(rule, who, server);
                     });
}

bool tool_rights::tells_apart(std::string_view server) const {
  return rules_.denies_by_default ||
         std::any_of(rules_.rules.begin(), rules_.rules.end(),
                     [server](const access_rule& rule) {
                       return matches_one(rule.servers, server);
                     });
}

void add_scopes(std::string& scopes, std::string_view more) {
  while (!more.empty()) {
    const std::string_view word = take_scope(more);
    bool is_there = false;
    for (std::string_view rest = scopes; !rest.empty() && !is_there;) {
      is_there = take_scope(rest) == word;
    }
    if (is_there) continue;
    if (!scopes.empty()) scopes.push_back(' ');
    scopes.append(word);
  }
}

}  // namespace pith::mcp
