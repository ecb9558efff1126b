// SPDX-License-Identifier: MIT
// The graph profile beyond what testdata/gcf/graph.json says.
#include <pith/equality.hpp>
#include <pith/gcf_graph.hpp>
#include <pith/json.hpp>

#include "gcf/graph/fields.hpp"
#include "gcf/graph/radix_sort.hpp"
#include "gcf/graph/score.hpp"
#include "random_graph.hpp"
#include "sanitized.hpp"
#include "test_data.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace profile = pith::gcf::graph_profile;
using pith::error_code;
using pith::gcf::dangling_edges;
using pith::graph::kind_name;
using pith::graph::payload;
using pith_tests::random_source;

std::string with_printf(double score) {
  char text[400];
  std::snprintf(text, sizeof text, "%.2f", score);
  return std::string_view(text) == "-0.00" ? "0.00" : text;
}

std::string written(double score) {
  char text[profile::max_score_bytes];
  const char* const end = profile::write_score(text, score);
  return std::string(text, static_cast<std::size_t>(end - text));
}

void check_score(double score) {
  const std::string text = written(score);
  ASSERT_EQ(text, with_printf(score)) << score;
  const profile::parsed_score back = profile::read_score(text);
  ASSERT_EQ(back.is, profile::parsed_score::state::good) << text;
  ASSERT_EQ(back.value, std::strtod(text.c_str(), nullptr)) << text;
  ASSERT_EQ(std::bit_cast<std::uint64_t>(profile::wire_score(score)),
            std::bit_cast<std::uint64_t>(back.value))
      << text;
  // What was read is written alike.
  ASSERT_EQ(written(back.value), text);
}

TEST(score, is_what_printf_writes) {
  random_source random(1);
  for (int i = 0; i < pith_tests::rounds(200000); ++i) {
    const double any = std::bit_cast<double>(random.next());
    if (std::isfinite(any)) check_score(any);
    const double near_tie = static_cast<double>(random.below(2000000)) / 1000.0;
    check_score(near_tie);
    check_score(-near_tie);
    check_score(std::ldexp(static_cast<double>(random.next() >> 11),
                           -static_cast<int>(random.below(70))));
  }
  for (const double edge :
       {0.0, -0.0, 0.005, -0.005, 0.004999999999999999, 5e-324,
        4503599627370495.5, 4503599627370496.0, 4503599627370497.5,
        90071992547409.925, 9007199254740993.0,
        std::numeric_limits<double>::max(),
        std::numeric_limits<double>::lowest()}) {
    check_score(edge);
  }
}

TEST(score, literal_is_canonical) {
  const auto literal = [](std::string_view token) {
    const profile::parsed_score s = profile::read_score(token);
    return token.substr(s.literal_begin, s.literal_length);
  };
  EXPECT_EQ(literal("0.78"), "0.78");
  EXPECT_EQ(literal("0.70"), "0.7");
  EXPECT_EQ(literal("10.00"), "10");
  EXPECT_EQ(literal("-0.00"), "0");
  EXPECT_EQ(literal("0.00"), "0");
  EXPECT_EQ(literal("-1.50"), "-1.5");
  EXPECT_EQ(literal("01.50"), "");
  EXPECT_EQ(literal("1234567890123456.25"), "");
}

TEST(fields, words) {
  for (std::size_t length = 1; length < 70; ++length) {
    const std::string good(length, '~');
    EXPECT_TRUE(profile::is_word(good));
    for (std::size_t at = 0; at < length; ++at) {
      for (int c = 0; c < 256; ++c) {
        std::string word = good;
        word[at] = static_cast<char>(c);
        ASSERT_EQ(profile::is_word(word), c > 0x20 && c < 0x7F)
            << length << " " << at << " " << c;
      }
    }
  }
  EXPECT_FALSE(profile::is_word(""));
}

TEST(radix_sort, is_a_stable_sort) {
  random_source random(3);
  for (const std::size_t size : {0U, 1U, 2U, 511U, 512U, 5000U}) {
    for (const unsigned bits : {0U, 1U, 8U, 33U, 64U}) {
      pith::detail::pod_buffer<profile::keyed> items;
      pith::detail::pod_buffer<profile::keyed> scratch;
      for (std::uint32_t i = 0; i < size; ++i) {
        items.push_back({bits == 0 ? 5 : random.next() >> (64 - bits), i});
      }
      std::vector<profile::keyed> expected(items.begin(), items.end());
      std::stable_sort(
          expected.begin(), expected.end(),
          [](const auto& a, const auto& b) { return a.key < b.key; });
      radix_sort(items, scratch);
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_EQ(items[i].key, expected[i].key);
        ASSERT_EQ(items[i].index, expected[i].index);
      }
    }
  }
}

TEST(graph_encode, round_trips) {
  random_source random(11);
  pith::gcf::graph_encoder encoder;
  for (int i = 0; i < pith_tests::rounds(3000); ++i) {
    pith_tests::graph_shape shape;
    if (i % 100 == 0) shape = {3000, 4000, 2000};
    const payload graph = pith_tests::random_graph(random, shape);
    std::string wire;
    pith::string_sink sink(wire);
    const auto done = encoder.encode_to(sink, graph);
    ASSERT_TRUE(done) << pith::message(done.error());
    EXPECT_EQ(done->symbols, graph.symbols.size());
    EXPECT_EQ(done->edges, graph.edges.size());
    EXPECT_EQ(done->dropped_edges, 0U);
    const auto back = pith::gcf::decode_graph(wire);
    ASSERT_TRUE(back) << pith::message(back.error()) << "\n" << wire;
    ASSERT_EQ(*back, pith_tests::as_on_the_wire(graph)) << wire;
    ASSERT_EQ(pith::gcf::encode(*back).value_or(""), wire);
    const auto doc = pith::gcf::decode(wire);
    ASSERT_TRUE(doc);
    const auto expected = pith::graph::to_document(*back);
    ASSERT_TRUE(expected);
    ASSERT_TRUE(pith::equal(doc->root(), expected->root(),
                            pith::member_order::significant))
        << wire;
    ASSERT_EQ(pith::json::write(doc->root()).value_or("a"),
              pith::json::write(expected->root()).value_or("b"));
  }
}

/// Cuts off and changes bytes of good wires: a value or an error, and what
/// decodes is stable.
TEST(graph_decode, is_total) {
  random_source random(13);
  for (int i = 0; i < pith_tests::rounds(20000); ++i) {
    std::string wire =
        pith::gcf::encode(pith_tests::random_graph(random)).value_or("");
    const std::uint32_t changes = random.below(4);
    for (std::uint32_t k = 0; k < changes; ++k) {
      const auto size = static_cast<std::uint32_t>(wire.size());
      constexpr std::string_view bytes = "@<# \n\r\t0159.-=?[]x\x80";
      const std::uint32_t at = random.below(size);
      switch (random.below(4)) {
        case 0:
          wire.resize(at + 1);
          break;
        case 1:
          wire.erase(at, random.between(1, 4));
          if (wire.empty()) wire = "G";
          break;
        default:
          wire[at] = bytes[random.below(bytes.size())];
      }
    }
    const auto graph = pith::gcf::decode_graph(wire);
    const auto doc = pith::gcf::decode(wire);
    if (!wire.starts_with("GCF profile=graph")) continue;
    ASSERT_EQ(graph.has_value(), doc.has_value()) << wire;
    if (!graph) {
      ASSERT_EQ(graph.error(), doc.error()) << wire;
      ASSERT_LE(graph.error().offset, wire.size());
      continue;
    }
    const auto again = pith::gcf::encode(*graph);
    if (!again) {
      ASSERT_EQ(again.error().code, error_code::invalid_name) << wire;
      continue;
    }
    const auto back = pith::gcf::decode_graph(*again);
    ASSERT_TRUE(back);
    ASSERT_EQ(pith::gcf::encode(*back).value_or(""), *again);
  }
}

payload with_dangling_edges() {
  payload graph;
  graph.symbols.push_back({"a", "function", 0.5, "lsp", 0});
  graph.edges = {{"a", "a", "calls"},
                 {"a", "zz", "calls"},
                 {"zz", "a", "calls"},
                 {"a", "a", "calls", "", "type", ""}};
  return graph;
}

TEST(graph_encode, drops_dangling_edges_when_asked) {
  const payload graph = with_dangling_edges();
  std::string wire = "before";
  const auto refused = pith::gcf::append(wire, graph);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, error_code::unknown_edge_reference);
  EXPECT_EQ(wire, "before");
  const auto done =
      pith::gcf::append(wire, graph, {.dangling = dangling_edges::drop});
  ASSERT_TRUE(done);
  EXPECT_EQ(done->dropped_edges, 3U);
  EXPECT_EQ(done->edges, 1U);
  EXPECT_EQ(wire,
            "beforeGCF profile=graph symbols=1 edges=1\n## targets\n"
            "@0 fn a 0.50 lsp\n## edges [1]\n@0<@0 calls\n");
}

TEST(graph_encode, dropping_leaves_other_errors) {
  payload graph = with_dangling_edges();
  graph.edges[1].edge_type = "two words";
  EXPECT_EQ(
      pith::gcf::encode(graph, {.dangling = dangling_edges::drop}).error().code,
      error_code::invalid_name);
  graph = with_dangling_edges();
  graph.symbols.push_back({"a", "var", 0.5, "lsp", 0});
  EXPECT_EQ(
      pith::gcf::encode(graph, {.dangling = dangling_edges::drop}).error().code,
      error_code::unknown_edge_reference);
}

TEST(graph_encode, refuses_what_no_document_holds) {
  payload graph;
  graph.symbols.push_back({"a", "function", 0.5, "lsp", 0});
  for (const double score : {std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity()}) {
    graph.symbols[0].score = score;
    EXPECT_EQ(pith::gcf::encode(graph).error().code, error_code::not_finite);
  }
  graph = {};
  graph.token_budget = std::uint64_t{1} << 63;
  EXPECT_EQ(pith::gcf::encode(graph).error().code, error_code::out_of_range);
  graph = {};
  graph.tokens_used = std::uint64_t{1} << 63;
  EXPECT_EQ(pith::gcf::encode(graph).error().code, error_code::out_of_range);
}

TEST(graph_encode, kinds_of_the_caller) {
  const std::vector<kind_name> more = {{"component", "comp"}};
  payload graph;
  graph.symbols.push_back({"a", "component", 0.5, "lsp", 0});
  graph.symbols.push_back({"b", "function", 0.4, "lsp", 0});
  graph.edges.push_back({"a", "b", "uses", "", "component", "fn"});
  const auto wire = pith::gcf::encode(graph, {.more_kinds = more});
  ASSERT_TRUE(wire);
  EXPECT_EQ(*wire,
            "GCF profile=graph symbols=2 edges=1\n## targets\n"
            "@0 comp a 0.50 lsp\n@1 fn b 0.40 lsp\n## edges [1]\n"
            "@1<@0 uses\n");
  graph.edges[0].source_kind = graph.edges[0].target_kind = "";
  EXPECT_EQ(
      pith::gcf::decode_graph(*wire, {.more_kinds = more}).value_or(payload{}),
      graph);
  const auto doc = pith::gcf::decode(*wire, {.more_kinds = more});
  ASSERT_TRUE(doc);
  EXPECT_EQ(pith::graph::from_value(doc->root()).value_or(payload{}), graph);
  EXPECT_EQ(pith::gcf::decode_graph(*wire)->symbols[0].kind, "comp");
  const std::vector<kind_name> bad = {{"component", "two words"}};
  EXPECT_EQ(pith::gcf::encode(graph, {.more_kinds = bad}).error().code,
            error_code::invalid_name);
}

// `fn` and `function` are one kind, and so are all abbreviations that a caller
// gives it: what is read could not be written again.
TEST(graph_decode, kinds_are_the_same_however_they_are_spelt) {
  const std::vector<kind_name> more = {{"gadget", "gd"}, {"gadget", "ga"}};
  for (const auto& [a, b] : {std::pair{"fn", "function"},
                             {"function", "fn"},
                             {"gd", "gadget"},
                             {"gd", "ga"}}) {
    const std::string wire = std::string("GCF profile=graph\n## targets\n@0 ") +
                             a + " x 0.50 lsp\n@1 type x 0.50 lsp\n@2 " + b +
                             " x 0.50 lsp\n";
    EXPECT_EQ(pith::gcf::decode_graph(wire, {.more_kinds = more}).error().code,
              error_code::duplicate_symbol)
        << a << ' ' << b;
    EXPECT_EQ(pith::gcf::decode(wire, {.more_kinds = more}).error().code,
              error_code::duplicate_symbol)
        << a << ' ' << b;
  }
  // Without the caller's words these are kinds of their own.
  EXPECT_TRUE(
      pith::gcf::decode_graph("GCF profile=graph\n## targets\n"
                              "@0 gd x 0.50 lsp\n@1 ga x 0.50 lsp\n"));
}

TEST(graph_encode, long_fields) {
  payload graph;
  graph.symbols.push_back({std::string(200000, 'n'), "function", -1e300,
                           std::string(100000, 'p'), 3000000000});
  graph.edges.push_back({graph.symbols[0].qualified_name,
                         graph.symbols[0].qualified_name,
                         std::string(300000, 't'), "removed"});
  const auto wire = pith::gcf::encode(graph);
  ASSERT_TRUE(wire);
  EXPECT_EQ(pith::gcf::decode_graph(*wire).value_or(payload{}), graph);
}

class full_sink final : public pith::sink {
 public:
  bool write(std::string_view) override { return false; }
};

TEST(graph_encode, a_sink_may_refuse) {
  full_sink sink;
  EXPECT_EQ(pith::gcf::graph_encoder().encode_to(sink, {}).error().code,
            error_code::write_failed);
}

/// A long name and many edges between it and itself: the payload would repeat
/// the name twice per edge.
TEST(graph_decode, bounds_what_edges_repeat) {
  std::string wire = "GCF profile=graph\n## targets\n@0 fn ";
  wire.append(100000, 'n').append(" 0.50 lsp\n## edges [?]\n");
  for (int i = 0; i < 10000; ++i) wire += "@0<@0 calls\n";
  EXPECT_EQ(pith::gcf::decode_graph(wire).error().code,
            error_code::expansion_limit);
  // The document shares the name.
  const auto doc = pith::gcf::decode(wire);
  ASSERT_TRUE(doc);
  EXPECT_LT(doc->memory_bytes(), 4 * wire.size());
  EXPECT_EQ(pith::json::write(doc->root()).error().code,
            error_code::expansion_limit);
}

TEST(graph_decode, a_decoder_reads_both_profiles_in_turn) {
  pith::gcf::decoder decoder;
  pith::document doc;
  const std::string graph = "GCF profile=graph\n## targets\n@0 fn a 0.50 lsp\n";
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(decoder.decode_into(doc, graph));
    EXPECT_TRUE(doc.root().find("symbols"));
    ASSERT_TRUE(decoder.decode_into(doc, "GCF profile=generic\na=1\n"));
    EXPECT_EQ(pith::json::write(doc.root()).value_or(""), R"({"a":1})");
    ASSERT_FALSE(decoder.decode_into(doc, graph + "x"));
    EXPECT_TRUE(doc.root().is_null());
  }
}

TEST(graph_decode, wants_a_graph) {
  const auto graph = pith::gcf::decode_graph("GCF profile=generic\na=1\n");
  ASSERT_FALSE(graph);
  EXPECT_EQ(graph.error().code, error_code::unknown_profile);
  EXPECT_EQ(graph.error().offset, 12U);
}

TEST(graph_encode, the_cases_of_knowing) {
  const auto place = pith_tests::shared_dir() / "fixtures" / "knowing";
  const auto all = pith_tests::json_files(place);
  if (all.empty()) GTEST_SKIP() << place << " is missing";
  std::size_t files = 0;
  std::size_t dropped = 0;
  for (const auto& file : all) {
    const auto doc = pith::json::parse(pith_tests::read_file(file));
    ASSERT_TRUE(doc) << file;
    const auto graph = pith::graph::from_value(doc->root());
    ASSERT_TRUE(graph) << file;
    EXPECT_TRUE(graph->symbols[0].components);
    std::string wire;
    const auto done =
        pith::gcf::append(wire, *graph, {.dangling = dangling_edges::drop});
    ASSERT_TRUE(done) << file << pith::message(done.error());
    dropped += done->dropped_edges;
    const auto back = pith::gcf::decode_graph(wire);
    ASSERT_TRUE(back) << wire;
    EXPECT_EQ(back->symbols.size(), graph->symbols.size());
    EXPECT_EQ(back->edges.size() + done->dropped_edges, graph->edges.size());
    EXPECT_EQ(pith::gcf::encode(*back).value_or(""), wire);
    ++files;
  }
  EXPECT_EQ(files, 6U);
  EXPECT_EQ(dropped, 2U);
}

}  // namespace
