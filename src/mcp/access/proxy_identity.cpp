// SPDX-License-Identifier: MIT
#include "mcp/access/proxy_identity.hpp"

#include "mcp/access/session_seal.hpp"
#include "mcp/http/header_value.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pith::mcp {

namespace {

constexpr std::size_t max_name_bytes = 256;
constexpr std::size_t max_groups = 256;

/// Visible ASCII, and blanks inside if they may be.
bool is_plain_word(std::string_view text, bool may_have_blanks) noexcept {
  return !text.empty() && text.size() <= max_name_bytes &&
         std::all_of(text.begin(), text.end(), [may_have_blanks](char c) {
           return (c > ' ' && c <= '~') || (c == ' ' && may_have_blanks);
         });
}

/// Nothing when one of them is not a name.
std::optional<std::vector<std::string>> groups_of(std::string_view field) {
  std::vector<std::string> groups;
  while (!field.empty()) {
    const std::size_t comma = std::min(field.find(','), field.size());
    const std::string_view group = trimmed_value(field.substr(0, comma));
    field.remove_prefix(std::min(comma + 1, field.size()));
    if (group.empty()) continue;
    if (groups.size() == max_groups || !is_plain_word(group, true)) {
      return std::nullopt;
    }
    groups.emplace_back(group);
  }
  return as_set(std::move(groups));
}

}  // namespace

proxy_word word_of_proxy(const proxy_rules& rules, const http_request& head,
                         std::string_view peer) {
  const http_fields& fields = head.fields;
  const std::size_t names = fields.count(rules.header);
  const std::size_t secrets = fields.count(rules.secret_header);
  const std::size_t groups =
      rules.groups_header.empty() ? 0 : fields.count(rules.groups_header);
  if (names + secrets + groups == 0) return {};
  const bool is_proxy =
      peer == local_peer ? rules.from_local : has_address(rules.from, peer);
  if (!is_proxy) {
    return {.problem = "Fields of the proxy do not come from the proxy"};
  }
  if (names != 1 || secrets != 1 || groups > 1) {
    return {.problem = "Fields of the proxy are missing, or there twice"};
  }
  if (!same_secret(fields.find(rules.secret_header).value_or(""),
                   rules.secret)) {
    return {.problem = "The secret of the proxy is wrong"};
  }
  caller_identity who;
  const auto name = trimmed_value(fields.find(rules.header).value_or(""));
  if (!is_plain_word(name, false)) {
    return {.problem =
                "The proxy does not name the caller in 1 to 256 visible ASCII "
                "characters"};
  }
  who.principal = name;
  if (groups == 1) {
    auto found = groups_of(fields.find(rules.groups_header).value_or(""));
    if (!found) {
      return {.problem =
                  "The proxy does not name groups in ASCII, or too many of "
                  "them"};
    }
    who.groups = std::move(*found);
  }
  who.proof = caller_proof::proxy;
  return {.who = std::make_shared<const caller_identity>(std::move(who))};
}

}  // namespace pith::mcp
