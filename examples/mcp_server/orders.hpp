// SPDX-License-Identifier: MIT
// The data of the example: a real server would ask a database.
#ifndef PITH_EXAMPLES_MCP_SERVER_ORDERS_HPP
#define PITH_EXAMPLES_MCP_SERVER_ORDERS_HPP

#include <pith/builder.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace example {

/// `{"orders":[...]}` with as many orders as the arguments ask for.
inline pith::result<pith::document> list_orders(pith::value arguments) {
  constexpr std::array<std::string_view, 4> states{"open", "paid", "sent",
                                                   "returned"};
  const auto count = std::clamp<std::int64_t>(
      arguments["count"].get_integer().value_or(20), 1, 1000);
  pith::builder to;
  to.begin_object().key("orders").begin_array();
  for (std::int64_t i = 0; i < count; ++i) {
    to.begin_object();
    to.key("order_number").integer(70'000 + i);
    to.key("customer").string("customer " + std::to_string(i * 37 % 101));
    to.key("state").string(states[static_cast<std::size_t>(i % 4)]);
    to.key("total_in_cents").integer(1'999 + i * 613 % 40'000);
    to.end_object();
  }
  to.end_array().end_object();
  return to.finish();
}

}  // namespace example

#endif  // PITH_EXAMPLES_MCP_SERVER_ORDERS_HPP
