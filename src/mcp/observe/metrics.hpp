// SPDX-License-Identifier: MIT
/// @file
/// What the gateway did, in numbers.
#ifndef PITH_MCP_OBSERVE_METRICS_HPP
#define PITH_MCP_OBSERVE_METRICS_HPP

#include "mcp/observe/key_counts.hpp"
#include "mcp/rewrite/result_rewriter.hpp"
#include "mcp/state/store_counts.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace pith::mcp {

/// How a request ended.
enum class call_outcome : std::uint8_t {
  ok,           ///< with a result
  tool_error,   ///< with a result that says it is an error
  error,        ///< with an error that the server sent
  denied,       ///< by the rules of the gateway
  cancelled,    ///< by its client, or its client left
  stopped,      ///< by the gateway, which ended or has new rules
  timeout,      ///< without an answer in time
  gone,         ///< the server ended
  unreachable,  ///< there was no connection, or it broke off
  not_started,  ///< the server's command cannot be run
  bad_answer,   ///< what came is not an answer, or too large
};
inline constexpr std::size_t call_outcome_count = 11;
/// "ok", "tool_error", "error"...
[[nodiscard]] std::string_view name(call_outcome how) noexcept;
/// Whether it is the server that failed.
[[nodiscard]] constexpr bool is_upstream_failure(call_outcome how) noexcept {
  return how >= call_outcome::timeout;
}

/// One tool call that is over.
struct call_record {
  std::string_view server{};
  std::string_view tool{};
  std::size_t tokens_before = 0;
  std::size_t tokens_after = 0;
  std::string_view format{};  ///< empty when it passed
  pass_reason reason = pass_reason::none;
  bool is_paged = false;
  /// It is about a result that was shown by its shape: that result itself, a
  /// page of it, or a question about it.
  bool is_asked = false;
  /// It is what has changed since an earlier one, or that nothing has.
  bool is_change = false;
  /// It has a handle by which changes can be asked for, or was asked for by
  /// one.
  bool has_handle = false;
  /// Tokens that the model wrote to ask for it.
  std::size_t tokens_asking = 0;
  /// The server has such a tool, for all that is known. What clients make up
  /// counts as "(others)".
  bool is_known = true;
  bool is_failure = false;     ///< a JSON-RPC error instead of a result
  bool crossed_limit = false;  ///< above the client's limit before, not after
  std::chrono::nanoseconds added{0};  ///< time that the rewrite took
  std::chrono::nanoseconds total{0};  ///< from request to answer
  call_outcome outcome = call_outcome::ok;
  std::string_view why{};  ///< what went wrong, in words
  /// Whose it was; empty where nobody knows. The session by its beginning.
  std::string_view principal{};
  std::string_view caller{};  ///< how people call it; empty: as the principal
  std::string_view address{};
  std::string_view session{};
  std::string_view request{};  ///< its id as the client spelled it
};

/// One tools/list that went by.
struct list_record {
  std::string_view server{};
  std::size_t tools_before = 0;
  std::size_t tools_after = 0;
  std::size_t tokens_before = 0;
  std::size_t tokens_after = 0;
  /// The request had a cursor: a further page, which adds to the ones before.
  bool is_continued = false;
};

/// Of all servers and tools together.
struct call_totals {
  std::uint64_t calls = 0;
  std::uint64_t tokens_before = 0;
  std::uint64_t tokens_after = 0;
};

/// Counts of all servers and tools. Safe for several threads; recording takes
/// a short lock, and so do the texts, which are written from a copy. Tools of
/// one server are bounded: beyond max_tools they count as one, "(others)";
/// names are cut to 128 bytes of UTF-8. So are servers.
class gateway_metrics {
 public:
  static constexpr std::size_t max_tools = 1'000;
  static constexpr std::size_t max_servers = 1'000;

  gateway_metrics();
  ~gateway_metrics();
  gateway_metrics(const gateway_metrics&) = delete;
  gateway_metrics& operator=(const gateway_metrics&) = delete;

  void record(const call_record& call);
  void record(const list_record& list);
  /// A request that a server did not answer.
  void fail(std::string_view server, call_outcome how);

  /// Things that are open now.
  std::atomic<std::size_t> connections{0};
  std::atomic<std::size_t> streams{0};
  std::atomic<std::size_t> sessions{0};
  std::atomic<std::size_t> children{0};
  std::atomic<std::size_t> in_flight{0};
  std::atomic<std::uint64_t> children_started{0};
  std::atomic<std::uint64_t> requests_refused{0};
  std::atomic<std::uint64_t> upstream_failures{0};
  std::atomic<std::uint64_t> reloads{0};
  std::atomic<std::uint64_t> reloads_refused{0};
  std::atomic<std::uint64_t> tokens_refused{0};
  std::atomic<std::uint64_t> accept_failures{0};
  /// Lists of endpoints in which a few tools stood for all: what all would have
  /// cost, what was sent, and the answers of pith_find.
  std::atomic<std::uint64_t> disclosed_lists{0};
  std::atomic<std::uint64_t> disclosed_tokens_before{0};
  std::atomic<std::uint64_t> disclosed_tokens_after{0};
  std::atomic<std::uint64_t> finding_tokens{0};
  /// Spans of traces: those that a collector took, those for which the queue
  /// had no place, and those that it did not take.
  std::atomic<std::uint64_t> spans_exported{0};
  std::atomic<std::uint64_t> spans_dropped{0};
  std::atomic<std::uint64_t> spans_failed{0};
  /// Of the store that replicas share.
  store_counts store;
  /// Of the keys of [auth.oauth].
  key_counts issuer_keys;

  [[nodiscard]] call_totals totals() const;

  /// Which servers somebody may see numbers of. Without one: all, and with
  /// them what belongs to no server, such as connections and memory.
  using server_filter = std::function<bool(std::string_view server)>;

  /// In the text format of Prometheus, version 0.0.4; UTF-8.
  [[nodiscard]] std::string prometheus(const server_filter& shows = {}) const;
  /// For `pith stats` and the page, as one JSON object: `uptime_seconds`,
  /// `totals`, `now`, `process` (these two not through a filter) and `servers`,
  /// which have `tools`. Totals,
  /// servers and tools have the same members: calls, failures, rewritten,
  /// passed (by reason), tokens_before, tokens_after, saved_share (of 1),
  /// paged, asking (when there was any: results that were shown by their shape,
  /// tokens_before of them, tokens_after of shapes, pages, questions and
  /// answers, and what that saved, which may be negative), changes (the same
  /// of results with handles; `results` are those that were not sent whole),
  /// limit_crossings_avoided, added_ms and call_ms (p50, p99: estimates
  /// by interpolation). Compact, without a line break.
  [[nodiscard]] std::string json(const server_filter& shows = {}) const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// The local page that draws metrics::json() as charts; one HTML text without
/// anything from elsewhere. Static.
[[nodiscard]] std::string_view stats_page() noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_OBSERVE_METRICS_HPP
