// SPDX-License-Identifier: MIT
// Objects that live long own what they keep, and those that were moved from
// can be destroyed, assigned and asked.
#include <pith/builder.hpp>
#include <pith/equality.hpp>
#include <pith/gcf.hpp>
#include <pith/gcf_delta.hpp>
#include <pith/gcf_graph.hpp>
#include <pith/gcf_graph_delta.hpp>
#include <pith/gcf_graph_stream.hpp>
#include <pith/gcf_incremental.hpp>
#include <pith/gcf_session.hpp>
#include <pith/gcf_stream.hpp>
#include <pith/json.hpp>
#include <pith/toon.hpp>
#include <pith/tron.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using pith::error_code;
using pith::gcf::cell;

pith::document parsed(std::string_view text) {
  auto made = pith::json::parse(text);
  EXPECT_TRUE(made.has_value()) << text;
  return *std::move(made);
}

pith::graph::payload one_symbol() {
  pith::graph::payload graph;
  graph.symbols.push_back({"a", "gizmo", 0.5, "lsp", 0});
  return graph;
}

/// Options whose kinds were made of strings that are gone.
pith::gcf::graph_encode_options with_gizmo() {
  const std::string kind = "giz" + std::string("mo");
  return {.more_kinds = std::vector<pith::graph::kind_name>{
              {kind, kind.substr(0, 1) + "z"}}};
}

TEST(long_lived, options_keep_their_kinds) {
  const auto options = with_gizmo();
  const auto wire = pith::gcf::encode(one_symbol(), options);
  ASSERT_TRUE(wire.has_value());
  EXPECT_NE(wire->find("@0 gz a "), std::string::npos) << *wire;
  const pith::gcf::decode_options reading{
      .more_kinds = std::vector<pith::graph::kind_name>{{"gizmo", "gz"}}};
  const auto back = pith::gcf::decode_graph(*wire, reading);
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->symbols[0].kind, "gizmo");
}

TEST(long_lived, sessions_and_writers_keep_their_kinds) {
  pith::gcf::session_producer session({.graph = with_gizmo()});
  const std::vector<std::string> noise(100, std::string(40, 'x'));
  const auto answer = session.encode(one_symbol());
  ASSERT_TRUE(answer.has_value());
  EXPECT_NE(answer->wire.find("@0 gz a "), std::string::npos) << answer->wire;

  std::string out;
  pith::string_sink sink(out);
  pith::gcf::graph_writer writer(sink, {.graph = with_gizmo()});
  ASSERT_TRUE(writer.symbol(one_symbol().symbols[0]));
  EXPECT_NE(out.find("@0 gz a "), std::string::npos) << out;
}

TEST(long_lived, roots_stay_when_the_next_update_comes) {
  pith::gcf::delta_producer producer({.key = "id"});
  pith::gcf::delta_consumer consumer;
  const auto first = parsed(R"([{"id":1,"v":"a"},{"id":2,"v":"b"}])");
  const auto second = parsed(R"([{"id":1,"v":"c"},{"id":2,"v":"b"}])");
  const auto full = producer.full(first.root());
  ASSERT_TRUE(full.has_value());
  ASSERT_TRUE(consumer.receive(full->wire));
  const auto root = consumer.root();
  const std::string copy(root);
  const auto next = producer.next(second.root());
  ASSERT_TRUE(next.has_value());
  ASSERT_TRUE(consumer.receive(next->wire));
  EXPECT_EQ(root, copy);
  EXPECT_NE(root, consumer.root());
}

TEST(long_lived, cells_keep_temporary_strings) {
  std::vector<cell> cells;
  for (int i = 0; i < 50; ++i) {
    cells.push_back(std::string(40, static_cast<char>('a' + i % 26)));
    cells.push_back(std::to_string(i));
  }
  const std::vector<cell> copies = cells;
  cells.clear();
  EXPECT_EQ(copies[98].as_string(), std::string(40, 'x'));
  EXPECT_EQ(copies[99].as_string(), "49");
  const char* const nothing = nullptr;
  EXPECT_EQ(cell(nothing).kind(), cell::type::null);
  static_assert(!std::is_constructible_v<cell, char>);
  static_assert(std::is_constructible_v<cell, signed char>);
}

/// A document may be read again from a string that it holds itself.
template <class Reader>
void expect_reads_its_own_string(Reader read, std::string_view text) {
  pith::document doc = [&] {
    pith::builder b;
    auto made = b.begin_array()
                    .string(std::string(300, 'x'))
                    .string(text)
                    .end_array()
                    .finish();
    return *std::move(made);
  }();
  const pith::result<void> done = read(doc, *doc.root()[1].get_string());
  ASSERT_TRUE(done.has_value()) << pith::message(done.error());
  const auto wanted = parsed(R"([{"a":1,"b":"x"},{"a":2,"b":"y"}])");
  EXPECT_TRUE(pith::equal(doc.root(), wanted.root()));
}

TEST(long_lived, documents_are_read_from_their_own_strings) {
  const auto rows = parsed(R"([{"a":1,"b":"x"},{"a":2,"b":"y"}])");
  const auto gcf = pith::gcf::encode(rows.root());
  const auto toon = pith::toon::encode(rows.root());
  const auto tron = pith::tron::encode(rows.root());
  ASSERT_TRUE(gcf && toon && tron);
  pith::json::parser json_parser;
  pith::gcf::decoder gcf_decoder;
  pith::toon::decoder toon_decoder;
  pith::tron::decoder tron_decoder;
  expect_reads_its_own_string(
      [&](auto& d, auto t) { return json_parser.parse_into(d, t); },
      R"([{"a":1,"b":"x"},{"a":2,"b":"y"}])");
  expect_reads_its_own_string(
      [&](auto& d, auto t) { return json_parser.parse_lines_into(d, t); },
      "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"y\"}\n");
  expect_reads_its_own_string(
      [&](auto& d, auto t) { return gcf_decoder.decode_into(d, t); }, *gcf);
  expect_reads_its_own_string(
      [&](auto& d, auto t) { return toon_decoder.decode_into(d, t); }, *toon);
  expect_reads_its_own_string(
      [&](auto& d, auto t) { return tron_decoder.decode_into(d, t); }, *tron);
}

// NOLINTBEGIN(bugprone-use-after-move): what these are about

TEST(moved_from, readers_and_encoders_go_on_with_default_options) {
  const auto rows = parsed(R"([{"a":1},{"a":2}])");
  pith::document into;
  pith::json::parser parser;
  const pith::json::parser other_parser = std::move(parser);
  EXPECT_TRUE(parser.parse_into(into, "[1]"));
  EXPECT_TRUE(parser.parse_lines_into(into, "1\n2\n"));

  std::string out;
  pith::string_sink sink(out);
  pith::gcf::encoder encoder;
  const pith::gcf::encoder other_encoder = std::move(encoder);
  EXPECT_TRUE(encoder.encode_to(sink, rows.root()));
  pith::gcf::decoder decoder;
  const pith::gcf::decoder other_decoder = std::move(decoder);
  EXPECT_TRUE(decoder.decode_into(into, out));
  EXPECT_TRUE(pith::equal(into.root(), rows.root()));
  pith::toon::decoder toon;
  const pith::toon::decoder other_toon = std::move(toon);
  EXPECT_TRUE(toon.decode_into(into, "a: 1"));
  pith::tron::decoder tron;
  const pith::tron::decoder other_tron = std::move(tron);
  EXPECT_TRUE(tron.decode_into(into, "[1]"));
  pith::gcf::graph_encoder graphs;
  const pith::gcf::graph_encoder other_graphs = std::move(graphs);
  EXPECT_TRUE(graphs.encode_to(sink, one_symbol()));
}

TEST(moved_from, writers_refuse_every_call) {
  std::string out;
  pith::string_sink sink(out);
  const auto row = parsed(R"({"a":1})");
  pith::gcf::stream_writer writer(sink);
  pith::gcf::stream_writer other = std::move(writer);
  EXPECT_EQ(writer.member("a", 1).error().code, error_code::misplaced_value);
  EXPECT_FALSE(writer.members(row.root()));
  EXPECT_FALSE(writer.begin_table("t", {"a"}));
  EXPECT_FALSE(writer.begin_keyed("t", {"a"}));
  EXPECT_FALSE(writer.begin_list("t"));
  EXPECT_FALSE(writer.begin_root_list());
  EXPECT_FALSE(writer.row({1}));
  EXPECT_FALSE(writer.row(row.root()));
  EXPECT_FALSE(writer.row("k", {1}));
  EXPECT_FALSE(writer.item(row.root()));
  EXPECT_FALSE(writer.items(row.root()));
  EXPECT_EQ(writer.row_count(), 0U);
  EXPECT_FALSE(writer.finish());
  writer = std::move(other);
  EXPECT_TRUE(writer.finish());

  pith::gcf::table_writer table(sink, "t", {"a"});
  const pith::gcf::table_writer other_table = std::move(table);
  EXPECT_FALSE(table.row({1}));
  EXPECT_EQ(table.row_count(), 0U);
  EXPECT_FALSE(table.finish());

  pith::gcf::graph_writer graph(sink);
  const pith::gcf::graph_writer other_graph = std::move(graph);
  EXPECT_FALSE(graph.symbol(one_symbol().symbols[0]));
  EXPECT_FALSE(graph.edge({"a", "a", "calls"}));
  EXPECT_FALSE(graph.finish());

  pith::gcf::event_handler silent;
  pith::gcf::incremental_decoder decoder(silent);
  pith::gcf::incremental_decoder other_decoder = std::move(decoder);
  EXPECT_EQ(decoder.feed("x").error().code, error_code::misplaced_value);
  EXPECT_FALSE(decoder.finish());
  decoder.reset();
  decoder = std::move(other_decoder);
  EXPECT_TRUE(decoder.feed("GCF profile=generic\n"));
}

TEST(moved_from, sessions_and_deltas_begin_anew) {
  pith::gcf::session_producer producer;
  pith::gcf::session_consumer consumer;
  const pith::gcf::session_producer other_producer = std::move(producer);
  const pith::gcf::session_consumer other_consumer = std::move(consumer);
  EXPECT_EQ(producer.size(), 0U);
  EXPECT_FALSE(producer.confirm(1));
  producer.reset();
  EXPECT_EQ(consumer.size(), 0U);
  consumer.reset();
  const auto answer = producer.encode(one_symbol());
  ASSERT_TRUE(answer.has_value());
  EXPECT_TRUE(consumer.decode(answer->wire));

  const auto rows = parsed(R"([{"id":1,"v":2}])");
  pith::gcf::delta_producer sets({.key = "id"});
  pith::gcf::delta_consumer held;
  const pith::gcf::delta_producer other_sets = std::move(sets);
  const pith::gcf::delta_consumer other_held = std::move(held);
  EXPECT_EQ(sets.root(), "");
  EXPECT_FALSE(held.has_set());
  EXPECT_TRUE(held.rows().is_null());
  EXPECT_EQ(held.root(), "");
  EXPECT_EQ(held.set().key, "id");
  const auto full = sets.full(rows.root());
  ASSERT_TRUE(full.has_value());
  EXPECT_TRUE(held.receive(full->wire));

  pith::gcf::graph_delta_producer graphs;
  pith::gcf::graph_delta_consumer kept;
  const pith::gcf::graph_delta_producer other_graphs = std::move(graphs);
  const pith::gcf::graph_delta_consumer other_kept = std::move(kept);
  EXPECT_EQ(graphs.root(), "");
  EXPECT_EQ(kept.root(), "");
  EXPECT_TRUE(graphs.full(one_symbol()));
}

// NOLINTEND(bugprone-use-after-move)

}  // namespace
