// SPDX-License-Identifier: MIT
/// @file
/// Any header fields, from the proxy or from somebody else: whoever is believed
/// has the secret, comes from the proxy and has a name that can stand in a
/// header field of its own.
#include "mcp/access/proxy_identity.hpp"
#include "mcp/access/server_headers.hpp"
#include "require.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): one file

/// The text up to a line end; taken off.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

bool is_visible(std::string_view text, bool may_have_blanks) {
  return std::all_of(text.begin(), text.end(), [&](char c) {
    return (c > ' ' && c <= '~') || (may_have_blanks && c == ' ');
  });
}

}  // namespace

/// The address of the peer on the first line, then a field on each: its name, a
/// colon and its value.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  proxy_rules rules;
  rules.header = "U";
  rules.groups_header = "G";
  rules.secret_header = "S";
  rules.secret = "x";
  rules.from.push_back(*to_address_range("10.0.0.0/8"));
  const std::string_view peer = take_line(text);
  http_request head;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    const std::size_t colon = std::min(line.find(':'), line.size());
    head.fields.add(std::string(line.substr(0, colon)),
                    std::string(line.substr(std::min(colon + 1, line.size()))));
  }
  const proxy_word word = word_of_proxy(rules, head, peer);
  const bool says_something = head.fields.count("U") + head.fields.count("G") +
                                  head.fields.count("S") !=
                              0;
  require(says_something == (word.who || !word.problem.empty()));
  if (!word.who) return 0;
  require(word.problem.empty());
  require(has_address(rules.from, peer));
  require(head.fields.count("U") == 1 && head.fields.count("S") == 1 &&
          head.fields.count("G") <= 1 && head.fields.find("S") == "x");
  const caller_identity& who = *word.who;
  require(!who.principal.empty() && is_visible(who.principal, false));
  require(std::is_sorted(who.groups.begin(), who.groups.end()));
  require(std::adjacent_find(who.groups.begin(), who.groups.end()) ==
          who.groups.end());
  for (const std::string& group : who.groups) {
    require(!group.empty() && is_visible(group, true));
  }
  const auto own = headers_for({{"X", "a{principal}b"}}, {}, who);
  require(own && own->find("X") == "a" + who.principal + "b");
  return 0;
}
