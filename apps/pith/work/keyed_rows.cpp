// SPDX-License-Identifier: MIT
#include "work/keyed_rows.hpp"

#include <pith/gcf_graph_delta.hpp>
#include <pith/graph.hpp>

#include "console/diagnostics.hpp"

#include <algorithm>

namespace cli {

namespace {

bool are_rows(pith::value v) {
  if (const auto items = v.get_array()) {
    return std::all_of(items->begin(), items->end(), [](auto item) {
      return item.type() == pith::kind::object;
    });
  }
  const auto members = v.get_object();
  return members && !members->empty() &&
         std::all_of(members->begin(), members->end(), [](auto one) {
           return one.value.type() == pith::kind::object;
         });
}

}  // namespace

std::optional<keyed_rows> find_keyed_rows(pith::value root) {
  // `{"orders": [...]}` is not a map of orders, so members come first.
  std::optional<keyed_rows> found;
  if (const auto members = root.get_object()) {
    for (const auto& [key, value] : *members) {
      if (value.type() != pith::kind::array || !are_rows(value)) continue;
      if (found) return std::nullopt;
      found = keyed_rows{value, key};
    }
  }
  if (found) return found;
  if (are_rows(root)) return keyed_rows{root, std::nullopt};
  return std::nullopt;
}

pith::gcf::keyed_set set_of(const keyed_rows& rows, std::string_view key) {
  pith::gcf::keyed_set set;
  if (!key.empty()) set.key = key;
  if (rows.member) set.name = *rows.member;
  return set;
}

void say_which_key(const pith::error& what, std::string_view key) {
  if (what.code != pith::error_code::invalid_identity) return;
  const std::string used =
      key.empty() ? pith::gcf::keyed_set{}.key : std::string(key);
  say("pith: the key of the rows is '" + printable(used) +
      "'; use --key to name another field\n");
}

bool looks_like_graph(pith::value root) {
  const auto symbols = root.find("symbols");
  const auto edges = root.find("edges");
  return symbols && edges && symbols->type() == pith::kind::array &&
         edges->type() == pith::kind::array;
}

pith::result<std::string> root_of(pith::value v,
                                  std::optional<std::string_view> key) {
  if (!key && looks_like_graph(v)) {
    const auto graph = pith::graph::from_value(v);
    if (!graph) return graph.error();
    return pith::gcf::pack_root(*graph);
  }
  const auto found = find_keyed_rows(v);
  if (!found) return no_rows;
  return pith::gcf::pack_root(found->rows, set_of(*found, key.value_or("")));
}

}  // namespace cli
