// SPDX-License-Identifier: MIT
#include "mcp/observe/metrics.hpp"

#include "mcp/observe/metrics_state.hpp"
#include "mcp/observe/shown_text.hpp"

#include <iterator>

namespace pith::mcp {

namespace {

constexpr std::size_t max_name_bytes = 128;
constexpr std::size_t max_formats = 32;
constexpr std::array<std::string_view, call_outcome_count> outcome_names{
    "ok",          "tool_error",  "error",     "denied",
    "cancelled",   "stopped",     "timeout",   "gone",
    "unreachable", "not_started", "bad_answer"};
constexpr std::string_view others = "(others)";

/// The counts under this name; under "(others)" when there are too many.
template <typename Map>
typename Map::mapped_type& counts_of(Map& map, std::string_view name,
                                     std::size_t most) {
  const std::string shown = shown_text(name, max_name_bytes);
  if (const auto found = map.find(shown); found != map.end()) {
    return found->second;
  }
  return map[map.size() < most ? shown : std::string(others)];
}

}  // namespace

std::string_view name(call_outcome how) noexcept {
  return outcome_names[static_cast<std::size_t>(how)];
}

void call_counts::add(const call_record& call) {
  ++calls;
  tokens_before += call.tokens_before;
  tokens_after += call.tokens_after;
  paged += call.is_paged ? 1U : 0U;
  if (call.is_asked) {
    asked.add({call.is_paged ? 1U : 0U, call.tokens_before,
               call.tokens_after + call.tokens_asking});
  }
  if (call.has_handle) {
    changes.add({call.is_change ? 1U : 0U, call.tokens_before,
                 call.tokens_after + call.tokens_asking});
  }
  crossings_avoided += call.crossed_limit ? 1U : 0U;
  total.add(call.total);
  if (call.is_failure) {
    ++failures;
    return;  // nothing came that could have been rewritten
  }
  added.add(call.added);
  const auto reason = static_cast<std::size_t>(call.reason);
  if (call.reason == pass_reason::none) {
    ++counts_of(rewritten, call.format, max_formats);
  } else if (reason < passed.size()) {
    ++passed[reason];
  }
}

void call_counts::add(const call_counts& other) {
  calls += other.calls;
  failures += other.failures;
  tokens_before += other.tokens_before;
  tokens_after += other.tokens_after;
  paged += other.paged;
  asked.add(other.asked);
  changes.add(other.changes);
  crossings_avoided += other.crossings_avoided;
  for (std::size_t i = 0; i < passed.size(); ++i) passed[i] += other.passed[i];
  for (const auto& [format, count] : other.rewritten) {
    rewritten[format] += count;
  }
  added.add(other.added);
  total.add(other.total);
}

std::uint64_t call_counts::rewritten_count() const noexcept {
  std::uint64_t sum = 0;
  for (const auto& [format, count] : rewritten) sum += count;
  return sum;
}

call_counts server_counts::sum() const {
  call_counts all;
  for (const auto& [name, tool] : tools) all.add(tool);
  return all;
}

gateway_metrics::gateway_metrics() : state_(std::make_unique<state>()) {}
gateway_metrics::~gateway_metrics() = default;

void gateway_metrics::record(const call_record& call) {
  const std::lock_guard guard{state_->lock};
  server_counts& server = counts_of(state_->servers, call.server, max_servers);
  // Names that clients make up must not take the places of tools.
  const std::size_t most = call.is_known ? max_tools : 0;
  counts_of(server.tools, call.tool, most).add(call);
}

void gateway_metrics::record(const list_record& list) {
  const std::lock_guard guard{state_->lock};
  list_counts& counts =
      counts_of(state_->servers, list.server, max_servers).list;
  const std::uint64_t lists = counts.lists;
  if (!list.is_continued) counts = {};
  counts.lists = lists + (list.is_continued ? 0U : 1U);
  counts.tools_before += list.tools_before;
  counts.tools_after += list.tools_after;
  counts.tokens_before += list.tokens_before;
  counts.tokens_after += list.tokens_after;
}

void gateway_metrics::fail(std::string_view server, call_outcome how) {
  ++upstream_failures;
  const std::lock_guard guard{state_->lock};
  ++counts_of(state_->servers, server, max_servers)
        .lost[static_cast<std::size_t>(how)];
}

call_totals gateway_metrics::totals() const {
  call_counts sum;
  for (const auto& [name, server] : state_->copy()) sum.add(server.sum());
  return {sum.calls, sum.tokens_before, sum.tokens_after};
}

}  // namespace pith::mcp
