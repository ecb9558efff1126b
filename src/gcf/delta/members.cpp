// SPDX-License-Identifier: MIT
#include "gcf/delta/members.hpp"

#include <pith/builder.hpp>
#include <pith/graph.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace pith::inline v0::gcf {

namespace {

constexpr std::string_view parts_of_changes[] = {"added", "changed", "removed"};

std::string text_member(value of, std::string_view name) {
  return of[name].value_or(std::string());
}

std::uint64_t count_member(value of, std::string_view name) {
  return of[name].value_or(std::uint64_t{0});
}

void copy_list(builder& into, maybe_value some) {
  if (some) {
    into.copy(*some);
  } else {
    into.begin_array().end_array();
  }
}

/// Two members of a delta as a graph of their own.
result<graph::payload> graph_part(value of, std::string_view symbols,
                                  std::string_view edges) {
  builder whole;
  whole.begin_object();
  copy_list(whole.key("symbols"), of[symbols]);
  copy_list(whole.key("edges"), of[edges]);
  whole.end_object();
  const auto made = whole.finish();
  if (!made) return made.error();
  return graph::from_value(made->root());
}

}  // namespace

result<delta> delta_of(value given, const delta_spelling& names) {
  delta d;
  d.tool = text_member(given, "tool");
  d.key = text_member(given, "key");
  d.base_root = text_member(given, names.base_root);
  d.new_root = text_member(given, names.new_root);
  d.delta_tokens = count_member(given, names.delta_tokens);
  d.full_tokens = count_member(given, names.full_tokens);
  for (const value field : given["fields"].elements()) {
    d.fields.emplace_back(field.get_string().value_or(std::string_view()));
  }
  builder changes;
  changes.begin_object();
  for (const std::string_view part : parts_of_changes) {
    if (const auto rows = given[part]) changes.key(part).copy(*rows);
  }
  changes.end_object();
  auto made = changes.finish();
  if (!made) return made.error();
  d.changes = std::move(*made);
  return d;
}

result<document> members_of(const delta& given, const delta_spelling& names) {
  builder all;
  all.begin_object();
  all.key("tool").string(given.tool);
  all.key("key").string(given.key);
  all.key(names.base_root).string(given.base_root);
  all.key(names.new_root).string(given.new_root);
  all.key("fields").begin_array();
  for (const std::string& field : given.fields) all.string(field);
  all.end_array();
  for (const std::string_view part : parts_of_changes) {
    copy_list(all.key(part), given.changes.root()[part]);
  }
  all.end_object();
  return all.finish();
}

result<graph_delta> graph_delta_of(value given, const delta_spelling& names) {
  auto gone = graph_part(given, "removed", names.removed_edges);
  if (!gone) return gone.error();
  auto come = graph_part(given, "added", names.added_edges);
  if (!come) return come.error();
  graph_delta d;
  d.tool = text_member(given, "tool");
  d.base_root = text_member(given, names.base_root);
  d.new_root = text_member(given, names.new_root);
  d.removed = std::move(gone->symbols);
  d.removed_edges = std::move(gone->edges);
  d.added = std::move(come->symbols);
  d.added_edges = std::move(come->edges);
  d.delta_tokens = count_member(given, names.delta_tokens);
  d.full_tokens = count_member(given, names.full_tokens);
  return d;
}

}  // namespace pith::inline v0::gcf
