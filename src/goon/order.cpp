// SPDX-License-Identifier: MIT
#include "goon/order.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace pith::inline v0::goon {

namespace {

/// Orders what is missing after everything else.
auto last_if_missing(const std::optional<std::int64_t>& v) noexcept {
  return std::pair(!v.has_value(), v.value_or(0));
}

/// All that makes two edges the same: everything but the depth.
auto identity_of(const edge& e) noexcept {
  return std::tuple(last_if_missing(e.path_id), last_if_missing(e.step),
                    std::string_view(e.type), std::string_view(e.from),
                    e.from_id, std::string_view(e.to), e.to_id);
}

auto place_on_path(const edge& e) noexcept {
  // The names of the types only decide what the ids leave open.
  return std::tuple(e.path_id.value_or(0), e.step.value_or(0),
                    std::string_view(e.type), e.from_id, e.to_id,
                    std::string_view(e.from), std::string_view(e.to));
}

auto identity_of(const node& n) noexcept {
  return std::tuple(std::string_view(n.type), n.id);
}

/// Removes all but the first of those that stand side by side.
template <class Identity>
void keep_first(edge_list& edges, Identity identity) {
  const auto end = std::unique(edges.begin(), edges.end(),
                               [&](const edge* a, const edge* b) {
                                 return identity(*a) == identity(*b);
                               });
  edges.erase(end, edges.end());
}

}  // namespace

void cell_finder::look_at(const row& of) {
  constexpr std::size_t wide = 16;
  row_ = &of;
  by_key_.clear();
  if (of.size() <= wide) return;
  for (const cell& each : of) by_key_.push_back(&each);
  std::stable_sort(
      by_key_.begin(), by_key_.end(),
      [](const cell* a, const cell* b) { return a->key < b->key; });
}

const cell* cell_finder::find(std::string_view key) const {
  if (by_key_.empty()) {
    for (const cell& each : *row_) {
      if (each.key == key) return &each;
    }
    return nullptr;
  }
  const auto found = std::lower_bound(
      by_key_.begin(), by_key_.end(), key,
      [](const cell* a, std::string_view b) { return a->key < b; });
  return found != by_key_.end() && (*found)->key == key ? *found : nullptr;
}

node_list nodes_as_given(const graph_response& response) {
  node_list all;
  for (const node& each : response.nodes) all.push_back(&each);
  if (response.rows) {
    cell_finder cells;
    for (const row& each : *response.rows) {
      cells.look_at(each);
      for (const group_column& by : response.group_columns) {
        if (by.kind != "node") continue;
        const cell* const found = cells.find(by.name);
        if (found == nullptr) continue;
        if (const node* lifted = std::get_if<node>(&found->value)) {
          all.push_back(lifted);
        }
      }
    }
  }
  // The first of each type and id, in the order in which they came.
  std::vector<std::size_t> places(all.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
  std::sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    return std::tuple(identity_of(*all[a]), a) <
           std::tuple(identity_of(*all[b]), b);
  });
  const auto end = std::unique(
      places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
        return identity_of(*all[a]) == identity_of(*all[b]);
      });
  places.erase(end, places.end());
  std::sort(places.begin(), places.end());
  node_list kept;
  kept.reserve(places.size());
  for (const std::size_t i : places) kept.push_back(all[i]);
  return kept;
}

node_list sorted_nodes(const graph_response& response) {
  node_list all;
  all.reserve(response.nodes.size());
  for (const node& each : response.nodes) all.push_back(&each);
  std::sort(all.begin(), all.end(), [](const node* a, const node* b) {
    return identity_of(*a) < identity_of(*b);
  });
  return all;
}

edge_list sorted_edges(const graph_response& response) {
  edge_list all;
  all.reserve(response.edges.size());
  for (const edge& each : response.edges) all.push_back(&each);
  std::sort(all.begin(), all.end(), [](const edge* a, const edge* b) {
    return std::tuple(identity_of(*a), a->depth) <
           std::tuple(identity_of(*b), b->depth);
  });
  keep_first(all, [](const edge& e) { return identity_of(e); });
  return all;
}

edge_list path_edges(const graph_response& response) {
  edge_list all;
  for (const edge& each : response.edges) {
    if (each.path_id) all.push_back(&each);
  }
  std::sort(all.begin(), all.end(), [](const edge* a, const edge* b) {
    return place_on_path(*a) < place_on_path(*b);
  });
  keep_first(all, place_on_path);
  return all;
}

}  // namespace pith::inline v0::goon
