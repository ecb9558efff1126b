// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/json.hpp>

#include "mcp/observe/metrics_state.hpp"
#include "mcp/system/process_use.hpp"

#include <cmath>
#include <limits>

namespace pith::mcp {

namespace {

/// Counts fit: 2^63 tokens are not reached.
std::int64_t as_integer(std::uint64_t n) noexcept {
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(n < most ? n : most);
}

/// To a few digits: more would be noise in what people read.
double rounded(double x, double digits) noexcept {
  return std::round(x * digits) / digits;
}

class json_writer {
 public:
  json_writer& number(std::string_view key, std::uint64_t value) {
    out_.key(key).integer(as_integer(value));
    return *this;
  }

  void real(std::string_view key, double value, double digits) {
    out_.key(key).real(rounded(value, digits));
  }

  void tokens(std::uint64_t before, std::uint64_t after) {
    number("tokens_before", before).number("tokens_after", after);
    const double share = before == 0 ? 0
                                     : 1 - static_cast<double>(after) /
                                               static_cast<double>(before);
    real("saved_share", share, 1e4);
  }

  void times(std::string_view key, const histogram& of) {
    out_.key(key).begin_object();
    real("p50", of.quantile(0.5) * 1e3, 1e3);
    real("p99", of.quantile(0.99) * 1e3, 1e3);
    out_.end_object();
  }

  void counts(const call_counts& of) {
    number("calls", of.calls).number("failures", of.failures);
    tokens(of.tokens_before, of.tokens_after);
    number("rewritten", of.rewritten_count());
    out_.key("formats").begin_object();
    for (const auto& [format, count] : of.rewritten) number(format, count);
    out_.end_object().key("passed").begin_object();
    for (std::size_t i = 1; i < of.passed.size(); ++i) {
      if (of.passed[i] == 0) continue;
      number(name(static_cast<pass_reason>(i)), of.passed[i]);
    }
    out_.end_object();
    number("paged", of.paged);
    way("asking", of.asked);
    way("changes", of.changes);
    number("limit_crossings_avoided", of.crossings_avoided);
    times("added_ms", of.added);
    times("call_ms", of.total);
  }

  /// Left out when there was nothing.
  void way(std::string_view key, const way_counts& of) {
    if (of.results + of.after == 0) return;
    out_.key(key).begin_object();
    number("results", of.results);
    tokens(of.before, of.after);
    out_.key("tokens_saved")
        .integer(as_integer(of.before) - as_integer(of.after));
    out_.end_object();
  }

  void lost(const server_counts& of) {
    out_.key("upstream_failures").begin_object();
    for (std::size_t i = 0; i < of.lost.size(); ++i) {
      if (of.lost[i] == 0) continue;
      number(name(static_cast<call_outcome>(i)), of.lost[i]);
    }
    out_.end_object();
  }

  void server(std::string_view name, const server_counts& of) {
    out_.begin_object().key("name").string(name);
    counts(of.sum());
    lost(of);
    if (of.list.lists != 0) {
      out_.key("tool_list").begin_object();
      number("tools_before", of.list.tools_before);
      number("tools_after", of.list.tools_after);
      tokens(of.list.tokens_before, of.list.tokens_after);
      out_.end_object();
    }
    out_.key("tools").begin_array();
    for (const auto& [tool, count] : of.tools) {
      out_.begin_object().key("name").string(tool);
      counts(count);
      out_.end_object();
    }
    out_.end_array().end_object();
  }

  [[nodiscard]] pith::builder& out() noexcept { return out_; }

 private:
  pith::builder out_;
};

/// What belongs to no server.
void put_gateway(json_writer& w, const gateway_metrics& of) {
  w.out().key("now").begin_object();
  w.number("connections", of.connections).number("streams", of.streams);
  w.number("sessions", of.sessions).number("children", of.children);
  w.number("in_flight", of.in_flight);
  w.number("children_started", of.children_started);
  w.number("requests_refused", of.requests_refused);
  w.number("upstream_failures", of.upstream_failures)
      .number("reloads", of.reloads);
  w.number("reloads_refused", of.reloads_refused);
  w.number("tokens_refused", of.tokens_refused);
  w.number("accept_failures", of.accept_failures);
  w.out().end_object();
  if (of.disclosed_lists != 0) {
    w.out().key("disclosure").begin_object();
    w.number("lists", of.disclosed_lists);
    w.tokens(of.disclosed_tokens_before, of.disclosed_tokens_after);
    w.number("finding_tokens", of.finding_tokens);
    w.out().end_object();
  }
  w.out().key("process").begin_object();
  const process_use use = measure_process();
  w.number("resident_memory_bytes", use.resident_bytes);
  w.number("open_fds", use.open_files).number("max_fds", use.max_files);
  w.real("cpu_seconds", use.cpu_seconds, 1e3);
  w.out().end_object();
}

}  // namespace

std::string gateway_metrics::json(const server_filter& shows) const {
  const all_counts servers = state_->copy(shows);
  call_counts all;
  for (const auto& [name, counts] : servers) all.add(counts.sum());

  json_writer w;
  w.out().begin_object();
  w.real("uptime_seconds", state_->uptime_seconds(), 1e3);
  w.out().key("totals").begin_object();
  w.counts(all);
  w.out().end_object();
  if (!shows) put_gateway(w, *this);
  w.out().key("servers").begin_array();
  for (const auto& [name, counts] : servers) w.server(name, counts);
  w.out().end_array().end_object();

  const auto built = w.out().finish();
  if (!built) return "{}";
  return pith::json::write(built->root()).value_or("{}");
}

}  // namespace pith::mcp
