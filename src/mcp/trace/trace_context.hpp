// SPDX-License-Identifier: MIT
/// @file
/// Which trace a request belongs to, as W3C Trace Context has it: the fields
/// traceparent and tracestate, of HTTP and of the _meta of a message.
#ifndef PITH_MCP_TRACE_TRACE_CONTEXT_HPP
#define PITH_MCP_TRACE_TRACE_CONTEXT_HPP

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

using trace_id = std::array<unsigned char, 16>;
using span_id = std::array<unsigned char, 8>;

/// A place in a trace: a span, and what is said about all spans after it.
struct trace_context {
  static constexpr unsigned char sampled_flag = 1;
  static constexpr unsigned char random_flag = 2;  ///< the id of the trace is

  trace_id trace{};
  span_id span{};
  unsigned char flags = 0;  ///< only those named above
  std::string state{};      ///< tracestate, valid; empty: there is none

  [[nodiscard]] bool is_sampled() const noexcept {
    return (flags & sampled_flag) != 0;
  }
  bool operator==(const trace_context&) const = default;
};

/// Longer fields count as absent.
inline constexpr std::size_t max_traceparent_bytes = 256;
inline constexpr std::size_t max_tracestate_bytes = 512;
inline constexpr std::size_t max_tracestate_members = 32;

/// "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", without a state.
/// Of later versions what this one knows is taken. Nothing when it is wrong:
/// capital letters, ids of zeros and version ff are.
[[nodiscard]] std::optional<trace_context> read_traceparent(
    std::string_view text) noexcept;

/// The members of a tracestate, without the blanks between them. Nothing when
/// one of them is wrong or comes twice, or they are too many. Quadratic in the
/// members, of which there are at most max_tracestate_members.
[[nodiscard]] std::optional<std::string> read_tracestate(std::string_view text);

/// Both; a state that is wrong is left out.
[[nodiscard]] std::optional<trace_context> read_trace_context(
    std::string_view traceparent, std::string_view tracestate);

/// The field of version 00.
[[nodiscard]] std::string traceparent_text(const trace_context& context);

}  // namespace pith::mcp

#endif  // PITH_MCP_TRACE_TRACE_CONTEXT_HPP
