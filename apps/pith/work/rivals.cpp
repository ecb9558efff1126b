// SPDX-License-Identifier: MIT
#include "work/rivals.hpp"

#include <pith/equality.hpp>

#include "work/formats.hpp"
#include "work/keyed_rows.hpp"

namespace cli {

namespace {

constexpr rival all_rivals[] = {{"csv", "csv"},
                                {"yaml", "yaml"},
                                {"markdown", "markdown"},
                                {"gcf-graph", "gcf", "graph"}};

rival_cost cost_of(const rival& one, pith::value v,
                   pith::token_counter& counter) {
  rival_cost cost;
  if (!one.profile.empty() && !looks_like_graph(v)) {
    cost.why = "not a graph";
    return cost;
  }
  const pith::codec* const format = formats().find(one.codec);
  std::vector<pith::option_value> options;
  if (!one.profile.empty()) options.emplace_back("profile", one.profile);
  const auto text = encode_as(*format, v, options);
  if (!text) {
    cost.why = text.error().detail;
    return cost;
  }
  cost.is_written = true;
  cost.tokens = counter.count(*text);
  cost.bytes = text->size();
  if (format->read) {
    const auto back = format->decode(*text);
    cost.keeps_values = back && pith::equal(back->root(), v);
  }
  return cost;
}

}  // namespace

std::span<const rival> rivals() { return all_rivals; }

std::vector<rival_cost> rival_costs(pith::value v,
                                    pith::token_counter& counter) {
  std::vector<rival_cost> costs;
  for (const rival& one : all_rivals) {
    costs.push_back(cost_of(one, v, counter));
  }
  return costs;
}

}  // namespace cli
