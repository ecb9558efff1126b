// SPDX-License-Identifier: MIT
#include "mcp/hub/hub_shared.hpp"

#include <utility>

namespace pith::mcp {

std::shared_ptr<const trace_origin> hub_shared::heard(
    const http_exchange& exchange) const {
  return server->traces ? server->traces->hear(exchange.request().fields)
                        : nullptr;
}

std::shared_ptr<void> count_in_flight(const std::shared_ptr<hub_shared>& hub,
                                      principal_quotas::lease place) {
  ++hub->metrics.in_flight;
  return {nullptr,
          [hub, place = std::move(place)](void*) { --hub->metrics.in_flight; }};
}

}  // namespace pith::mcp
