// SPDX-License-Identifier: MIT
#include "mcp/gateway/readiness.hpp"

#include <string_view>
#include <utility>

namespace pith::mcp {

namespace {

std::string_view phase_word(service_phase phase) noexcept {
  switch (phase) {
    case service_phase::starting:
      return "starting";
    case service_phase::draining:
      return "draining";
    case service_phase::serving:
      break;
  }
  return "ready";
}

}  // namespace

http_response readiness_response(const readiness& state) {
  std::string body{phase_word(state.phase)};
  body.push_back('\n');
  for (const std::string& line : state.lacks) {
    body.append(line).push_back('\n');
  }
  return {state.phase == service_phase::serving ? 200 : 503,
          {{"Content-Type", "text/plain"}, {"Cache-Control", "no-store"}},
          std::move(body)};
}

}  // namespace pith::mcp
