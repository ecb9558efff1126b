// SPDX-License-Identifier: MIT
#include <pith/gcf_graph_delta.hpp>

#include "gcf/delta/apply.hpp"
#include "gcf/delta/graph_records.hpp"
#include "gcf/graph/plan.hpp"

#include <algorithm>
#include <utility>

namespace pith::inline v0::gcf {

namespace keyed {

namespace {

/// Records in order, to be looked up.
class edge_lookup {
 public:
  static constexpr std::size_t none = ~std::size_t{0};

  record_list records;

  void sort() { sort_records(records, order_); }
  /// The number of the record, or none.
  [[nodiscard]] std::size_t find(std::string_view record) const noexcept {
    const std::uint32_t* const at =
        std::lower_bound(order_.begin(), order_.end(), record,
                         [&](std::uint32_t i, std::string_view wanted) {
                           return records[i] < wanted;
                         });
    return at != order_.end() && records[*at] == record ? *at : none;
  }
  [[nodiscard]] bool has_twins() const noexcept {
    for (std::size_t i = 1; i < order_.size(); ++i) {
      if (records[order_[i]] == records[order_[i - 1]]) return true;
    }
    return false;
  }

 private:
  detail::pod_buffer<std::uint32_t> order_;
};

/// Makes the new graph beside the base (10.4).
class graph_application {
 public:
  graph_application(const graph_view& base, const graph_delta& d)
      : base_(base), delta_(d) {}

  [[nodiscard]] result<graph::payload> run();

 private:
  [[nodiscard]] result<void> apply_symbols();
  [[nodiscard]] result<void> remove_edges();
  [[nodiscard]] result<void> keep_edges();
  [[nodiscard]] result<void> add_edges();
  /// Appends the record of an edge that has only names.
  [[nodiscard]] result<void> record(const graph_view& view,
                                    const graph::edge& e,
                                    record_list& out) const;
  void name_ends(const graph_view& view, std::uint32_t source,
                 std::uint32_t target, graph::edge& e) const;

  const graph_view& base_;
  const graph_delta& delta_;
  graph::kind_names kinds_;
  graph::payload made_;
  graph_view symbols_;  // of made_, before it has edges
  edge_lookup edges_;   // of the base
  std::vector<bool> is_gone_;
};

result<graph::payload> graph_application::run() {
  made_.tool = delta_.tool.empty() ? base_.graph().tool : delta_.tool;
  made_.token_budget = base_.graph().token_budget;
  made_.tokens_used = delta_.delta_tokens;
  if (const auto done = apply_symbols(); !done) return done.error();
  if (const auto done = remove_edges(); !done) return done.error();
  if (const auto done = keep_edges(); !done) return done.error();
  if (const auto done = add_edges(); !done) return done.error();
  return std::move(made_);
}

/// Removals come first, so that a symbol may be replaced.
result<void> graph_application::apply_symbols() {
  const auto& before = base_.graph().symbols;
  std::vector<bool> is_gone(before.size(), false);
  for (const graph::symbol& s : delta_.removed) {
    const std::uint32_t found =
        base_.symbols().find(kinds_.abbreviate(s.kind), s.qualified_name);
    if (found == graph::symbol_index::none) {
      return delta_conflict("a removed symbol does not exist in the base");
    }
    if (is_gone[found]) return delta_conflict("a symbol is removed twice");
    is_gone[found] = true;
  }
  for (std::uint32_t i = 0; i < before.size(); ++i) {
    if (!is_gone[i]) made_.symbols.push_back(before[i]);
  }
  for (const graph::symbol& s : delta_.added) {
    const std::uint32_t found =
        base_.symbols().find(kinds_.abbreviate(s.kind), s.qualified_name);
    if (found != graph::symbol_index::none && !is_gone[found]) {
      return delta_conflict("an added symbol already exists in the base");
    }
    made_.symbols.push_back(s);
  }
  return symbols_.look_at(made_);
}

result<void> graph_application::remove_edges() {
  base_.record_edges(edges_.records);
  edges_.sort();
  is_gone_.assign(base_.graph().edges.size(), false);
  record_list wanted;
  for (const graph::edge& e : delta_.removed_edges) {
    wanted.clear();
    if (const auto done = record(base_, e, wanted); !done) return done;
    const std::size_t found = edges_.find(wanted[0]);
    if (found == edge_lookup::none) {
      return delta_conflict("a removed edge does not exist in the base");
    }
    if (is_gone_[found]) return delta_conflict("an edge is removed twice");
    is_gone_[found] = true;
  }
  return {};
}

result<void> graph_application::keep_edges() {
  const auto& before = base_.graph().edges;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (is_gone_[i]) continue;
    const auto find = [&](std::uint32_t symbol) {
      return symbols_.symbols().find(base_.symbols().kind_of(symbol),
                                     base_.symbols().name_of(symbol));
    };
    const std::uint32_t source = find(base_.source_of(i));
    const std::uint32_t target = find(base_.target_of(i));
    if (source == graph::symbol_index::none ||
        target == graph::symbol_index::none) {
      return delta_conflict("an edge remains whose symbol was removed");
    }
    made_.edges.push_back(before[i]);
    name_ends(symbols_, source, target, made_.edges.back());
  }
  return {};
}

result<void> graph_application::add_edges() {
  edge_lookup added;
  for (const graph::edge& e : delta_.added_edges) {
    if (const auto done = record(symbols_, e, added.records); !done) {
      return done;
    }
    const std::size_t number = added.records.size() - 1;
    const std::size_t found = edges_.find(added.records[number]);
    if (found != edge_lookup::none && !is_gone_[found]) {
      return delta_conflict("an added edge already exists in the base");
    }
    graph::edge& made = made_.edges.emplace_back();
    made.source = e.source;
    made.target = e.target;
    made.edge_type = e.edge_type;
    made.source_kind = e.source_kind;
    made.target_kind = e.target_kind;
  }
  added.sort();
  if (added.has_twins()) return delta_conflict("an edge is added twice");
  return {};
}

result<void> graph_application::record(const graph_view& view,
                                       const graph::edge& e,
                                       record_list& out) const {
  bool is_absent = false;
  const auto source = graph_profile::find_end(
      view.symbols(), kinds_, e.source_kind, e.source, is_absent);
  if (!source) return source.error();
  const auto target = graph_profile::find_end(
      view.symbols(), kinds_, e.target_kind, e.target, is_absent);
  if (!target) return target.error();
  view.record_edge(out, *source, *target, e.edge_type);
  return {};
}

/// Gives an edge the kinds of its ends where the names do not do any more, and
/// takes them away where they do.
void graph_application::name_ends(const graph_view& view, std::uint32_t source,
                                  std::uint32_t target, graph::edge& e) const {
  const auto kind_if_shared = [&](std::uint32_t symbol) {
    if (!view.symbols().is_shared_name(symbol)) return std::string();
    return std::string(kinds_.expand(view.symbols().kind_of(symbol)));
  };
  e.source_kind = kind_if_shared(source);
  e.target_kind = kind_if_shared(target);
}

}  // namespace

}  // namespace keyed

result<graph::payload> apply(const graph::payload& base, const graph_delta& d,
                             const apply_options& options) {
  keyed::graph_view view;
  if (const auto good = view.look_at(base); !good) return good.error();
  if (options.verify) {
    const result<std::string> root = keyed::root_of(view);
    if (!root) return root.error();
    if (*root != d.base_root) return keyed::base_mismatch();
  }
  result<graph::payload> made = keyed::graph_application(view, d).run();
  if (!made) return made;
  result<std::string> root = pack_root(*made);
  if (!root) return root.error();
  if (options.verify && *root != d.new_root) return keyed::root_mismatch();
  made->pack_root = std::move(*root);
  return made;
}

}  // namespace pith::inline v0::gcf
