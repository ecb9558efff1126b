// SPDX-License-Identifier: MIT
// What GCB1 loses, what it bounds, and scores as binary32.
#include <pith/gcb.hpp>

#include "gcb/wire.hpp"
#include "random.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace {

using pith::error_code;
using pith::gcb::allowed_losses;
using pith::gcb::decode;
using pith::gcb::encode;
using pith::gcb::widen;
using pith::graph::payload;

payload two_symbols() {
  payload made;
  made.symbols = {{"a", "function", 0.5, "lsp_resolved", 0},
                  {"b", "type", 0.25, "ast_inferred", 1}};
  made.edges = {{"a", "b", "calls"}};
  return made;
}

error_code refusal(const payload& graph) {
  const auto bytes = encode(graph);
  EXPECT_FALSE(bytes);
  return bytes ? error_code{} : bytes.error().code;
}

/// What is read again when `loss` is allowed and nothing else.
payload after_loss(const payload& graph, bool allowed_losses::*loss,
                   pith::gcb::encode_summary& summary) {
  pith::gcb::encode_options options;
  options.allow.*loss = true;
  std::string bytes;
  const auto done = pith::gcb::append(bytes, graph, options);
  EXPECT_TRUE(done) << pith::message(done.error());
  if (!done) return {};
  summary = *done;
  auto back = decode(bytes);
  EXPECT_TRUE(back) << pith::message(back.error());
  return back ? std::move(*back) : payload{};
}

TEST(gcb_encode, a_pack_root_is_refused_or_lost) {
  payload graph = two_symbols();
  graph.pack_root = "sha256:00";
  EXPECT_EQ(refusal(graph), error_code::not_supported);
  pith::gcb::encode_summary summary;
  EXPECT_EQ(after_loss(graph, &allowed_losses::pack_root, summary),
            two_symbols());
  EXPECT_TRUE(summary.lost_pack_root);
}

TEST(gcb_encode, names_without_numbers_are_refused_or_lost) {
  const auto check = [](auto change, auto expect) {
    payload graph = two_symbols();
    change(graph);
    EXPECT_EQ(refusal(graph), error_code::invalid_name);
    pith::gcb::encode_summary summary;
    const payload back = after_loss(graph, &allowed_losses::names, summary);
    EXPECT_EQ(summary.lost_names, 1U);
    graph = two_symbols();
    expect(graph);
    EXPECT_EQ(back, graph);
  };
  check([](payload& g) { g.symbols[0].kind = "widget"; },
        [](payload& g) { g.symbols[0].kind = "unknown_0"; });
  check([](payload& g) { g.symbols[0].provenance = ""; },
        [](payload& g) { g.symbols[0].provenance = "unknown_0"; });
  check([](payload& g) { g.edges[0].edge_type = "pings"; },
        [](payload& g) { g.edges[0].edge_type = "unknown_0"; });
  check([](payload& g) { g.edges[0].status = "moved"; },
        [](payload& g) { g.edges[0].status = ""; });
}

TEST(gcb_encode, far_symbols_are_refused_or_brought_near) {
  payload graph = two_symbols();
  graph.symbols[1].distance = 300;
  EXPECT_EQ(refusal(graph), error_code::out_of_range);
  pith::gcb::encode_summary summary;
  const payload back = after_loss(graph, &allowed_losses::distances, summary);
  EXPECT_EQ(back.symbols[1].distance, 255U);
  EXPECT_EQ(summary.lost_distances, 1U);
}

TEST(gcb_encode, dangling_edges_are_refused_or_dropped) {
  payload graph = two_symbols();
  graph.edges.insert(graph.edges.begin(), {"a", "gone", "calls"});
  graph.edges.push_back({"a", "b", "calls", "", "method", ""});
  EXPECT_EQ(refusal(graph), error_code::unknown_edge_reference);
  pith::gcb::encode_summary summary;
  EXPECT_EQ(after_loss(graph, &allowed_losses::dangling_edges, summary),
            two_symbols());
  EXPECT_EQ(summary.dropped_edges, 2U);
  EXPECT_EQ(summary.edges, 1U);
}

TEST(gcb_encode, no_loss_helps_an_ambiguous_end) {
  payload graph = two_symbols();
  graph.symbols.push_back({"a", "method", 0, "lsp_resolved", 0});
  EXPECT_EQ(refusal(graph), error_code::unknown_edge_reference);
  const auto bytes = encode(graph, {allowed_losses::all()});
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code, error_code::unknown_edge_reference);
  graph.edges[0].source_kind = "method";
  EXPECT_EQ(decode(encode(graph).value_or("")).value_or(payload{}), graph);
}

TEST(gcb_encode, symbols_that_become_one_are_refused) {
  payload graph = two_symbols();
  graph.symbols.push_back(graph.symbols[0]);
  EXPECT_EQ(refusal(graph), error_code::duplicate_symbol);
  graph.symbols[0].kind = "widget";
  graph.symbols[2].kind = "gadget";
  const auto bytes = encode(graph, {allowed_losses::all()});
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code, error_code::duplicate_symbol);
}

TEST(gcb_encode, an_abbreviation_is_the_kind) {
  payload graph = two_symbols();
  graph.symbols[0].kind = "fn";
  graph.edges[0].source_kind = "fn";
  EXPECT_EQ(encode(graph).value_or(""), encode(two_symbols()).value_or("?"));
}

TEST(gcb_encode, scores_and_texts_that_cannot_be_written) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  payload graph = two_symbols();
  graph.symbols[0].score = infinity;
  EXPECT_EQ(refusal(graph), error_code::not_finite);
  graph.symbols[0].score = 1e39;
  EXPECT_EQ(refusal(graph), error_code::out_of_range);
  graph = two_symbols();
  graph.symbols[0].components.emplace();
  graph.symbols[0].components->recency = -infinity;
  EXPECT_EQ(refusal(graph), error_code::not_finite);
  graph = two_symbols();
  graph.tool = "\xff";
  EXPECT_EQ(refusal(graph), error_code::invalid_utf8);
  graph = two_symbols();
  graph.symbols[1].qualified_name = "\xc3";
  EXPECT_EQ(refusal(graph), error_code::invalid_utf8);
  graph = two_symbols();
  graph.symbols[1].signature = "\xed\xa0\x80";
  EXPECT_EQ(refusal(graph), error_code::invalid_utf8);
}

TEST(gcb_encode, leaves_what_was_there_when_it_fails) {
  std::string out = "before";
  payload graph = two_symbols();
  graph.pack_root = "x";
  EXPECT_FALSE(pith::gcb::append(out, graph));
  EXPECT_EQ(out, "before");
  EXPECT_TRUE(pith::gcb::append(out, two_symbols()));
  EXPECT_EQ(out, "before" + encode(two_symbols()).value_or("?"));
}

TEST(gcb_encode, says_when_a_sink_refuses) {
  class refusing final : public pith::sink {
   public:
    bool write(std::string_view) override { return false; }
  } sink;
  const auto done = pith::gcb::encode_to(sink, two_symbols());
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, error_code::write_failed);
}

TEST(gcb_decode, zero_components_are_none) {
  payload graph = two_symbols();
  graph.symbols[0].components.emplace();
  EXPECT_EQ(decode(encode(graph).value_or("")).value_or(payload{}),
            two_symbols());
  // But not a negative zero, whose bytes would change.
  graph.symbols[0].components->confidence = -0.0;
  const std::string bytes = encode(graph).value_or("");
  const auto back = decode(bytes);
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->symbols[0].components);
  EXPECT_EQ(encode(*back).value_or(""), bytes);
}

TEST(gcb_decode, holds_limits) {
  const std::string bytes = encode(two_symbols()).value_or("");
  const auto with = [&](auto set) {
    pith::gcb::decode_options options;
    set(options.bounds);
    const auto read = decode(bytes, options);
    return read ? pith::error{} : read.error();
  };
  EXPECT_EQ(with([&](pith::limits& l) { l.max_bytes = bytes.size() - 1; }),
            (pith::error{error_code::size_limit, bytes.size() - 1}));
  EXPECT_EQ(with([&](pith::limits& l) { l.max_bytes = bytes.size(); }),
            pith::error{});
  EXPECT_EQ(with([](pith::limits& l) { l.max_items = 1; }),
            (pith::error{error_code::item_limit, 8}));
  EXPECT_EQ(with([](pith::limits& l) { l.max_items = 2; }), pith::error{});
  EXPECT_EQ(with([](pith::limits& l) { l.max_expansion = 0; }),
            (pith::error{error_code::expansion_limit, bytes.size() - 4}));
}

// 16 KiB of names that 64 edges repeat twice each would be 128 times as much.
TEST(gcb_decode, bounds_the_names_that_edges_repeat) {
  payload graph;
  graph.symbols = {{std::string(16 * 1024, 'n'), "type", 0, "structural", 0}};
  const auto with_edges = [&](std::size_t count) {
    const std::string& name = graph.symbols[0].qualified_name;
    graph.edges.assign(count, {name, name, "calls"});
    return decode(encode(graph).value_or(""));
  };
  EXPECT_TRUE(with_edges(32));
  const auto read = with_edges(64);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, error_code::expansion_limit);
}

TEST(gcb_scores, of_few_digits_come_back_as_they_were) {
  for (int digits = 0; digits < 1'000'000; digits += 7) {
    for (const double scale : {1e6, 1e5, 1e3, 1e1, 1e0}) {
      const double score = digits / scale;
      ASSERT_EQ(widen(static_cast<float>(score)), score);
      ASSERT_EQ(widen(static_cast<float>(-score)), -score);
    }
  }
}

TEST(gcb_scores, stay_the_same_binary32) {
  pith_tests::random_source random(1);
  for (int i = 0; i < 1'000'000; ++i) {
    const auto score =
        std::bit_cast<float>(static_cast<std::uint32_t>(random.next() >> 32U));
    if (!std::isfinite(score)) continue;
    const auto back = static_cast<float>(widen(score));
    ASSERT_EQ(std::bit_cast<std::uint32_t>(back),
              std::bit_cast<std::uint32_t>(score));
  }
  constexpr float largest = std::numeric_limits<float>::max();
  EXPECT_EQ(widen(largest), double{largest});
}

}  // namespace
