// SPDX-License-Identifier: MIT
/// @file
/// The text format of Prometheus, version 0.0.4: families of samples, each
/// family in one piece under its HELP and TYPE.
#include "mcp/observe/metrics_state.hpp"
#include "mcp/system/process_use.hpp"

#include <charconv>
#include <chrono>
#include <concepts>
#include <initializer_list>
#include <utility>

namespace pith::mcp {

namespace {

using label = std::pair<std::string_view, std::string_view>;
using labels = std::initializer_list<label>;

/// The text as it grows.
class exposition {
 public:
  void family(std::string_view name, std::string_view type,
              std::string_view help) {
    name_ = name;
    for (const std::string_view part :
         {std::string_view("# HELP "), name, std::string_view(" "), help,
          std::string_view("\n# TYPE "), name, std::string_view(" "), type,
          std::string_view("\n")}) {
      out_.append(part);
    }
  }

  template <typename Number>
  void sample(labels names, Number value) {
    line({}, names, value);
  }

  void samples(labels names, const histogram& times) {
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < histogram::bounds.size(); ++i) {
      below += times.count_in(i);
      bucket(names, number(histogram::bounds[i]), below);
    }
    bucket(names, "+Inf", times.count());
    line("_sum", names, times.sum());
    line("_count", names, times.count());
  }

  void samples(const store_counts& times) {
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < store_counts::bounds.size(); ++i) {
      below += times.seconds[i];
      bucket({}, number(store_counts::bounds[i]), below);
    }
    below += times.seconds.back();
    bucket({}, "+Inf", below);
    line("_sum", {}, static_cast<double>(times.nanoseconds) / 1e9);
    line("_count", {}, below);
  }

  [[nodiscard]] std::string finish() { return std::move(out_); }

 private:
  static std::string number(double value) {
    // Room for the shortest form of any time between 1 ns and 10^18 s.
    char digits[64];
    const auto end = std::to_chars(digits, digits + sizeof digits, value,
                                   std::chars_format::fixed);
    return {digits, end.ptr};
  }
  static std::string number(std::unsigned_integral auto value) {
    return std::to_string(value);
  }

  template <typename Number>
  void line(std::string_view suffix, labels names, Number value) {
    out_.append(name_).append(suffix);
    if (names.size() != 0) {
      out_.push_back('{');
      put(names);
      out_.push_back('}');
    }
    end_line(number(value));
  }

  void bucket(labels names, std::string_view bound, std::uint64_t count) {
    out_.append(name_).append("_bucket{");
    put(names);
    if (names.size() != 0) out_.push_back(',');
    put({label{"le", bound}});
    out_.push_back('}');
    end_line(number(count));
  }

  void put(labels names) {
    bool is_first = true;
    for (const auto& [name, value] : names) {
      if (!is_first) out_.push_back(',');
      is_first = false;
      out_.append(name).append("=\"");
      put_escaped(value);
      out_.push_back('"');
    }
  }

  /// Backslash, quote and line feed; the format knows no other escapes.
  void put_escaped(std::string_view value) {
    for (const char c : value) {
      if (c == '\n') {
        out_.append("\\n");
      } else {
        if (c == '\\' || c == '"') out_.push_back('\\');
        out_.push_back(c);
      }
    }
  }

  void end_line(std::string_view value) {
    out_.push_back(' ');
    out_.append(value);
    out_.push_back('\n');
  }

  std::string out_;
  std::string_view name_;
};

/// A counter that every tool has.
struct tool_family {
  std::string_view name;
  std::string_view help;
  std::uint64_t call_counts::*count;
};

constexpr tool_family tool_families[] = {
    {"pith_calls_total", "Tool calls that are over.", &call_counts::calls},
    {"pith_call_failures_total", "Tool calls that ended without a result.",
     &call_counts::failures},
    {"pith_tokens_before_total",
     "Tokens of results as clients would have shown them.",
     &call_counts::tokens_before},
    {"pith_tokens_after_total", "Tokens of results as clients show them.",
     &call_counts::tokens_after},
};

constexpr tool_family server_families[] = {
    {"pith_limit_crossings_avoided_total",
     "Results above the limit of their client before, and not after.",
     &call_counts::crossings_avoided},
    {"pith_paged_total", "Results of which the rest waits to be asked for.",
     &call_counts::paged},
};

/// A counter of a way to show results.
struct way_family {
  std::string_view name;
  std::string_view help;
  way_counts call_counts::*way;
  std::uint64_t way_counts::*count;
};

constexpr way_family way_families[] = {
    {"pith_asked_results_total",
     "Results that were shown by their shape, to be asked.",
     &call_counts::asked, &way_counts::results},
    {"pith_asking_tokens_before_total",
     "Tokens of these results as clients would have shown them.",
     &call_counts::asked, &way_counts::before},
    {"pith_asking_tokens_after_total",
     "Tokens of shapes, pages, questions and answers instead of them.",
     &call_counts::asked, &way_counts::after},
    {"pith_changed_results_total",
     "Results of which only what has changed was sent.", &call_counts::changes,
     &way_counts::results},
    {"pith_changes_tokens_before_total",
     "Tokens of results with handles as clients would have shown them.",
     &call_counts::changes, &way_counts::before},
    {"pith_changes_tokens_after_total",
     "Tokens of what was sent instead of them, with the handles.",
     &call_counts::changes, &way_counts::after},
};

using sums = std::map<std::string_view, call_counts>;

void put_tools(exposition& out, const all_counts& servers) {
  for (const tool_family& family : tool_families) {
    out.family(family.name, "counter", family.help);
    for (const auto& [server, counts] : servers) {
      for (const auto& [tool, count] : counts.tools) {
        out.sample({{"server", server}, {"tool", tool}}, count.*family.count);
      }
    }
  }
}

void put_servers(exposition& out, const sums& servers) {
  for (const tool_family& family : server_families) {
    out.family(family.name, "counter", family.help);
    for (const auto& [server, sum] : servers) {
      out.sample({{"server", server}}, sum.*family.count);
    }
  }
  for (const way_family& family : way_families) {
    out.family(family.name, "counter", family.help);
    for (const auto& [server, sum] : servers) {
      out.sample({{"server", server}}, sum.*family.way.*family.count);
    }
  }
  out.family("pith_rewrite_seconds", "histogram",
             "Time that rewriting added to a result.");
  for (const auto& [server, sum] : servers) {
    out.samples({{"server", server}}, sum.added);
  }
  out.family("pith_call_seconds", "histogram",
             "Time from the request of a tool call to its answer.");
  for (const auto& [server, sum] : servers) {
    out.samples({{"server", server}}, sum.total);
  }
}

void put_results(exposition& out, const sums& servers) {
  call_counts all;
  for (const auto& [server, sum] : servers) all.add(sum);
  out.family("pith_results_passed_total", "counter",
             "Results that were sent as they came, by reason.");
  for (std::size_t i = 1; i < all.passed.size(); ++i) {
    out.sample({{"reason", name(static_cast<pass_reason>(i))}}, all.passed[i]);
  }
  out.family("pith_results_rewritten_total", "counter",
             "Results that were rewritten, by format.");
  for (const auto& [format, count] : all.rewritten) {
    out.sample({{"format", format}}, count);
  }
}

void put_lists(exposition& out, const all_counts& servers) {
  out.family("pith_tool_lists_total", "counter", "Tool lists that were sent.");
  for (const auto& [server, counts] : servers) {
    out.sample({{"server", server}}, counts.list.lists);
  }
  out.family("pith_tool_list_tokens", "gauge",
             "Tokens of the last tool list, before and after.");
  for (const auto& [server, counts] : servers) {
    if (counts.list.lists == 0) continue;
    out.sample({{"server", server}, {"form", "before"}},
               counts.list.tokens_before);
    out.sample({{"server", server}, {"form", "after"}},
               counts.list.tokens_after);
  }
}

void put_failures(exposition& out, const all_counts& servers) {
  out.family("pith_upstream_failures_total", "counter",
             "Requests that a server did not answer, by reason.");
  for (const auto& [server, counts] : servers) {
    for (std::size_t i = 0; i < counts.lost.size(); ++i) {
      if (counts.lost[i] == 0) continue;
      out.sample(
          {{"server", server}, {"reason", name(static_cast<call_outcome>(i))}},
          counts.lost[i]);
    }
  }
}

void put_store(exposition& out, const store_counts& store) {
  if (!store.is_used) return;
  const auto one = [&out](std::string_view name, std::string_view type,
                          std::string_view help, std::uint64_t value) {
    out.family(name, type, help);
    out.sample({}, value);
  };
  one("pith_state_up", "gauge", "Whether the shared store can be reached.",
      store.is_up ? 1 : 0);
  one("pith_state_lost_total", "counter",
      "How often the shared store was lost.", store.losses.load());
  one("pith_state_hits_total", "counter",
      "Values of other replicas that were found.", store.hits.load());
  one("pith_state_misses_total", "counter", "Values that were not there.",
      store.misses.load());
  one("pith_state_writes_total", "counter", "Values that were stored.",
      store.writes.load());
  one("pith_state_evicted_total", "counter",
      "Values that had to go for the limits of their owner.",
      store.evicted.load());
  one("pith_state_read_bytes_total", "counter", "Bytes read.",
      store.bytes_read.load());
  one("pith_state_written_bytes_total", "counter", "Bytes written.",
      store.bytes_written.load());
  out.family("pith_state_fallbacks_total", "counter",
             "Times that the gateway went on without the shared store, by "
             "reason.");
  for (std::size_t i = 0; i < store.fallbacks.size(); ++i) {
    out.sample({{"reason", store_fallback_names[i]}},
               store.fallbacks[i].load());
  }
  out.family("pith_state_seconds", "histogram",
             "Time that operations of the shared store took.");
  out.samples(store);
}

void put_keys(exposition& out, const key_counts::values& keys) {
  if (keys.issuer.empty()) return;
  const label issuer{"issuer", keys.issuer};
  out.family("pith_key_fetches_total", "counter",
             "Attempts to read the keys of the issuer, by result.");
  out.sample({issuer, {"result", "ok"}}, keys.fetched);
  out.sample({issuer, {"result", "failed"}}, keys.failed);
  out.family("pith_keys", "gauge",
             "Keys of the issuer that tokens are checked with.");
  out.sample({issuer}, keys.keys);
  if (!keys.age) return;
  out.family("pith_keys_age_seconds", "gauge",
             "Time since the keys of the issuer were last read.");
  out.sample({issuer}, std::chrono::duration<double>(*keys.age).count());
}

}  // namespace

std::string gateway_metrics::prometheus(const server_filter& shows) const {
  const all_counts servers = state_->copy(shows);
  sums by_server;
  for (const auto& [name, counts] : servers) {
    // A server that was only listed has no calls to show.
    if (!counts.tools.empty()) by_server.emplace(name, counts.sum());
  }
  exposition out;
  put_tools(out, servers);
  put_servers(out, by_server);
  put_results(out, by_server);
  put_lists(out, servers);
  put_failures(out, servers);
  if (shows) return out.finish();

  const auto one = [&out](std::string_view name, std::string_view type,
                          std::string_view help, auto value) {
    out.family(name, type, help);
    out.sample({}, value);
  };
  one("pith_connections", "gauge", "Open connections.", connections.load());
  one("pith_streams", "gauge", "Open event streams.", streams.load());
  one("pith_sessions", "gauge", "Sessions of clients.", sessions.load());
  one("pith_children", "gauge", "Servers that run as child processes.",
      children.load());
  one("pith_in_flight", "gauge", "Requests without an answer yet.",
      in_flight.load());
  one("pith_children_started_total", "counter",
      "Child processes that were started.", children_started.load());
  one("pith_requests_refused_total", "counter",
      "Requests that were refused by a limit or for who sent them.",
      requests_refused.load());
  one("pith_reloads_total", "counter", "Configurations that were taken over.",
      reloads.load());
  one("pith_reloads_refused_total", "counter",
      "Configurations that were not taken over, because something is wrong "
      "with them.",
      reloads_refused.load());
  one("pith_tokens_refused_total", "counter",
      "Requests without a token, or with one that nobody has.",
      tokens_refused.load());
  one("pith_accept_failures_total", "counter",
      "Connections that could not be accepted, mostly for want of file "
      "descriptors.",
      accept_failures.load());
  one("pith_disclosed_lists_total", "counter",
      "Tool lists of endpoints in which a few tools stood for all.",
      disclosed_lists.load());
  one("pith_disclosed_tokens_before_total", "counter",
      "Tokens of all tools in these lists.", disclosed_tokens_before.load());
  one("pith_disclosed_tokens_after_total", "counter", "Tokens of these lists.",
      disclosed_tokens_after.load());
  one("pith_finding_tokens_total", "counter",
      "Tokens of the answers of pith_find.", finding_tokens.load());
  one("pith_spans_exported_total", "counter",
      "Spans of traces that the collector took.", spans_exported.load());
  one("pith_spans_dropped_total", "counter",
      "Spans that were dropped because the queue was full.",
      spans_dropped.load());
  one("pith_spans_failed_total", "counter",
      "Spans that the collector did not take.", spans_failed.load());
  put_store(out, store);
  put_keys(out, issuer_keys.at(key_counts::clock::now()));
  one("pith_uptime_seconds", "gauge", "Time since the start.",
      state_->uptime_seconds());
  const process_use use = measure_process();
  one("process_resident_memory_bytes", "gauge", "Resident memory.",
      use.resident_bytes);
  one("process_open_fds", "gauge", "Open file descriptors.", use.open_files);
  one("process_max_fds", "gauge", "File descriptors that may be open.",
      use.max_files);
  one("process_cpu_seconds_total", "counter",
      "User and system time of the processor.", use.cpu_seconds);
  return out.finish();
}

}  // namespace pith::mcp
