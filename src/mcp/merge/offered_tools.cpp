// SPDX-License-Identifier: MIT
#include "mcp/merge/offered_tools.hpp"

#include "mcp/discover/mode.hpp"
#include "mcp/merge/merged_welcome.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/rewrite/tool_list.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace pith::mcp {

namespace {

bool matches_any(const std::vector<std::string>& patterns,
                 std::string_view name) {
  return std::any_of(
      patterns.begin(), patterns.end(),
      [name](const std::string& one) { return matches(one, name); });
}

/// The members of a raw object.
std::string_view inside_of(std::string_view object) {
  return object.size() < 2 ? std::string_view{}
                           : object.substr(1, object.size() - 2);
}

}  // namespace

std::optional<std::size_t> offered_tools::owner_of(
    std::string_view own_tool) const {
  for (std::size_t i = 0; i < members_->size(); ++i) {
    const rewrite_policy& policy = members_->settings(i).server->policy;
    const bool offers = (own_tool == more_tool && policy.cuts()) ||
                        (own_tool == query_tool && policy.ask);
    if (offers && members_->answers(i) != nullptr) return i;
  }
  return std::nullopt;
}

std::size_t offered_tools::list_tokens() const {
  std::size_t tokens = 0;
  for (std::size_t i = 0; i < members_->size(); ++i) {
    const member_catalog* const known = members_->catalog(i);
    if (known != nullptr) tokens += known->counted.tokens_after;
  }
  return tokens;
}

bool offered_tools::discovers(const caller& who) const {
  const merge_options& options = settings_->options;
  return should_discover(options.discover, who.client.name, list_tokens(),
                         options.discover_tokens);
}

std::vector<std::size_t> offered_tools::tools_for(const caller& who) const {
  std::vector<std::size_t> found;
  const auto& tools = members_->view().tools();
  found.reserve(tools.size());
  for (std::size_t i = 0; i < tools.size(); ++i) {
    if (right_to(members_->settings(tools[i].member), tools[i].original, who)
            .right != tool_right::hidden) {
      found.push_back(i);
    }
  }
  return found;
}

std::size_t offered_tools::mark(const caller& who) const {
  const auto& all = members_->view().tools();
  const std::vector<std::size_t> seen = tools_for(who);
  if (seen.size() == all.size()) return members_->view().tool_mark();
  // As if there were no others (merged_view::tool_mark).
  std::string text = "[";
  for (const std::size_t place : seen) {
    if (text.size() > 1) text.push_back(',');
    text += all[place].definition;
  }
  text.push_back(']');
  return std::hash<std::string>{}(text);
}

const tool_disclosure* offered_tools::disclosure(const caller& who) {
  std::vector<std::size_t> seen = tools_for(who);
  // One principal can come with different scopes.
  if (disclosed_ && disclosed_view_ == members_->shared_view() &&
      disclosed_tools_ == seen) {
    return disclosed_.get();
  }
  const merge_options& options = settings_->options;
  answer_rewriter* counting = nullptr;
  for (std::size_t i = 0; i < members_->size() && counting == nullptr; ++i) {
    counting = members_->answers(i);
  }
  if (counting == nullptr) return nullptr;
  std::vector<disclosed_tool> tools;
  tools.reserve(seen.size());
  for (const std::size_t place : seen) {
    const exposed_item& one = members_->view().tools()[place];
    tools.push_back(
        {.name = one.name,
         .member = members_->settings(one.member).server->name,
         .original = one.original,
         .definition = one.definition,
         .is_pinned = matches_any(options.pin, one.name),
         .is_read_only = is_read_only(one.name, one.definition,
                                      options.read_only, options.trust_hints)});
  }
  std::vector<std::vector<std::string>> synonyms;
  for (const synonym_words& group : options.synonyms) {
    auto& words = synonyms.emplace_back(group.others);
    words.insert(words.begin(), group.word);
  }
  disclosed_ = std::make_unique<const tool_disclosure>(
      std::move(tools), synonyms, counting->interpreter().counter());
  disclosed_view_ = members_->shared_view();
  disclosed_tools_ = std::move(seen);
  return disclosed_.get();
}

std::string offered_tools::list(const caller& who) {
  const tool_disclosure* const few = discovers(who) ? disclosure(who) : nullptr;
  std::string array = few == nullptr ? "[]" : few->list();
  array.pop_back();
  const auto offer = [&array](const std::string& definition) {
    if (array.size() > 1) array += ',';
    array += definition;
  };
  if (few == nullptr) {
    for (const std::size_t place : tools_for(who)) {
      offer(members_->view().tools()[place].definition);
    }
  }
  if (owner_of(more_tool)) offer(more_tool_definition());
  if (owner_of(query_tool)) offer(query_tool_definition());
  array += ']';
  count_members();
  if (few != nullptr) count_disclosure(who, few->tokens_after());
  return array;
}

void offered_tools::count_members() const {
  for (std::size_t i = 0; i < members_->size(); ++i) {
    const member_catalog* const known = members_->catalog(i);
    const server_state& server = *members_->settings(i).server;
    if (known == nullptr || server.metrics == nullptr) continue;
    const tool_list_outcome& counted = known->counted;
    server.metrics->record(
        list_record{server.name, counted.tools_before, counted.tools_after,
                    counted.tokens_before, counted.tokens_after, false});
  }
}

void offered_tools::count_disclosure(const caller& who,
                                     std::size_t after) const {
  gateway_metrics* const metrics = members_->settings(0).server->metrics;
  if (metrics == nullptr) return;
  ++metrics->disclosed_lists;
  // A client that loads tools late would have shown their names alone; what it
  // is given instead it shows whole.
  std::size_t before = disclosed_->tokens_before();
  if (defers_tools(who.client.name)) before = disclosed_->tokens_of_names();
  metrics->disclosed_tokens_before += before;
  metrics->disclosed_tokens_after += after;
}

own_call offered_tools::take_own(const message& m, const caller& who) {
  const std::string name = tool_name(m);
  // What was kept is kept for the client, whichever member it came from.
  if (const auto owner = owner_of(name)) {
    members_->answers(*owner)->make_page(
        m, who, [send = send_](std::string text) { send(std::move(text)); });
    return {.is_own = true};
  }
  if (!tool_disclosure::is_own(name) || !discovers(who)) return {};
  return find_or_unwrap(m, who);
}

own_call offered_tools::find_or_unwrap(const message& m, const caller& who) {
  const tool_disclosure* const few = disclosure(who);
  if (few == nullptr) return {};
  if (tool_name(m) == find_tool) {
    const std::string result =
        few->answer_find(find_member(m.params, "arguments").value_or("{}"));
    if (auto* const metrics = members_->settings(0).server->metrics) {
      metrics->finding_tokens +=
          members_->answers(0) == nullptr
              ? 0
              : members_->answers(0)->interpreter().counter().count(result);
    }
    send_(result_of(m, inside_of(result)));
    return {.is_own = true};
  }
  const unwrapped_call real = few->unwrap(m.params);
  if (real.tool == nullptr) {
    send_(tool_error(m.id, !modern_version(m).empty(), real.error));
    return {.is_own = true};
  }
  splice changed{m.text};
  changed.replace(m.params, real.params);
  return {.is_own = true, .inside = changed.finish()};
}

}  // namespace pith::mcp
