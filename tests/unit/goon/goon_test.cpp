// SPDX-License-Identifier: MIT
// Responses that the golden texts of testdata/goon do not show.
#include <pith/goon.hpp>
#include <pith/json.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace {

using pith::error_code;
using pith::goon::decode;
using pith::goon::encode;
using pith::goon::graph_response;

std::string text_of(const graph_response& response) {
  return encode(response).value_or("does not encode");
}

graph_response from_json(std::string_view json) {
  const auto doc = pith::json::parse(json);
  EXPECT_TRUE(doc) << json;
  auto read = pith::goon::from_value(doc->root());
  EXPECT_TRUE(read) << pith::message(read.error()) << json;
  return read ? *read : graph_response{};
}

error_code payload_error(std::string_view json) {
  const auto doc = pith::json::parse(json);
  EXPECT_TRUE(doc) << json;
  const auto read = pith::goon::from_value(doc->root());
  EXPECT_FALSE(read) << json;
  return read ? error_code{} : read.error().code;
}

std::string traversal(std::string_view counts, std::string_view body) {
  return std::string("@header\nquery_type:traversal\ngoon_version:1.0.0\n")
      .append(counts)
      .append(body);
}

TEST(goon_encode, names_cannot_forge_lines) {
  graph_response response{"a b\n@nodes"};
  response.nodes = {{"T(9):\n1", 1, {{"k=\n@edges", std::string("v w")}}}};
  response.edges = {{"A B", 1, "C:\n", 2, "R-->"}};
  EXPECT_EQ(text_of(response),
            "@header\nquery_type:\"a b\\n@nodes\"\ngoon_version:1.0.0\n"
            "nodes:1\nedges:1\n@nodes\n\"T(9):\\n1\"(1):\n"
            "1 \"k=\\n@edges\"=\"v w\"\n@edges\n\"R-->\"(1):\n"
            "\"A B\":1 --> \"C:\\n\":2\n");
  EXPECT_EQ(decode(text_of(response)).value_or(graph_response{}), response);
}

TEST(goon_encode, of_two_nodes_of_one_identity_the_lesser_text_stays) {
  graph_response response{"traversal"};
  response.nodes = {{"T", 1, {{"a", std::string("y")}}},
                    {"T", 1, {{"a", std::string("x")}}},
                    {"T", 1, {{"a", std::string("z")}}}};
  EXPECT_EQ(text_of(response),
            traversal("nodes:1\nedges:0\n", "@nodes\nT(1):\n1 a=x\n@edges\n"));
  response.query_type = "aggregation";
  EXPECT_NE(text_of(response).find("\n1 a=y\n"), std::string::npos);
}

TEST(goon_encode, edges_are_one_whatever_their_depth) {
  graph_response response{"traversal"};
  response.edges = {
      {"A", 1, "B", 2, "R", 5},    {"A", 1, "B", 2, "R", 3},
      {"A", 1, "B", 2, "S", 3},    {"A", 1, "B", 2, "S"},
      {"A", 1, "B", 2, "R", 7, 0}, {"A", 1, "B", 2, "R", 8, 0, 1}};
  EXPECT_EQ(text_of(response),
            traversal("nodes:0\nedges:4\n",
                      "@nodes\n@edges\nR(3):\nA:1 --> B:2 depth=8\n"
                      "A:1 --> B:2 depth=7\nA:1 --> B:2 depth=3\nS(1):\n"
                      "A:1 --> B:2\n"));
}

TEST(goon_encode, a_path_that_is_no_chain_says_so) {
  graph_response response{"path_finding"};
  response.edges = {{"A", 1, "B", 2, "R", {}, 4, 0},
                    {"C", 3, "B", 2, "S", {}, 4, 1},
                    {"A", 9, "B", 9, "no_path"}};
  const std::string text = text_of(response);
  EXPECT_TRUE(text.ends_with(
      "edges:2\n@nodes\n@paths\npath=4: A:1 --R--> B:2 ? C:3 --S--> B:2\n"))
      << text;
  response.edges.pop_back();
  EXPECT_EQ(decode(text).value_or(graph_response{}), response);
}

TEST(goon_encode, refuses_what_it_cannot_say) {
  graph_response response{"traversal"};
  response.nodes = {{"T", 1, {{"a", true}, {"b", true}, {"a", false}}}};
  std::string out = "before";
  const auto twice = pith::goon::append(out, response);
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().code, error_code::duplicate_key);
  response.nodes = {{"T\xff", 1}};
  const auto broken = pith::goon::append(out, response);
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().code, error_code::invalid_utf8);
  EXPECT_EQ(out, "before");
}

TEST(goon_encode, says_when_a_sink_refuses) {
  class refusing final : public pith::sink {
   public:
    bool write(std::string_view) override { return false; }
  } sink;
  const auto done = pith::goon::encode_to(sink, graph_response{"search"});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, error_code::write_failed);
}

TEST(goon_encode, wide_rows) {
  graph_response response{"aggregation"};
  pith::goon::row cells;
  std::string line;
  for (int i = 0; i < 40; ++i) {
    const std::string name = "c" + std::to_string(i);
    response.columns.push_back({name, "count"});
    if (i % 3 == 0) continue;  // absent
    cells.insert(cells.begin(), {name, pith::goon::scalar(std::int64_t{i})});
    line += (line.empty() ? "" : " ") + name + "=" + std::to_string(i);
  }
  cells.push_back({"c1", pith::goon::scalar(std::int64_t{99})});
  response.rows = {cells};
  EXPECT_TRUE(text_of(response).ends_with("@rows\n" + line + "\n"))
      << text_of(response);
}

TEST(goon_decode, keeps_the_length_of_what_was_truncated) {
  graph_response response{"traversal"};
  response.nodes = {{"T", 1, {{"title", std::string(300, 'a')}}}};
  const std::string text = text_of(response);
  EXPECT_TRUE(text.ends_with("... title_len=300\n@edges\n")) << text;
  const auto read = decode(text);
  ASSERT_TRUE(read);
  ASSERT_EQ(read->nodes[0].properties.size(), 1U);
  EXPECT_EQ(read->nodes[0].properties[0].full_length, 300U);
  EXPECT_EQ(text_of(*read), text);
}

TEST(goon_decode, a_length_of_its_own_is_a_property) {
  for (const char* body : {"1 name=abc name_len=300", "1 name=a... name_len=9",
                           "1 name=a... title_len=300", "1 name_len=300",
                           "1 name=a... name_len=x"}) {
    const auto read =
        decode(traversal("nodes:1\nedges:0\n",
                         std::string("@nodes\nT(1):\n") + body + "\n@edges\n"));
    ASSERT_TRUE(read) << body;
    EXPECT_EQ(read->nodes[0].properties[0].full_length, 0U) << body;
  }
}

TEST(goon_decode, holds_limits) {
  graph_response response{"traversal"};
  response.nodes = {{std::string(20'000, 't'), 1}};
  for (std::int64_t i = 2; i < 200; ++i) {
    response.nodes.push_back({response.nodes[0].type, i});
  }
  const std::string text = text_of(response);
  const auto with = [&](auto set) {
    pith::goon::decode_options options;
    set(options.bounds);
    const auto read = decode(text, options);
    return read ? std::string("success")
                : std::string(pith::name(read.error().code));
  };
  EXPECT_EQ(with([](pith::limits&) {}), "expansion_limit");
  EXPECT_EQ(with([](pith::limits& l) { l.max_expansion = 400; }), "success");
  EXPECT_EQ(with([](pith::limits& l) {
              l.max_expansion = 400;
              l.max_items = 198;
            }),
            "item_limit");
  EXPECT_EQ(with([](pith::limits& l) { l.max_bytes = 10; }), "size_limit");
  EXPECT_EQ(with([](pith::limits& l) { l.max_line_bytes = 100; }),
            "line_limit");
}

TEST(goon_from_value, wants_what_names_things) {
  for (
      const char* json :
      {"1",
       "{}",
       R"({"query_type":1})",
       R"({"query_type":"t","nodes":1})",
       R"({"query_type":"t","nodes":[1]})",
       R"({"query_type":"t","nodes":[{"id":"1"}]})",
       R"({"query_type":"t","nodes":[{"type":"T"}]})",
       R"({"query_type":"t","nodes":[{"type":"T","id":"1x"}]})",
       R"({"query_type":"t","nodes":[{"type":"T","id":"9223372036854775808"}]})",
       R"({"query_type":"t","nodes":[{"type":"T","id":true}]})",
       R"({"query_type":"t","edges":{}})",
       R"({"query_type":"t","edges":[1]})",
       R"({"query_type":"t","edges":[{"from":"A","to":"B","type":"R"}]})",
       R"({"query_type":"t","edges":[{"from":"A","from_id":1,"to":"B",)"
       R"("to_id":2}]})",
       R"({"query_type":"t","edges":[{"from":"A","from_id":1,"to":"B",)"
       R"("to_id":2,"type":"R","depth":"x"}]})",
       R"({"query_type":"t","columns":[1]})",
       R"({"query_type":"t","columns":[{"name":"n"}]})",
       R"({"query_type":"t","columns":[{"name":"n","function":"f",)"
       R"("target":1}]})",
       R"({"query_type":"t","group_columns":[{"name":"n"}]})",
       R"({"query_type":"t","group_columns":[{"name":"n","kind":"k",)"
       R"("node":1}]})",
       R"({"query_type":"t","rows":1})",
       R"({"query_type":"t","rows":[1]})",
       R"({"query_type":"t","pagination":1})",
       R"({"query_type":"t","pagination":{"total_rows":-1}})",
       R"({"query_type":"t","pagination":{"has_more":1,"total_rows":1}})"}) {
    EXPECT_EQ(payload_error(json), error_code::invalid_payload) << json;
  }
}

TEST(goon_from_value, goes_both_ways) {
  constexpr std::string_view json =
      R"({"query_type":"aggregation","nodes":[{"type":"T","id":"1","a":null,)"
      R"("b":true,"c":-1,"d":0.5,"e":"x"}],"edges":[{"from":"A",)"
      R"("from_id":"1","to":"B","to_id":"-2","type":"R","depth":1,)"
      R"("path_id":2,"step":3}],"columns":[{"name":"n","function":"f",)"
      R"("target":"t","property":"p"}],"group_columns":[{"name":"u",)"
      R"("kind":"node","node":"x","property":"p","entity":"E"}],)"
      R"("rows":[{"u":{"type":"U","id":"7","name":"ada"},"n":3}],)"
      R"("pagination":{"has_more":true,"total_rows":9}})";
  const auto back = pith::goon::to_document(from_json(json));
  ASSERT_TRUE(back);
  EXPECT_EQ(pith::json::write(back->root()).value_or(""), json);
}

TEST(goon_from_value, nested_values_are_json) {
  const auto response = from_json(
      R"({"query_type":"t","nodes":[{"type":"T","id":1,"a":[1,{"b":2}]}]})");
  EXPECT_EQ(
      std::get<pith::goon::json_text>(response.nodes[0].properties[0].value)
          .text,
      R"([1,{"b":2}])");
}

TEST(goon_to_document, refuses_what_json_cannot_say) {
  const auto error_of = [](pith::goon::property p) {
    graph_response response{"t"};
    response.nodes = {{"T", 1, {std::move(p)}}};
    const auto doc = pith::goon::to_document(response);
    return doc ? "success" : std::string(pith::name(doc.error().code));
  };
  EXPECT_EQ(error_of({"type", true}), "duplicate_key");
  EXPECT_EQ(error_of({"a", std::nan("")}), "not_finite");
  EXPECT_EQ(error_of({"a", std::uint64_t{1} << 63U}), "out_of_range");
  EXPECT_EQ(error_of({"a", std::string("\xff")}), "invalid_utf8");
  EXPECT_EQ(error_of({"a", pith::goon::json_text{"[1]"}}), "success");
}

}  // namespace
