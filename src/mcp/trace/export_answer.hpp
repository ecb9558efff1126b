// SPDX-License-Identifier: MIT
/// @file
/// What a collector's answer to a batch of spans means.
#ifndef PITH_MCP_TRACE_EXPORT_ANSWER_HPP
#define PITH_MCP_TRACE_EXPORT_ANSWER_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pith::mcp {

enum class export_outcome : std::uint8_t {
  taken,
  later,    ///< the same again after a while
  refused,  ///< the same would be refused again
};

/// By the rules of OTLP/HTTP: 2xx is taken; 429, 502, 503 and 504 are for
/// later.
[[nodiscard]] export_outcome outcome_of(int status) noexcept;

/// The whole seconds of a Retry-After, a minute at most; nothing for other
/// forms of it.
[[nodiscard]] std::optional<std::chrono::seconds> read_retry_after(
    std::string_view text) noexcept;

/// `partialSuccess.rejectedSpans` of a body, at most `sent`; 0 for a body that
/// is anything else.
[[nodiscard]] std::size_t rejected_spans(std::string_view body,
                                         std::size_t sent);

/// How long to wait before the try after `tries`, which is 1 or more: twice as
/// long each time, half a minute at most. `noise`, any number, makes it up to a
/// half shorter, so that many senders do not come back at once.
[[nodiscard]] std::chrono::milliseconds retry_pause(
    std::chrono::milliseconds first, unsigned tries,
    std::uint64_t noise) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_TRACE_EXPORT_ANSWER_HPP
