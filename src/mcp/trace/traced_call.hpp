// SPDX-License-Identifier: MIT
/// @file
/// One request on its way through the gateway, for its trace.
#ifndef PITH_MCP_TRACE_TRACED_CALL_HPP
#define PITH_MCP_TRACE_TRACED_CALL_HPP

#include "mcp/trace/tracer.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Becomes spans when it ends: SERVER towards the client, unless it is within a
/// call that has that, and CLIENT towards the server, if there is one and it
/// was asked. Spans have neither arguments nor results. One that is dropped
/// without an end was cancelled. Safe for several threads.
class traced_call {
 public:
  using clock = std::chrono::steady_clock;

  /// By tracer::begin() only.
  struct plan {
    bool is_recorded = false;
    bool is_in_message = false;  ///< `passed_on` is
    /// What the server is told.
    trace_context passed_on{};
    std::optional<trace_context> parent{};
    std::optional<trace_context> link{};
    /// Of both spans; the one towards the client may be nobody's.
    span_id to_client{};
    span_id to_server{};
  };
  traced_call(std::shared_ptr<tracer> by, plan planned,
              const call_facts& facts);
  ~traced_call();
  traced_call(const traced_call&) = delete;
  traced_call& operator=(const traced_call&) = delete;

  /// The context for whatever is called next.
  [[nodiscard]] const trace_context& passed_on() const noexcept {
    return plan_.passed_on;
  }
  /// Whether the message says so already.
  [[nodiscard]] bool is_in_message() const noexcept {
    return plan_.is_in_message;
  }
  [[nodiscard]] bool is_recorded() const noexcept { return plan_.is_recorded; }

  /// No server is asked.
  void keep_here() noexcept;
  /// The server has answered: what follows is our time. Only the first counts.
  void answered() noexcept;
  void note_tokens(std::size_t before, std::size_t after) noexcept;
  /// Of its end, unless that says another: "tool_error".
  void note_error(std::string_view type);
  /// Ends it; only the first time. `type` is empty for a result.
  void end(std::string_view type) { end(type, {}); }
  /// Ends it with an error of JSON-RPC, of which only a code that is a number
  /// is taken: what else is in there is the server's.
  void end_with_error(std::string_view raw_error);

 private:
  void end(std::string_view type, std::string_view code);
  /// Under the lock.
  [[nodiscard]] trace_span make_span(span_kind kind,
                                     std::string_view code) const;
  [[nodiscard]] std::uint64_t time_of(clock::time_point when) const noexcept;

  std::shared_ptr<tracer> by_;
  plan plan_;
  std::shared_ptr<traced_call> within_;
  std::string method_;
  std::string target_;  // the tool, or the prompt
  std::string server_;
  std::string principal_;
  std::string_view principal_key_;  // static
  std::string session_;
  std::string version_;
  std::string id_;
  std::string_view transport_;  // static
  bool has_server_;             // somebody to ask
  clock::time_point since_;
  // From the steady clock to nanoseconds since 1970; one for a whole trace, or
  // a span could end after its parent.
  std::int64_t offset_ = 0;

  std::mutex lock_;  // of what follows
  clock::time_point answered_{};
  clock::time_point ended_{};
  std::optional<std::size_t> tokens_before_{};
  std::size_t tokens_after_ = 0;
  std::string error_;
  bool is_over_ = false;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_TRACE_TRACED_CALL_HPP
