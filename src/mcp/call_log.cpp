// SPDX-License-Identifier: MIT
#include "mcp/call_log.hpp"

#include <chrono>

namespace pith::mcp {

namespace {

double milliseconds(std::chrono::nanoseconds time) {
  // Three digits are enough to read, and what a machine can tell.
  const auto whole =
      std::chrono::duration_cast<std::chrono::microseconds>(time).count();
  return static_cast<double>(whole) / 1000;
}

}  // namespace

void log_call(gateway_log& log, const call_record& call) {
  if (call.is_failure) {
    log.info("call failed", {{"server", call.server},
                             {"tool", call.tool},
                             {"ms", milliseconds(call.total)}});
    return;
  }
  const bool is_changed = !call.format.empty();
  log.info("call", {{"server", call.server},
                    {"tool", call.tool},
                    {"tokens_before", call.tokens_before},
                    {"tokens_after", call.tokens_after},
                    {is_changed ? "format" : "passed",
                     is_changed ? call.format : name(call.reason)},
                    {"paged", call.is_paged},
                    {"ms", milliseconds(call.total)},
                    {"added_ms", milliseconds(call.added)}});
}

void log_bodies(gateway_log& log, std::string_view server,
                std::string_view result, const rewrite_outcome& outcome) {
  if (!log.debug_on()) return;
  if (outcome.result) {
    log.debug("result", {{"server", server},
                         {"came", result},
                         {"sent", std::string_view{*outcome.result}}});
  } else {
    log.debug("result", {{"server", server}, {"came", result}});
  }
}

}  // namespace pith::mcp
