// SPDX-License-Identifier: MIT
#include <pith/gcf_graph_stream.hpp>
#include <pith/json.hpp>

#include "gcf/graph/score.hpp"
#include "random_graph.hpp"
#include "test_data.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::error_code;
using pith::gcf::graph_stream_options;
using pith::gcf::graph_writer;
using pith::graph::payload;

/// Notes each piece.
class piece_sink final : public pith::sink {
 public:
  bool write(std::string_view bytes) override {
    if (is_full) return false;
    pieces.emplace_back(bytes);
    return true;
  }
  std::vector<std::string> pieces;
  bool is_full = false;
};

pith::graph::symbol named(const char* name, std::uint32_t distance = 0) {
  return {name, "function", 0.5, "lsp", distance};
}

graph_stream_options options_of(const payload& graph) {
  graph_stream_options options;
  options.tool = graph.tool;
  options.token_budget = graph.token_budget;
  options.tokens_used = graph.tokens_used;
  options.pack_root = graph.pack_root;
  return options;
}

std::string streamed(const payload& graph, graph_stream_options options) {
  std::string wire;
  pith::string_sink sink(wire);
  graph_writer out(sink, options);
  for (const auto& s : graph.symbols) EXPECT_TRUE(out.symbol(s));
  for (const auto& e : graph.edges) EXPECT_TRUE(out.edge(e));
  EXPECT_TRUE(out.finish());
  return wire;
}

TEST(graph_writer, holds_nothing_back) {
  piece_sink sink;
  graph_writer out(sink, {.tool = "walk", .labeled_counts = true});
  ASSERT_EQ(sink.pieces.size(), 1U);
  EXPECT_EQ(sink.pieces[0], "GCF profile=graph tool=walk\n");
  ASSERT_TRUE(out.symbol(named("a")));
  EXPECT_EQ(sink.pieces.back(), "## targets\n@0 fn a 0.50 lsp\n");
  ASSERT_TRUE(out.symbol(named("b", 3)));
  EXPECT_EQ(sink.pieces.back(), "## distance_3\n@1 fn b 0.50 lsp\n");
  ASSERT_TRUE(out.symbol(named("c")));
  EXPECT_EQ(sink.pieces.back(), "## targets\n@2 fn c 0.50 lsp\n");
  ASSERT_TRUE(out.symbol(named("d")));
  EXPECT_EQ(sink.pieces.back(), "@3 fn d 0.50 lsp\n");
  ASSERT_TRUE(out.edge({"a", "b", "calls"}));
  EXPECT_EQ(sink.pieces.back(), "## edges [?]\n@1<@0 calls\n");
  ASSERT_TRUE(out.edge({"b", "a", "calls", "added"}));
  EXPECT_EQ(sink.pieces.back(), "@0<@1 calls added\n");
  const auto summary = out.finish();
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->symbols, 4U);
  EXPECT_EQ(summary->edges, 2U);
  EXPECT_EQ(sink.pieces.back(),
            "##! summary symbols=4 edges=2 "
            "counts=targets:3,distance_3:1,edges:2\n");
}

TEST(graph_writer, a_refused_call_writes_nothing) {
  piece_sink sink;
  graph_writer out(sink);
  ASSERT_TRUE(out.symbol(named("a")));
  const std::size_t before = sink.pieces.size();
  EXPECT_EQ(out.symbol(named("a", 2)).error().code,
            error_code::duplicate_symbol);
  EXPECT_EQ(out.symbol(named("b\n@9 fn c 0.50 lsp", 1)).error().code,
            error_code::invalid_name);
  EXPECT_EQ(out.edge({"a", "zz", "calls"}).error().code,
            error_code::unknown_edge_reference);
  EXPECT_EQ(out.edge({"a", "a", "two words"}).error().code,
            error_code::invalid_name);
  EXPECT_EQ(sink.pieces.size(), before);
  ASSERT_TRUE(out.symbol(named("b")));  // no edge was begun
  ASSERT_TRUE(out.edge({"a", "b", "calls"}));
  EXPECT_EQ(out.symbol(named("c")).error().code, error_code::misplaced_value);
  ASSERT_TRUE(out.finish());
  EXPECT_EQ(out.finish().error().code, error_code::misplaced_value);
  EXPECT_EQ(out.symbol(named("d")).error().code, error_code::misplaced_value);
  EXPECT_EQ(out.edge({"a", "b", "x"}).error().code,
            error_code::misplaced_value);
}

TEST(graph_writer, drops_dangling_edges_when_asked) {
  std::string wire;
  pith::string_sink sink(wire);
  graph_writer out(sink,
                   {.graph = {.dangling = pith::gcf::dangling_edges::drop}});
  ASSERT_TRUE(out.symbol(named("a")));
  ASSERT_TRUE(out.edge({"a", "zz", "calls"}));
  const auto summary = out.finish();
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->dropped_edges, 1U);
  EXPECT_EQ(wire,
            "GCF profile=graph\n## targets\n@0 fn a 0.50 lsp\n"
            "##! summary symbols=1 edges=0 counts=1,0\n");
}

TEST(graph_writer, errors_that_stay) {
  piece_sink sink;
  graph_writer bad(sink, {.tool = "x delta=true"});
  EXPECT_EQ(bad.symbol(named("a")).error().code, error_code::invalid_name);
  EXPECT_EQ(bad.finish().error().code, error_code::invalid_name);
  EXPECT_TRUE(sink.pieces.empty());
  graph_writer out(sink);
  sink.is_full = true;
  EXPECT_EQ(out.symbol(named("a")).error().code, error_code::write_failed);
  sink.is_full = false;
  EXPECT_EQ(out.symbol(named("b")).error().code, error_code::write_failed);
  EXPECT_EQ(out.finish().error().code, error_code::write_failed);
}

TEST(graph_writer, is_the_buffered_graph_once_decoded) {
  pith_tests::random_source random(17);
  for (int i = 0; i < 3000; ++i) {
    payload graph = pith_tests::random_graph(random);
    // Scores that differ only beyond two decimals would be sorted by those.
    for (pith::graph::symbol& s : graph.symbols) {
      s.score = pith::gcf::graph_profile::wire_score(s.score);
    }
    graph_stream_options options = options_of(graph);
    options.labeled_counts = random.chance(50);
    const std::string wire = streamed(graph, options);
    const auto back = pith::gcf::decode_graph(wire);
    ASSERT_TRUE(back) << pith::message(back.error()) << "\n" << wire;
    ASSERT_EQ(
        pith::gcf::encode(*back).value_or("a"),
        pith::gcf::encode(pith_tests::as_on_the_wire(graph)).value_or("b"))
        << wire;
    ASSERT_EQ(streamed(*back, options), wire);
  }
}

/// Six graphs, each with four trailers: all decode to the numbers that the
/// file says, and those of the two forms that we write are written alike.
TEST(graph_writer, replays_graph_streams) {
  const auto place = pith_tests::shared_dir() / "datasets" / "graph-streams";
  const auto all = pith_tests::json_files(place);
  if (all.empty()) GTEST_SKIP() << place << " is missing";
  std::size_t payloads = 0;
  for (const auto& file : all) {
    const auto doc = pith::json::parse(pith_tests::read_file(file));
    ASSERT_TRUE(doc) << file;
    const pith::value config = *doc->root().find("config");
    const auto arms = doc->root().find("arms")->get_object();
    for (const pith::member arm : *arms) {
      const std::string_view wire = *arm.value.find("payload")->get_string();
      const auto graph = pith::gcf::decode_graph(wire);
      ASSERT_TRUE(graph) << file << pith::message(graph.error());
      EXPECT_EQ(static_cast<std::int64_t>(graph->symbols.size()),
                config.find("N")->get_integer());
      EXPECT_EQ(static_cast<std::int64_t>(graph->edges.size()),
                config.find("edges")->get_integer());
      std::int64_t groups[3] = {};
      for (const auto& s : graph->symbols) ++groups[s.distance];
      const auto sizes = *config.find("sizes")->get_array();
      std::size_t g = 0;
      for (const pith::value size : sizes) {
        EXPECT_EQ(size.get_integer(), groups[g++]);
      }
      ++payloads;
      if (arm.key != "positional" && arm.key != "labeled") continue;
      graph_stream_options options = options_of(*graph);
      options.labeled_counts = arm.key == "labeled";
      EXPECT_EQ(streamed(*graph, options), std::string(wire) + "\n");
    }
  }
  EXPECT_EQ(payloads, 24U);
}

}  // namespace
