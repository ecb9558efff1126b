// SPDX-License-Identifier: MIT
#include "mcp/access/caller_match.hpp"

#include <algorithm>

namespace pith::mcp {

namespace {

bool has_word(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

bool is_meant(std::string_view whom, const caller_identity& who) {
  constexpr std::string_view group = "group:";
  constexpr std::string_view scope = "scope:";
  if (whom == "*") return true;
  if (whom.starts_with(group)) {
    return has_word(who.groups, whom.substr(group.size()));
  }
  if (whom.starts_with(scope)) {
    return has_word(who.scopes, whom.substr(scope.size()));
  }
  return whom == who.principal;
}

bool is_any_meant(const std::vector<std::string>& whom,
                  const caller_identity& who) {
  return std::any_of(whom.begin(), whom.end(), [&who](const std::string& one) {
    return is_meant(one, who);
  });
}

}  // namespace pith::mcp
