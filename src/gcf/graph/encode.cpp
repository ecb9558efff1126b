// SPDX-License-Identifier: MIT
#include <pith/gcf_graph.hpp>

#include "document/revive.hpp"
#include "gcf/graph/plan.hpp"

#include <limits>

namespace pith::inline v0::gcf {

namespace {

using graph_profile::encode_plan;

result<graph_encode_summary> run(encode_plan& plan, text::output& buffer,
                                 sink& out, const graph::payload& graph,
                                 const graph_encode_options& options) {
  if (const auto good = plan.check(graph, options); !good) return good.error();
  plan.order_symbols(graph);
  if (const auto good = plan.order_edges(graph, options.dangling); !good) {
    return good.error();
  }
  buffer.open(out, std::numeric_limits<std::size_t>::max());
  graph_profile::line_writer lines(buffer);
  plan.write(lines, graph, false, [&](std::uint32_t i) {
    const graph::symbol& s = graph.symbols[i];
    lines.symbol(plan.id_of(i), plan.kind_of(i), s.qualified_name, s.score,
                 s.provenance);
  });
  if (!buffer.close()) {
    return error{error_code::write_failed, 0, "the sink refused bytes"};
  }
  return graph_encode_summary{graph.symbols.size(), plan.edge_count(),
                              plan.dropped_edges()};
}

}  // namespace

struct graph_encoder::state {
  graph_encode_options options;
  encode_plan plan;
  text::output buffer;
};

graph_encoder::graph_encoder(const graph_encode_options& options)
    : state_(std::make_unique<state>()) {
  state_->options = options;
}
graph_encoder::graph_encoder(graph_encoder&&) noexcept = default;
graph_encoder& graph_encoder::operator=(graph_encoder&&) noexcept = default;
graph_encoder::~graph_encoder() = default;

result<graph_encode_summary> graph_encoder::encode_to(
    sink& out, const graph::payload& graph) {
  state& s = detail::revive(state_);
  return run(s.plan, s.buffer, out, graph, s.options);
}

result<graph_encode_summary> append(std::string& out,
                                    const graph::payload& graph,
                                    const graph_encode_options& options) {
  const std::size_t before = out.size();
  string_sink sink(out);
  const auto done = graph_encoder(options).encode_to(sink, graph);
  if (!done) out.resize(before);
  return done;
}

result<std::string> encode(const graph::payload& graph,
                           const graph_encode_options& options) {
  std::string text;
  if (const auto done = append(text, graph, options); !done) {
    return done.error();
  }
  return text;
}

}  // namespace pith::inline v0::gcf
