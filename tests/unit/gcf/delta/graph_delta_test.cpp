// SPDX-License-Identifier: MIT
#include <pith/gcf.hpp>
#include <pith/gcf_graph.hpp>
#include <pith/gcf_graph_delta.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace {

using pith::error_code;
using pith::gcf::graph_delta_consumer;
using pith::gcf::graph_delta_producer;
using pith::gcf::outcome;
using pith::graph::payload;

payload small() {
  payload p;
  p.tool = "t";
  p.symbols = {{"pkg.A", "function", 0.785, "lsp", 0},
               {"pkg.B", "function", 0.5, "lsp", 1},
               {"pkg.C", "type", 0.25, "lsp", 1}};
  p.edges = {{"pkg.A", "pkg.B", "calls"}, {"pkg.A", "pkg.C", "uses"}};
  return p;
}

std::string replaced(std::string text, std::string_view what,
                     std::string_view with) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

/// What the specification leaves unverifiable: the root is that of the score
/// on the wire.
TEST(graph_pack_root, is_the_same_before_and_after_the_wire) {
  payload p = small();
  const auto root = pith::gcf::pack_root(p);
  ASSERT_TRUE(root);
  p.pack_root = *root;
  const auto wire = pith::gcf::encode(p);
  ASSERT_TRUE(wire);
  const auto read = pith::gcf::decode_graph(*wire);
  ASSERT_TRUE(read);
  EXPECT_EQ(*pith::gcf::pack_root(*read), *root);
  EXPECT_TRUE(*pith::gcf::has_valid_root(*read));
  p.symbols[0].score = 0.78;
  EXPECT_FALSE(*pith::gcf::has_valid_root(p));
  p.symbols[0].score = 0.79;  // the double 0.785 lies above the middle
  EXPECT_TRUE(*pith::gcf::has_valid_root(p));
  p.pack_root = replaced(p.pack_root, "sha256", "blake3");
  EXPECT_FALSE(*pith::gcf::has_valid_root(p));
}

TEST(graph_pack_root, refuses_what_has_no_record) {
  payload p = small();
  p.edges.push_back({"pkg.A", "pkg.Z", "calls"});
  EXPECT_EQ(pith::gcf::pack_root(p).error().code,
            error_code::unknown_edge_reference);
  p = small();
  p.symbols.push_back({"pkg.B", "type", 0.5, "lsp", 1});
  EXPECT_EQ(pith::gcf::pack_root(p).error().code,
            error_code::unknown_edge_reference);
  p = small();
  p.symbols.push_back({"pkg.A", "fn", 0.5, "lsp", 1});
  EXPECT_EQ(pith::gcf::pack_root(p).error().code, error_code::duplicate_symbol);
  p = small();
  p.symbols[0].qualified_name = "a\tb";
  EXPECT_EQ(pith::gcf::pack_root(p).error().code, error_code::invalid_name);
  p = small();
  p.symbols[0].provenance = "\xFF";
  EXPECT_EQ(pith::gcf::pack_root(p).error().code, error_code::invalid_utf8);
}

TEST(graph_diff, replaces_a_symbol_whose_fields_change) {
  payload next = small();
  next.symbols[1].score = 0.75;
  const auto d = pith::gcf::diff(small(), next);
  ASSERT_TRUE(d);
  const auto wire = pith::gcf::encode_delta(*d);
  ASSERT_TRUE(wire);
  EXPECT_EQ(*wire, "GCF profile=graph tool=t delta=true base_root=" +
                       d->base_root + " new_root=" + d->new_root +
                       "\n## removed\nfn pkg.B\n## added\n"
                       "@0 fn pkg.B 0.75 lsp 1\n");
  const auto made = pith::gcf::apply(small(), *d);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->pack_root, d->new_root);
  EXPECT_EQ(made->edges, next.edges);

  // The wire does not show this, so it is not a change.
  next = small();
  next.symbols[1].score = 0.501;
  const auto same = pith::gcf::diff(small(), next);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->base_root, same->new_root);
  EXPECT_TRUE(same->removed.empty());
}

TEST(graph_diff, says_where_names_do_not_do) {
  payload base = small();
  base.symbols.push_back({"pkg.B", "type", 0.5, "lsp", 1});
  base.edges[0].target_kind = "function";
  payload next = base;
  next.edges.erase(next.edges.begin());
  EXPECT_EQ(pith::gcf::diff(base, next).error().code,
            error_code::delta_conflict);
  // An edge that stays may have such an end, and gets its kind in the result.
  const auto d = pith::gcf::diff(small(), base);
  ASSERT_TRUE(d);
  const auto made = pith::gcf::apply(small(), *d);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->edges[0].target_kind, "function");
}

TEST(graph_delta_producer, has_three_outcomes_and_falls_back) {
  graph_delta_producer producer({.max_percent = 0});
  graph_delta_consumer consumer;
  const auto turn = [&](const payload& p) {
    const auto sent = producer.answer(p, consumer.root());
    EXPECT_TRUE(sent);
    const auto received = consumer.receive(sent->wire);
    EXPECT_TRUE(received) << sent->wire;
    EXPECT_EQ(consumer.root(), *pith::gcf::pack_root(p));
    return sent->kind;
  };
  payload p = small();
  EXPECT_EQ(turn(p), outcome::full);
  EXPECT_EQ(turn(p), outcome::unchanged);
  p.symbols[0].distance = 2;
  EXPECT_EQ(turn(p), outcome::delta);
  p.edges.pop_back();
  EXPECT_EQ(turn(p), outcome::delta);
  // The root says nothing of a status, so a delta would lose it.
  p.edges[0].status = "added";
  EXPECT_EQ(turn(p), outcome::full);
  EXPECT_EQ(consumer.graph().edges[0].status, "added");
  p.edges[0].status.clear();
  EXPECT_EQ(turn(p), outcome::full);
  // Names that several kinds share.
  p.symbols.push_back({"pkg.B", "type", 0.5, "lsp", 1});
  p.edges[0].target_kind = "function";
  EXPECT_EQ(turn(p), outcome::delta);
  p.edges.clear();
  EXPECT_EQ(turn(p), outcome::full);
}

TEST(graph_delta_producer, writes_unchanged_answers) {
  graph_delta_producer producer;
  ASSERT_TRUE(producer.next(small()));
  const auto sent = producer.next(small());
  ASSERT_TRUE(sent);
  EXPECT_EQ(sent->wire, "GCF profile=graph tool=t unchanged=true pack_root=" +
                            std::string(producer.root()) + " symbols=3\n");
  const auto doc = pith::gcf::decode(sent->wire);
  ASSERT_FALSE(doc);
  EXPECT_EQ(doc.error().code, error_code::not_supported);
}

TEST(graph_delta_consumer, keeps_its_base_and_says_why) {
  graph_delta_producer producer({.max_percent = 0});
  graph_delta_consumer consumer;
  const auto full = producer.next(small());
  ASSERT_TRUE(full);
  payload next = small();
  next.symbols[1].score = 0.75;
  next.symbols.push_back({"pkg.D", "method", 0.5, "lsp", 3});
  next.edges.erase(next.edges.begin());
  next.edges.push_back({"pkg.D", "pkg.A", "calls"});
  const auto sent = producer.next(next);
  ASSERT_TRUE(sent);
  ASSERT_EQ(sent->kind, outcome::delta);
  EXPECT_EQ(consumer.receive(sent->wire).error().code,
            error_code::base_mismatch);
  ASSERT_TRUE(consumer.receive(full->wire));
  const payload held = consumer.graph();
  const std::string& wire = sent->wire;
  const auto cases = {
      std::pair{replaced(wire, "base_root=sha256", "base_root=blake3"),
                error_code::base_mismatch},
      std::pair{replaced(wire, "0.75", "0.76"), error_code::root_mismatch},
      std::pair{replaced(wire, "fn pkg.B\n", "fn pkg.Z\n"),
                error_code::delta_conflict},
      std::pair{replaced(wire, "fn pkg.B\n", ""), error_code::delta_conflict},
      std::pair{replaced(wire, "pkg.A -> pkg.B", "pkg.A -> pkg.C"),
                error_code::delta_conflict},
      std::pair{replaced(wire, "pkg.A -> pkg.B calls\n", ""),
                error_code::root_mismatch},
      std::pair{replaced(wire, "pkg.D -> pkg.A", "pkg.E -> pkg.A"),
                error_code::unknown_edge_reference},
      std::pair{replaced(wire, "## edges_added\n",
                         "## edges_added\npkg.D -> pkg.A calls\n"),
                error_code::delta_conflict},
      std::pair{replaced(wire, "## removed\n", "## removed\nfn pkg.B\n"),
                error_code::duplicate_symbol},
      std::pair{replaced(wire, "## removed\n", "## removed\nfunction pkg.B\n"),
                error_code::duplicate_symbol},
      std::pair{replaced(wire, "## removed\n", "## removed\nfn pkg.A\n"),
                error_code::delta_conflict},
      std::pair{replaced(wire, " lsp 3\n", " lsp\n"),
                error_code::invalid_node_line},
      std::pair{replaced(wire, "## edges_added", "## edges"),
                error_code::malformed_delta},
      std::pair{replaced(full->wire, "0.50", "0.51"),
                error_code::root_mismatch},
  };
  for (const auto& [bad, code] : cases) {
    const auto taken = consumer.receive(bad);
    ASSERT_FALSE(taken) << bad;
    EXPECT_EQ(taken.error().code, code) << pith::message(taken.error()) << '\n'
                                        << bad;
    EXPECT_EQ(consumer.graph(), held);
  }
  ASSERT_TRUE(consumer.receive(wire));
  EXPECT_EQ(consumer.root(), producer.root());
}

TEST(graph_encode_delta, writes_nothing_that_forges_a_line) {
  pith::gcf::graph_delta d;
  d.base_root = "a";
  d.new_root = "b";
  const auto code_of = [](const pith::gcf::graph_delta& bad) {
    const auto wire = pith::gcf::encode_delta(bad);
    EXPECT_FALSE(wire);
    return wire ? error_code::incomplete : wire.error().code;
  };
  pith::gcf::graph_delta bad = d;
  bad.added = {{"a b", "function", 0, "lsp", 0}};
  EXPECT_EQ(code_of(bad), error_code::invalid_name);
  bad = d;
  bad.removed = {{"a\n## added", "function", 0, "", 0}};
  EXPECT_EQ(code_of(bad), error_code::invalid_name);
  bad = d;
  bad.added_edges = {{"a", "b", "calls\nx -> y z"}};
  EXPECT_EQ(code_of(bad), error_code::invalid_name);
  bad = d;
  bad.tool = "x unchanged=true";
  EXPECT_EQ(code_of(bad), error_code::invalid_name);
}

}  // namespace
