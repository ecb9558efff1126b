// SPDX-License-Identifier: MIT
#include <pith/gcf_graph_stream.hpp>

#include "document/pair_map.hpp"
#include "gcf/graph/plan.hpp"

#include <deque>
#include <limits>
#include <optional>
#include <string>

namespace pith::inline v0::gcf {

struct graph_writer::state {
  enum class stage : std::uint8_t { symbols, edges, finished };
  struct group {
    std::uint32_t distance;
    std::size_t symbols;
  };
  struct texts {
    std::string kind;
    std::string name;
  };

  graph_encode_options how;
  bool labeled_counts = false;
  text::output buffer;
  std::optional<error> broken;  // what every later call returns
  stage at = stage::symbols;
  graph_encode_summary summary;

  graph::kind_names kinds;
  graph::symbol_index symbols;
  std::deque<texts> kept;  // what the index points at
  /// In the order of their first headers; the last one written is `current`.
  detail::pod_buffer<group> groups;
  detail::pair_map group_of;  // (0, distance) to group
  std::uint32_t current = detail::pair_map::none;

  state(sink& out, const graph_stream_options& options)
      : how(options.graph),
        labeled_counts(options.labeled_counts),
        kinds(how.more_kinds) {
    buffer.open(out, std::numeric_limits<std::size_t>::max());
    symbols.reset(0);
    auto good = graph_profile::check_kinds(how.more_kinds);
    if (good) {
      good =
          graph_profile::check_header(options.tool, options.token_budget,
                                      options.tokens_used, options.pack_root);
    }
    if (!good) {
      broken = good.error();
      return;
    }
    begin_writing();
    graph_profile::line_writer(buffer).header({.tool = options.tool,
                                               .budget = options.token_budget,
                                               .tokens = options.tokens_used,
                                               .has_counts = false,
                                               .pack_root = options.pack_root});
    static_cast<void>(hand_over());
  }

  /// Before the first byte of a call: until hand_over() the stream is broken,
  /// because the sink may throw.
  void begin_writing() { broken = sink_refused(); }
  /// Nothing is held back.
  result<void> hand_over() {
    if (!buffer.close()) return sink_refused();
    broken.reset();
    return {};
  }
  static error sink_refused() {
    return {error_code::write_failed, 0, "the sink refused bytes"};
  }
  static error misplaced(const char* detail) {
    return {error_code::misplaced_value, 0, detail};
  }
  /// Whether more may be written; misplaced_value, or what has failed.
  static result<void> check_open(const state* w) {
    if (w == nullptr) return misplaced("the writer was moved from");
    if (w->broken) return *w->broken;
    if (w->at == stage::finished) {
      return misplaced("nothing may follow finish()");
    }
    return {};
  }
  void open_group(std::uint32_t distance);
  void write_counts();
};

void graph_writer::state::open_group(std::uint32_t distance) {
  if (current != detail::pair_map::none &&
      groups[current].distance == distance) {
    return;
  }
  graph_profile::line_writer(buffer).group(distance);
  current = group_of.find(0, distance);
  if (current == detail::pair_map::none) {
    current = static_cast<std::uint32_t>(groups.size());
    groups.push_back({distance, 0});
    group_of.set(0, distance, current);
  }
}

/// One entry per group that has symbols, then that of the edges (8.4).
void graph_writer::state::write_counts() {
  const auto number = [this](std::size_t v) {
    buffer.commit(text::write_digits(buffer.reserve(24), v));
  };
  for (const group& g : groups) {
    if (labeled_counts) {
      buffer.commit(graph_profile::line_writer::write_group_name(
          buffer.reserve(32), g.distance));
      buffer.put(':');
    }
    number(g.symbols);
    buffer.put(',');
  }
  if (labeled_counts) buffer.put("edges:");
  number(summary.edges);
}

graph_writer::graph_writer(sink& out, const graph_stream_options& options)
    : state_(std::make_unique<state>(out, options)) {}
graph_writer::graph_writer(graph_writer&&) noexcept = default;
graph_writer& graph_writer::operator=(graph_writer&&) noexcept = default;
graph_writer::~graph_writer() = default;

result<void> graph_writer::symbol(const graph::symbol& s) {
  if (const auto good = state::check_open(state_.get()); !good) {
    return good.error();
  }
  state& w = *state_;
  if (w.at != state::stage::symbols) {
    return state::misplaced("symbols come before edges");
  }
  if (w.symbols.size() == graph::symbol_index::max_symbols) {
    return error{error_code::item_limit, 0,
                 "a graph must have less than 2^32 - 2 symbols"};
  }
  const std::string_view kind = w.kinds.abbreviate(s.kind);
  if (const auto good = graph_profile::check_symbol(s, kind); !good) {
    return good;
  }
  w.kept.push_back({std::string(kind), s.qualified_name});
  if (!w.symbols.add(w.kept.back().kind, w.kept.back().name)) {
    w.kept.pop_back();
    return error{error_code::duplicate_symbol, 0,
                 "a kind and a qualified name must not occur twice"};
  }
  w.begin_writing();
  w.open_group(s.distance);
  graph_profile::line_writer(w.buffer).symbol(
      w.summary.symbols, kind, s.qualified_name, s.score, s.provenance);
  ++w.summary.symbols;
  ++w.groups[w.current].symbols;
  return w.hand_over();
}

result<void> graph_writer::edge(const graph::edge& e) {
  if (const auto good = state::check_open(state_.get()); !good) {
    return good.error();
  }
  state& w = *state_;
  if (const auto good = graph_profile::check_edge(e); !good) return good;
  constexpr std::uint32_t none = graph::symbol_index::none;
  const std::uint32_t source =
      graph_profile::find_end(w.symbols, w.kinds, e.source_kind, e.source);
  const std::uint32_t target =
      graph_profile::find_end(w.symbols, w.kinds, e.target_kind, e.target);
  if (source >= graph::symbol_index::ambiguous ||
      target >= graph::symbol_index::ambiguous) {
    if (w.how.dangling == dangling_edges::drop &&
        (source == none || target == none)) {
      ++w.summary.dropped_edges;
      return {};
    }
    return graph_profile::end_error(source, target);
  }
  w.begin_writing();
  graph_profile::line_writer lines(w.buffer);
  if (w.at == state::stage::symbols) lines.deferred_edges_header();
  w.at = state::stage::edges;
  lines.edge(target, source, e.edge_type, graph_profile::wire_status(e.status));
  ++w.summary.edges;
  return w.hand_over();
}

result<graph_encode_summary> graph_writer::finish() {
  if (const auto good = state::check_open(state_.get()); !good) {
    return good.error();
  }
  state& w = *state_;
  w.at = state::stage::finished;
  w.begin_writing();
  w.buffer.put("##! summary symbols=");
  w.buffer.commit(text::write_digits(w.buffer.reserve(24), w.summary.symbols));
  w.buffer.put(" edges=");
  w.buffer.commit(text::write_digits(w.buffer.reserve(24), w.summary.edges));
  w.buffer.put(" counts=");
  w.write_counts();
  w.buffer.put('\n');
  if (const auto done = w.hand_over(); !done) return done.error();
  return w.summary;
}

}  // namespace pith::inline v0::gcf
