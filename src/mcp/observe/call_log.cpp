// SPDX-License-Identifier: MIT
#include "mcp/observe/call_log.hpp"

#include <chrono>

namespace pith::mcp {

namespace {

double milliseconds(std::chrono::nanoseconds time) {
  // Three digits are enough to read, and what a machine can tell.
  const auto whole =
      std::chrono::duration_cast<std::chrono::microseconds>(time).count();
  return static_cast<double>(whole) / 1000;
}

void log_failure(gateway_log& log, const call_record& call,
                 std::string_view event, std::string_view method) {
  const bool is_serious =
      is_upstream_failure(call.outcome) || call.outcome == call_outcome::denied;
  const auto write = is_serious ? &gateway_log::warn : &gateway_log::info;
  (log.*write)(event, {{"server", call.server},
                       {"tool", log_value::if_any(call.tool)},
                       {"method", log_value::if_any(method)},
                       {"ms", milliseconds(call.total)},
                       {"outcome", name(call.outcome)},
                       {"why", log_value::if_any(call.why)},
                       {"principal", log_value::if_any(call.principal)},
                       {"caller", log_value::if_any(call.caller)},
                       {"address", log_value::if_any(call.address)},
                       {"session", log_value::if_any(call.session)},
                       {"request", log_value::if_any(call.request)}});
}

}  // namespace

void log_call(gateway_log& log, const call_record& call) {
  if (call.is_failure) {
    log_failure(log, call,
                call.outcome == call_outcome::denied ? "denied" : "call failed",
                {});
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
                    {"added_ms", milliseconds(call.added)},
                    {"outcome", name(call.outcome)},
                    {"principal", log_value::if_any(call.principal)},
                    {"caller", log_value::if_any(call.caller)},
                    {"address", log_value::if_any(call.address)},
                    {"session", log_value::if_any(call.session)},
                    {"request", log_value::if_any(call.request)}});
}

void log_lost_request(gateway_log& log, const call_record& request,
                      std::string_view method) {
  log_failure(log, request, "request failed", method);
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
