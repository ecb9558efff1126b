// SPDX-License-Identifier: MIT
/// @file
/// Which calls are traced, and by which ids.
#ifndef PITH_MCP_TRACE_TRACER_HPP
#define PITH_MCP_TRACE_TRACER_HPP

#include "mcp/http/types.hpp"
#include "mcp/protocol/message.hpp"
#include "mcp/trace/span_queue.hpp"
#include "mcp/trace/trace_context.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

class gateway_metrics;
class traced_call;

/// How spans name whoever calls.
enum class principal_form : std::uint8_t {
  none,
  hashed,  ///< enduser.pseudo.id: 16 digits of a SHA-256 of the name
  plain,   ///< enduser.id
};
/// In the order of principal_form.
inline constexpr std::array<std::string_view, 3> principal_form_names{
    "off", "hashed", "plain"};

/// What the head of a client's request says for its spans.
struct trace_origin {
  std::optional<trace_context> context{};
  std::string version{};  ///< MCP-Protocol-Version; empty: not said
};

/// A request that begins.
struct call_facts {
  const message& request;
  std::string_view server{};  ///< or the endpoint, by its name
  std::string_view tool{};    ///< of a tools/call
  std::string_view principal{};
  std::string_view session{};  ///< as it may be shown
  /// How the server is reached: "tcp" or "pipe".
  std::string_view transport{};
  /// It stands for several servers; each call of one of them is `within`.
  bool is_endpoint = false;
  std::chrono::steady_clock::time_point since{};
  const trace_origin* heard = nullptr;  ///< may be null
  /// The call of an endpoint that this one is a part of; may be null.
  std::shared_ptr<traced_call> within{};
};

/// For all threads. Shared with the calls that it began.
class tracer : public std::enable_shared_from_this<tracer> {
 public:
  /// The metrics count what is dropped; they may be null and must outlive it.
  explicit tracer(gateway_metrics* metrics) noexcept : metrics_(metrics) {}

  /// `sample` is the share of traces, 0 to 1, that begin here and are recorded.
  void turn_on(double sample, principal_form principals) noexcept;
  void turn_off() noexcept { is_on_.store(false, std::memory_order_relaxed); }
  [[nodiscard]] bool is_on() const noexcept {
    return is_on_.load(std::memory_order_relaxed);
  }

  /// What to keep of a head; null when this is off.
  [[nodiscard]] std::shared_ptr<const trace_origin> hear(
      const http_fields& fields) const;
  /// Never null. Whether it is recorded, its parent says: the call that it is
  /// within, then the message, then the HTTP request; else the sample.
  [[nodiscard]] std::shared_ptr<traced_call> begin(const call_facts& facts);

  /// Hands on a span that has ended.
  void keep(trace_span one);
  [[nodiscard]] span_queue& queue() noexcept { return queue_; }
  [[nodiscard]] principal_form principals() const noexcept {
    return principals_.load(std::memory_order_relaxed);
  }

 private:
  gateway_metrics* metrics_;
  span_queue queue_;
  std::atomic<bool> is_on_{false};
  std::atomic<std::uint64_t> sample_{0};  // of 2^63
  std::atomic<principal_form> principals_{principal_form::none};
};

}  // namespace pith::mcp

#endif  // PITH_MCP_TRACE_TRACER_HPP
