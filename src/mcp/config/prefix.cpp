// SPDX-License-Identifier: MIT
#include "mcp/config/prefix.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace pith::mcp {

namespace {

bool is_small_letter(char c) noexcept { return c >= 'a' && c <= 'z'; }

bool is_prefix_character(char c) noexcept {
  return is_small_letter(c) || (c >= '0' && c <= '9') || c == '-';
}

/// Prefixes that are taken, and which number was the last for each of them, so
/// that a thousand servers of one prefix need a thousand steps.
class taken_prefixes {
 public:
  /// False when it was taken already.
  bool take(const std::string& prefix) { return taken_.insert(prefix).second; }

  /// The prefix, or the first "prefix-2", "prefix-3" that is free.
  std::string take_free(const std::string& prefix) {
    if (take(prefix)) return prefix;
    std::size_t& number = last_.try_emplace(prefix, 1).first->second;
    for (;;) {
      ++number;
      const std::string end = '-' + std::to_string(number);
      std::string next = prefix.substr(0, max_prefix - end.size()) + end;
      if (take(next)) return next;
    }
  }

 private:
  std::set<std::string> taken_;
  std::map<std::string, std::size_t> last_;
};

}  // namespace

bool is_prefix(std::string_view text) noexcept {
  return !text.empty() && text.size() <= max_prefix &&
         is_small_letter(text.front()) &&
         std::all_of(text.begin(), text.end(), is_prefix_character);
}

std::string usual_prefix(std::string_view name) {
  std::string prefix;
  for (const char c : name.substr(0, max_prefix)) {
    const char lower =
        c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    prefix += is_prefix_character(lower) ? lower : '-';
  }
  if (prefix.empty() || !is_small_letter(prefix.front()))
    prefix.insert(0, 1, 's');
  prefix.resize(std::min(prefix.size(), max_prefix));
  return prefix;
}

void fill_prefixes(std::vector<server_settings>& servers,
                   const std::vector<bool>& is_given) {
  taken_prefixes taken;
  for (std::size_t i = 0; i < servers.size(); ++i) {
    if (is_given[i]) taken.take(servers[i].prefix);
  }
  for (std::size_t i = 0; i < servers.size(); ++i) {
    if (is_given[i]) continue;
    servers[i].prefix = taken.take_free(usual_prefix(servers[i].name));
  }
}

std::vector<endpoint_member> members_of(const configuration& config,
                                        const endpoint_config& endpoint) {
  std::map<std::string_view, const server_settings*> by_name;
  taken_prefixes taken;
  for (const server_settings& server : config.servers) {
    by_name.emplace(server.name, &server);
    // At /mcp nobody gets what another server was given.
    if (endpoint.name.empty()) taken.take(server.prefix);
  }
  std::vector<endpoint_member> members;
  members.reserve(endpoint.servers.size());
  std::set<std::string_view> seen;
  for (const std::string& name : endpoint.servers) {
    const auto found = by_name.find(name);
    if (found == by_name.end()) continue;
    const server_settings& server = *found->second;
    const bool is_first = seen.insert(server.prefix).second;
    members.push_back(
        {.server = &server,
         .prefix = is_first ? server.prefix
                            : taken.take_free(usual_prefix(server.name))});
  }
  return members;
}

}  // namespace pith::mcp
