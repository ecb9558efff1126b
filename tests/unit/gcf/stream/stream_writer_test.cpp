// SPDX-License-Identifier: MIT
// Tables written row by row (section 8).
#include <pith/builder.hpp>
#include <pith/equality.hpp>
#include <pith/gcf.hpp>
#include <pith/gcf_graph.hpp>
#include <pith/gcf_stream.hpp>
#include <pith/json.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::error_code;
using pith::string_sink;
using pith::gcf::cell;
using pith::gcf::keyed_writer;
using pith::gcf::stream_options;
using pith::gcf::stream_writer;
using pith::gcf::table_writer;

constexpr std::string_view header = "GCF profile=generic\n";

pith::document json(std::string_view text) {
  auto made = pith::json::parse(text);
  EXPECT_TRUE(made.has_value()) << text;
  return std::move(*made);
}

void expect_decodes(const std::string& wire, std::string_view expected) {
  const auto doc = pith::gcf::decode(wire);
  ASSERT_TRUE(doc.has_value()) << pith::message(doc.error()) << '\n' << wire;
  const pith::document wanted = json(expected);
  EXPECT_TRUE(pith::equal(doc->root(), wanted.root())) << wire;
}

error_code code_of(const pith::result<void>& done) {
  EXPECT_FALSE(done.has_value());
  return done ? error_code{} : done.error().code;
}

/// Notes each piece that it is given; refuses from the `refused`-th on.
class noting_sink final : public pith::sink {
 public:
  explicit noting_sink(std::size_t refused = ~std::size_t{0})
      : refused_(refused) {}
  bool write(std::string_view bytes) override {
    if (pieces.size() >= refused_) return false;
    pieces.emplace_back(bytes);
    return true;
  }
  std::vector<std::string> pieces;

 private:
  std::size_t refused_;
};

TEST(table_writer, writes_the_example_of_the_specification) {
  std::string out;
  string_sink sink(out);
  table_writer rows{sink, "employees", {"id", "name", "department", "salary"}};
  EXPECT_TRUE(rows.row({1, "Alice Smith", "Engineering", 95000}));
  EXPECT_TRUE(rows.row({2, "Bob Jones", "Sales", 72000}));
  EXPECT_TRUE(rows.row({3, "Carol Wu", "Marketing", 85000}));
  EXPECT_EQ(rows.row_count(), 3U);
  EXPECT_TRUE(rows.finish());
  EXPECT_EQ(out,
            "GCF profile=generic\n"
            "## employees [?]{id,name,department,salary}\n"
            "1|Alice Smith|Engineering|95000\n"
            "2|Bob Jones|Sales|72000\n"
            "3|Carol Wu|Marketing|85000\n"
            "##! summary counts=3\n");
}

TEST(table_writer, hands_every_row_over_at_once) {
  noting_sink sink;
  table_writer rows{sink, "t", {"a"}};
  EXPECT_EQ(sink.pieces.size(), 2U);  // the header and the declaration
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(rows.row({i}));
    ASSERT_EQ(sink.pieces.back(), std::to_string(i) + "\n");
  }
  const std::string large(300'000, 'x');
  ASSERT_TRUE(rows.row({large}));
  EXPECT_EQ(sink.pieces.back(), large + "\n");
  EXPECT_EQ(sink.pieces.size(), 8U);
}

TEST(table_writer, without_a_name_is_the_array_itself) {
  std::string out;
  string_sink sink(out);
  table_writer rows{sink, {"a", "b"}};
  EXPECT_TRUE(rows.row({nullptr, cell()}));
  EXPECT_TRUE(rows.row({true, -0.5}));
  EXPECT_TRUE(rows.finish());
  EXPECT_EQ(out, std::string(header) +
                     "## [?]{a,b}\n-|~\ntrue|-0.5\n##! summary counts=2\n");
  expect_decodes(out, R"([{"a":null},{"a":true,"b":-0.5}])");
}

TEST(table_writer, an_empty_name_is_a_name) {
  std::string out;
  string_sink sink(out);
  table_writer rows{sink, "", {"a"}};
  EXPECT_TRUE(rows.row({1}));
  EXPECT_TRUE(rows.finish());
  expect_decodes(out, R"({"":[{"a":1}]})");
}

TEST(table_writer, a_table_may_stay_empty) {
  std::string out;
  string_sink sink(out);
  table_writer rows{sink, "t", {"a"}};
  EXPECT_TRUE(rows.finish());
  expect_decodes(out, R"({"t":[]})");
}

TEST(table_writer, takes_objects_as_rows) {
  std::string out;
  string_sink sink(out);
  table_writer rows{sink, "t", {"a", "b", "c"}};
  const pith::document all =
      json(R"([{"a":1,"b":"x","c":null},{"c":2.5,"a":true},{},{"b":"-"}])");
  const auto elements = all.root().get_array();
  ASSERT_TRUE(elements.has_value());
  for (const pith::value v : *elements) {
    ASSERT_TRUE(rows.row(v));
  }
  EXPECT_TRUE(rows.finish());
  expect_decodes(
      out,
      R"({"t":[{"a":1,"b":"x","c":null},{"a":true,"c":2.5},{},{"b":"-"}]})");
}

TEST(table_writer, refuses_objects_that_are_no_row) {
  std::string out;
  string_sink sink(out);
  table_writer rows{sink, "t", {"a", "b"}};
  const std::string before = out;
  for (const std::string_view text :
       {R"({"a":1,"x":2})", R"({"a":{"x":1}})", R"({"a":[1,2]})", R"({"a":[]})",
        R"([1,2])", R"("a")", "null"}) {
    const pith::document doc = json(text);
    EXPECT_EQ(code_of(rows.row(doc.root())), error_code::misplaced_value)
        << text;
  }
  EXPECT_EQ(out, before);
}

TEST(table_writer, goes_on_after_a_refused_row) {
  std::string out;
  string_sink sink(out);
  table_writer rows{sink, "t", {"a", "b"}};
  EXPECT_TRUE(rows.row({1, 2}));
  EXPECT_EQ(code_of(rows.row({1})), error_code::row_width_mismatch);
  EXPECT_EQ(code_of(rows.row({1, 2, 3})), error_code::row_width_mismatch);
  EXPECT_EQ(code_of(rows.row(std::initializer_list<cell>{})),
            error_code::row_width_mismatch);
  EXPECT_EQ(code_of(rows.row({1, std::numeric_limits<double>::infinity()})),
            error_code::not_finite);
  EXPECT_EQ(code_of(rows.row({std::numeric_limits<double>::quiet_NaN(), 1})),
            error_code::not_finite);
  EXPECT_EQ(code_of(rows.row({1, "\xFF"})), error_code::invalid_utf8);
  EXPECT_EQ(code_of(rows.row({1, std::uint64_t{1} << 63})),
            error_code::out_of_range);
  EXPECT_TRUE(rows.row({3, (std::uint64_t{1} << 63) - 1}));
  EXPECT_EQ(rows.row_count(), 2U);
  EXPECT_TRUE(rows.finish());
  expect_decodes(out,
                 R"({"t":[{"a":1,"b":2},{"a":3,"b":9223372036854775807}]})");
}

TEST(table_writer, a_refused_declaration_is_what_every_call_returns) {
  const struct {
    std::vector<std::string_view> fields;
    error_code code;
  } cases[] = {
      {{}, error_code::invalid_field_declaration},
      {{"a", "b>c"}, error_code::invalid_field_declaration},
      {{">"}, error_code::invalid_field_declaration},
      {{"a", "b", "a"}, error_code::duplicate_field_name},
      {{"a", "\xC0\x80"}, error_code::invalid_utf8},
  };
  for (const auto& c : cases) {
    std::string out;
    string_sink sink(out);
    table_writer rows{sink, "t", stream_writer::names(c.fields)};
    EXPECT_EQ(code_of(rows.row({1})), c.code);
    EXPECT_EQ(code_of(rows.finish()), c.code);
    EXPECT_EQ(out, header);
  }
  std::string out;
  string_sink sink(out);
  stream_options two;
  two.bounds.max_fields = 2;
  EXPECT_TRUE((table_writer{sink, {"a", "b"}, two}.finish()));
  EXPECT_EQ(code_of(table_writer{sink, {"a", "b", "c"}, two}.finish()),
            error_code::field_limit);
  EXPECT_EQ(code_of(keyed_writer{sink, {"a", "b"}, two}.finish()),
            error_code::field_limit);
}

TEST(table_writer, a_sink_that_refuses_ends_the_stream) {
  for (std::size_t refused = 0; refused < 4; ++refused) {
    noting_sink sink(refused);
    table_writer rows{sink, "t", {"a"}};
    EXPECT_EQ(rows.row({1}).has_value(), refused > 2);
    EXPECT_EQ(code_of(rows.row({2})), error_code::write_failed);
    EXPECT_EQ(code_of(rows.row({2})), error_code::write_failed);
    EXPECT_EQ(code_of(rows.finish()), error_code::write_failed);
    EXPECT_EQ(sink.pieces.size(), refused);
  }
}

TEST(table_writer, nothing_follows_the_summary) {
  std::string out;
  string_sink sink(out);
  table_writer rows{sink, "t", {"a"}};
  EXPECT_TRUE(rows.finish());
  EXPECT_EQ(code_of(rows.row({1})), error_code::misplaced_value);
  EXPECT_EQ(code_of(rows.finish()), error_code::misplaced_value);
}

TEST(keyed_writer, writes_members) {
  std::string out;
  string_sink sink(out);
  keyed_writer rows{sink, "servers", {"cpu", "mem", "status"}};
  EXPECT_TRUE(rows.row("web-01", {23, 61, "ok"}));
  EXPECT_TRUE(rows.row("007", {41, 83, "ok"}));
  EXPECT_TRUE(rows.row("", {67, cell(), nullptr}));
  const pith::document doc = json(R"({"status":"x"})");
  EXPECT_TRUE(rows.row("@a|b\n", doc.root()));
  EXPECT_TRUE(rows.finish());
  EXPECT_EQ(out, std::string(header) +
                     "## servers [?:]{key,cpu,mem,status}\n"
                     "web-01|23|61|ok\n"
                     "\"007\"|41|83|ok\n"
                     "\"\"|67|~|-\n"
                     "\"@a|b\\n\"|~|~|x\n"
                     "##! summary counts=4\n");
  expect_decodes(out, R"({"servers":{
      "web-01":{"cpu":23,"mem":61,"status":"ok"},
      "007":{"cpu":41,"mem":83,"status":"ok"},
      "":{"cpu":67,"status":null},
      "@a|b\n":{"status":"x"}}})");
}

TEST(keyed_writer, finds_a_label_that_is_no_field) {
  std::string out;
  string_sink sink(out);
  keyed_writer rows{sink, {"key", "_key"}};
  EXPECT_TRUE(rows.row("a", {1, 2}));
  EXPECT_TRUE(rows.finish());
  EXPECT_EQ(out, std::string(header) +
                     "## [?:]{__key,key,_key}\na|1|2\n##! summary counts=1\n");
  expect_decodes(out, R"({"a":{"key":1,"_key":2}})");
}

TEST(keyed_writer, refuses_a_second_key_unless_told_not_to_look) {
  std::string out;
  string_sink sink(out);
  keyed_writer rows{sink, {"v"}};
  EXPECT_TRUE(rows.row("a", {1}));
  EXPECT_EQ(code_of(rows.row("a", {2})), error_code::duplicate_key);
  EXPECT_EQ(code_of(rows.row("b", {1, 2})), error_code::row_width_mismatch);
  EXPECT_TRUE(rows.row("b", {2}));  // the refused one left no trace
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(rows.row("k" + std::to_string(i), {i}));
  }
  EXPECT_EQ(code_of(rows.row("k500", {0})), error_code::duplicate_key);
  EXPECT_EQ(code_of(rows.row("\xFF", {0})), error_code::invalid_utf8);

  stream_options trusting;
  trusting.remember_keys = false;
  std::string twice;
  string_sink other(twice);
  keyed_writer trusted{other, {"v"}, trusting};
  EXPECT_TRUE(trusted.row("a", {1}));
  EXPECT_TRUE(trusted.row("a", {2}));
  EXPECT_TRUE(trusted.finish());
  EXPECT_EQ(pith::gcf::decode(twice).error().code, error_code::duplicate_key);
}

TEST(stream_writer, writes_members_and_several_tables) {
  std::string out;
  string_sink sink(out);
  stream_writer all{sink};
  EXPECT_TRUE(all.member("source", "warehouse"));
  const pith::document more =
      json(R"({"tags":[1,2],"at":{"x":{"y":1}},"m":{"p":{"v":1},"q":{"v":2}},
              "rows":[{"a":1},{"a":2}],"none":[],"last":1})");
  EXPECT_TRUE(all.members(more.root()));
  EXPECT_TRUE(all.begin_table("orders", {"id"}));
  EXPECT_TRUE(all.row({1}));
  EXPECT_TRUE(all.row({2}));
  EXPECT_TRUE(all.begin_keyed("stock", {"count"}));
  EXPECT_TRUE(all.row("nails", {400}));
  EXPECT_TRUE(all.begin_table("none left", {"x"}));
  EXPECT_EQ(all.row_count(), 0U);
  EXPECT_TRUE(all.finish());
  EXPECT_TRUE(out.ends_with("\n##! summary counts=2,1,0\n"));
  expect_decodes(out, R"({"source":"warehouse","tags":[1,2],"at":{"x":{"y":1}},
      "m":{"p":{"v":1},"q":{"v":2}},"rows":[{"a":1},{"a":2}],"none":[],
      "last":1,"orders":[{"id":1},{"id":2}],"stock":{"nails":{"count":400}},
      "none left":[]})");
}

TEST(stream_writer, an_object_of_objects_stays_members) {
  std::string out;
  string_sink sink(out);
  stream_writer all{sink};
  const pith::document map = json(R"({"a":{"v":1},"b":{"v":2}})");
  EXPECT_TRUE(all.members(map.root()));
  EXPECT_TRUE(all.begin_table("t", {"x"}));
  EXPECT_TRUE(all.finish());
  expect_decodes(out, R"({"a":{"v":1},"b":{"v":2},"t":[]})");
}

TEST(stream_writer, knows_the_order_of_calls) {
  std::string out;
  string_sink sink(out);
  stream_writer all{sink};
  const pith::document object = json(R"({"z":1})");
  constexpr auto misplaced = error_code::misplaced_value;
  EXPECT_EQ(code_of(all.row({1})), misplaced);
  EXPECT_EQ(code_of(all.row("k", {1})), misplaced);
  EXPECT_EQ(code_of(all.row(object.root())), misplaced);
  EXPECT_EQ(code_of(all.member("a", cell())), misplaced);
  EXPECT_TRUE(all.member("a", 1));
  const std::string_view fields[] = {"x"};
  EXPECT_EQ(code_of(all.begin_root_table(fields)), misplaced);
  EXPECT_EQ(code_of(all.begin_root_keyed(fields)), misplaced);
  EXPECT_TRUE(all.begin_table("t", {"x"}));
  EXPECT_EQ(code_of(all.row("k", {1})), misplaced);
  // A line after rows whose number is unknown would be one of them.
  EXPECT_EQ(code_of(all.member("b", 1)), misplaced);
  EXPECT_EQ(code_of(all.members(object.root())), misplaced);
  EXPECT_TRUE(all.row({1}));
  EXPECT_TRUE(all.begin_keyed("m", {"x"}));
  EXPECT_EQ(code_of(all.row({1})), misplaced);
  EXPECT_EQ(code_of(all.begin_table("u", {"x", "x"})),
            error_code::duplicate_field_name);
  EXPECT_TRUE(all.row("k", {1}));  // the keyed map is still open
  EXPECT_TRUE(all.finish());
  expect_decodes(out, R"({"a":1,"t":[{"x":1}],"m":{"k":{"x":1}}})");

  std::string root;
  string_sink other(root);
  stream_writer whole{other};
  EXPECT_TRUE(whole.begin_root_table(fields));
  EXPECT_EQ(code_of(whole.begin_table("t", {"x"})), misplaced);
  EXPECT_EQ(code_of(whole.member("a", 1)), misplaced);
  EXPECT_TRUE(whole.finish());
}

TEST(stream_writer, keys_of_the_document_are_unique) {
  std::string out;
  string_sink sink(out);
  stream_writer all{sink};
  EXPECT_TRUE(all.member("a", 1));
  const pith::document object = json(R"({"b":1,"a":2})");
  constexpr auto duplicate = error_code::duplicate_key;
  EXPECT_EQ(code_of(all.member("a", 2)), duplicate);
  EXPECT_EQ(code_of(all.members(object.root())), duplicate);
  EXPECT_TRUE(all.member("b", 1));  // the refused object left no trace
  EXPECT_EQ(code_of(all.begin_table("a", {"x"})), duplicate);
  EXPECT_TRUE(all.begin_table("t", {"x"}));
  EXPECT_EQ(code_of(all.begin_keyed("t", {"x"})), duplicate);
  EXPECT_TRUE(all.finish());
  expect_decodes(out, R"({"a":1,"b":1,"t":[]})");
}

TEST(stream_writer, a_document_without_tables_is_complete_too) {
  std::string out;
  string_sink sink(out);
  stream_writer all{sink};
  EXPECT_TRUE(all.finish());
  EXPECT_EQ(out, std::string(header) + "##! summary\n");
  expect_decodes(out, "{}");
}

TEST(stream_writer, writes_lists_as_the_specification_does) {
  std::string out;
  string_sink sink(out);
  stream_writer all{sink};
  const pith::document items = json(
      R"(["alpha",42,{"name":"Alice","role":"admin"},["one","two"],{},[],
          {"rows":[{"a":1},{"a":2}]},[{"a":1,"b":2}],{"p":{"v":1},"q":{"v":2}},
          [1,[2]],null])");
  EXPECT_TRUE(all.begin_list("items"));
  const auto elements = items.root().get_array();
  ASSERT_TRUE(elements.has_value());
  for (const pith::value v : *elements) ASSERT_TRUE(all.item(v));
  EXPECT_EQ(all.row_count(), 11U);
  EXPECT_TRUE(all.finish());
  EXPECT_EQ(out, std::string(header) +
                     "## items [?]\n"
                     "@0 =alpha\n"
                     "@1 =42\n"
                     "@2 {}\n"
                     "  name=Alice\n"
                     "  role=admin\n"
                     "@3 [2]: one,two\n"
                     "@4 {}\n"
                     "@5 [0]\n"
                     "@6 {}\n"
                     "  ## rows [2]{a}\n"
                     "  1\n"
                     "  2\n"
                     "@7 [1]{a,b}\n"
                     "  1|2\n"
                     "@8 [2:]{key,v}\n"
                     "  p|1\n"
                     "  q|2\n"
                     "@9 [2]\n"
                     "  @0 =1\n"
                     "  @1 [1]: 2\n"
                     "@10 =-\n"
                     "##! summary counts=11\n");
  const auto doc = pith::gcf::decode(out);
  ASSERT_TRUE(doc.has_value()) << pith::message(doc.error());
  EXPECT_TRUE(pith::equal(*doc->root().find("items"), items.root(),
                          pith::member_order::significant));
}

TEST(stream_writer, a_list_may_be_the_document_and_may_stay_empty) {
  std::string out;
  string_sink sink(out);
  stream_writer all{sink};
  EXPECT_TRUE(all.begin_root_list());
  EXPECT_EQ(all.row_count(), 0U);
  EXPECT_EQ(code_of(all.begin_list("more")), error_code::misplaced_value);
  EXPECT_TRUE(all.finish());
  EXPECT_EQ(out, std::string(header) + "## [?]\n##! summary counts=0\n");
  expect_decodes(out, "[]");
}

TEST(stream_writer, takes_the_items_of_an_array_at_once) {
  const pith::document all =
      json(R"([{"a":[1,{"b":2}]},3,[],{"c":[{"d":1}]}])");
  const pith::document none = json("[]");
  std::string at_once;
  string_sink sink(at_once);
  stream_writer out{sink};
  EXPECT_EQ(code_of(out.items(all.root())), error_code::misplaced_value);
  EXPECT_TRUE(out.begin_root_list());
  EXPECT_TRUE(out.items(all.root()));
  EXPECT_TRUE(out.items(none.root()));
  EXPECT_TRUE(out.items(all.root()));
  EXPECT_EQ(code_of(out.items(*all.root().at(0))), error_code::misplaced_value);
  EXPECT_EQ(out.row_count(), 8U);
  EXPECT_TRUE(out.finish());

  std::string one_by_one;
  string_sink other(one_by_one);
  stream_writer slow{other};
  EXPECT_TRUE(slow.begin_root_list());
  const auto elements = all.root().get_array();
  ASSERT_TRUE(elements.has_value());
  for (int i = 0; i < 2; ++i) {
    for (const pith::value v : *elements) ASSERT_TRUE(slow.item(v));
  }
  EXPECT_TRUE(slow.finish());
  EXPECT_EQ(at_once, one_by_one);
}

TEST(stream_writer, items_are_written_all_or_none) {
  stream_options shallow;
  shallow.bounds.max_depth = 2;
  std::string out;
  string_sink sink(out);
  stream_writer all{sink, shallow};
  ASSERT_TRUE(all.begin_root_list());
  const std::string before = out;
  const pith::document deep = json("[1,[2],[[[3]]]]");
  EXPECT_EQ(code_of(all.items(deep.root())), error_code::depth_limit);
  EXPECT_EQ(out, before);
  EXPECT_EQ(all.row_count(), 0U);
}

TEST(stream_writer, hands_every_item_over_at_once) {
  noting_sink sink;
  stream_writer all{sink};
  ASSERT_TRUE(all.begin_root_list());
  // Longer than the encoder's own buffer.
  const std::string large(300'000, 'x');
  const pith::document object = json("{\"a\":\"" + large + "\",\"b\":[]}");
  ASSERT_TRUE(all.item(object.root()));
  ASSERT_EQ(sink.pieces.size(), 3U);
  EXPECT_EQ(sink.pieces.back(), "@0 {}\n  a=" + large + "\n  ## b [0]\n");
}

TEST(stream_writer, lists_stand_beside_tables) {
  std::string out;
  string_sink sink(out);
  stream_writer all{sink};
  const pith::document one = json(R"({"x":{"y":[1]}})");
  EXPECT_TRUE(all.members(one.root()));
  EXPECT_TRUE(all.begin_list("l"));
  EXPECT_TRUE(all.item(one.root()));
  EXPECT_TRUE(all.begin_table("t", {"a"}));
  EXPECT_TRUE(all.row({1}));
  EXPECT_TRUE(all.begin_list("m"));
  EXPECT_TRUE(all.item(one.root()));
  EXPECT_TRUE(all.item(*one.root().find("x")));
  EXPECT_TRUE(all.finish());
  EXPECT_TRUE(out.ends_with("\n##! summary counts=1,1,2\n"));
  expect_decodes(out, R"({"x":{"y":[1]},"l":[{"x":{"y":[1]}}],"t":[{"a":1}],
                          "m":[{"x":{"y":[1]}},{"y":[1]}]})");
}

TEST(stream_writer, a_refused_item_writes_nothing) {
  std::string out;
  string_sink sink(out);
  stream_options shallow;
  shallow.bounds.max_depth = 3;
  stream_writer all{sink, shallow};
  constexpr auto misplaced = error_code::misplaced_value;
  const pith::document scalar = json("7");
  // With the document and the list around it, one of these is too deep.
  const pith::document deep = json(R"([[[1]]])");
  const pith::document good = json(R"([[1]])");
  EXPECT_EQ(code_of(all.item(scalar.root())), misplaced);
  EXPECT_TRUE(all.begin_table("t", {"a"}));
  EXPECT_EQ(code_of(all.item(scalar.root())), misplaced);
  EXPECT_TRUE(all.begin_keyed("k", {"a"}));
  EXPECT_EQ(code_of(all.item(scalar.root())), misplaced);
  EXPECT_EQ(code_of(all.begin_list("t")), error_code::duplicate_key);
  EXPECT_EQ(code_of(all.begin_list("\xFF")), error_code::invalid_utf8);
  EXPECT_TRUE(all.begin_list("l"));
  const std::string before = out;
  EXPECT_EQ(code_of(all.row({1})), misplaced);
  EXPECT_EQ(code_of(all.row("k", {1})), misplaced);
  EXPECT_EQ(code_of(all.row(good.root())), misplaced);
  EXPECT_EQ(code_of(all.member("z", 1)), misplaced);
  EXPECT_EQ(code_of(all.members(good.root())), misplaced);
  EXPECT_EQ(code_of(all.item(deep.root())), error_code::depth_limit);
  EXPECT_EQ(out, before);
  EXPECT_EQ(all.row_count(), 0U);
  EXPECT_TRUE(all.item(good.root()));
  EXPECT_TRUE(all.finish());
  expect_decodes(out, R"({"t":[],"k":{},"l":[[[1]]]})");
  EXPECT_EQ(code_of(all.item(scalar.root())), misplaced);
  EXPECT_EQ(code_of(all.begin_list("m")), misplaced);

  std::string root;
  string_sink other(root);
  stream_writer whole{other, shallow};
  EXPECT_TRUE(whole.begin_root_list());
  EXPECT_TRUE(whole.item(deep.root()));  // one container less around it
}

TEST(stream_writer, a_sink_that_refuses_ends_a_list) {
  noting_sink sink(2);
  stream_writer all{sink};
  const pith::document one = json("[1]");
  ASSERT_TRUE(all.begin_root_list());
  EXPECT_EQ(code_of(all.item(one.root())), error_code::write_failed);
  EXPECT_EQ(code_of(all.finish()), error_code::write_failed);
}

/// Names and strings that once ended a line, a cell or a declaration early.
TEST(stream_writer, nothing_passed_in_forges_structure) {
  const std::string_view evil[] = {
      "a b=c",
      "k\n## x",
      "sec [3]",
      "n[1]",
      "a,b",
      "a|b",
      "x\"y",
      "a}b",
      "a{b",
      "##! summary counts=9",
      "## t [?]{a}",
      "@0 x",
      ".x",
      "~",
      "^",
      "^{a,b}",
      "-",
      "true",
      "1",
      "1e5",
      "",
      " lead",
      "trail ",
      "tab\there",
      "cr\r\nlf",
      "# no",
      "x=y",
      "[1]: 2",
      "GCF profile=generic",
      "\\",
      "\\n",
      "\x01",
      "caf\xC3\xA9",
      "\xC2\x85",
  };
  std::string out;
  string_sink sink(out);
  stream_writer all{sink};
  pith::builder wanted;
  wanted.begin_object();
  for (const std::string_view e : evil) {
    ASSERT_TRUE(all.member(e, e));
    wanted.key(e).string(e);
  }
  ASSERT_TRUE(all.begin_table("x\n## y [1]{z}", evil));
  std::vector<cell> row;
  for (const std::string_view e : evil) row.emplace_back(e);
  ASSERT_TRUE(all.row(row));
  wanted.key("x\n## y [1]{z}").begin_array().begin_object();
  for (const std::string_view e : evil) wanted.key(e).string(e);
  wanted.end_object().end_array();
  ASSERT_TRUE(all.begin_keyed("m [2]", {"v w"}));
  wanted.key("m [2]").begin_object();
  for (const std::string_view e : evil) {
    ASSERT_TRUE(all.row(e, {e}));
    wanted.key(e).begin_object().key("v w").string(e).end_object();
  }
  wanted.end_object().end_object();
  ASSERT_TRUE(all.finish());
  const auto expected = wanted.finish();
  ASSERT_TRUE(expected.has_value());
  const auto doc = pith::gcf::decode(out);
  ASSERT_TRUE(doc.has_value()) << pith::message(doc.error()) << out;
  EXPECT_TRUE(pith::equal(doc->root(), expected->root(),
                          pith::member_order::significant))
      << out;
}

TEST(cell, tells_what_it_holds) {
  EXPECT_EQ(cell().kind(), cell::type::absent);
  EXPECT_EQ(cell(nullptr).kind(), cell::type::null);
  EXPECT_EQ(cell(false).kind(), cell::type::boolean);
  EXPECT_EQ(cell(3U).as_integer(), 3);
  EXPECT_EQ(cell(std::size_t{3}).kind(), cell::type::integer);
  EXPECT_EQ(cell(~std::uint64_t{0}).kind(), cell::type::too_large);
  EXPECT_EQ(cell(0.5F).as_real(), 0.5);
  EXPECT_EQ(cell("x").as_string(), "x");
  EXPECT_EQ(cell(std::string("text")).kind(), cell::type::string);
  EXPECT_EQ(cell(std::numeric_limits<std::int64_t>::min()).as_integer(),
            std::numeric_limits<std::int64_t>::min());
}

/// Throws at the `at`-th piece, once.
class throwing_sink final : public pith::sink {
 public:
  explicit throwing_sink(std::size_t at) : at_(at) {}
  bool write(std::string_view bytes) override {
    if (pieces_++ == at_) throw std::runtime_error("full");
    text += bytes;
    return true;
  }
  std::string text;

 private:
  std::size_t at_;
  std::size_t pieces_ = 0;
};

TEST(stream_writer, is_over_when_the_sink_throws) {
  throwing_sink sink(4);  // the header, the declaration, two rows
  table_writer rows{sink, "t", {"a"}};
  EXPECT_TRUE(rows.row({1}));
  EXPECT_TRUE(rows.row({2}));
  EXPECT_THROW(static_cast<void>(rows.row({3})), std::runtime_error);
  EXPECT_EQ(rows.row_count(), 2U);
  EXPECT_EQ(code_of(rows.row({4})), error_code::write_failed);
  EXPECT_EQ(code_of(rows.finish()), error_code::write_failed);
  EXPECT_EQ(sink.text, std::string(header) + "## t [?]{a}\n1\n2\n");
}

TEST(stream_writer, counts_what_the_sink_has_taken) {
  noting_sink sink(3);  // the header, the declaration, one row
  table_writer rows{sink, "t", {"a"}};
  EXPECT_TRUE(rows.row({1}));
  EXPECT_EQ(code_of(rows.row({2})), error_code::write_failed);
  EXPECT_EQ(rows.row_count(), 1U);
}

TEST(decode, refuses_a_stream_without_its_summary_when_asked) {
  std::string out;
  string_sink sink(out);
  stream_writer writer{sink};
  EXPECT_TRUE(writer.member("source", "x"));
  EXPECT_TRUE(writer.begin_table("t", {"a"}));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(writer.row({i}));
  const std::string cut = out;
  EXPECT_TRUE(writer.finish());
  const pith::gcf::decode_options strict{.require_summary = true};
  EXPECT_TRUE(pith::gcf::decode(out, strict));
  // Wherever it is cut between two lines.
  for (std::size_t end = cut.find('\n'); end != std::string::npos;
       end = cut.find('\n', end + 1)) {
    const std::string part = cut.substr(0, end + 1);
    EXPECT_TRUE(pith::gcf::decode(part)) << part;
    const auto refused = pith::gcf::decode(part, strict);
    ASSERT_FALSE(refused.has_value()) << part;
    EXPECT_EQ(refused.error().code, error_code::missing_summary);
    EXPECT_EQ(refused.error().offset, part.size());
  }
  // A decoder that is kept asks every time.
  pith::gcf::decoder decoder(strict);
  pith::document doc;
  EXPECT_FALSE(decoder.decode_into(doc, cut));
  EXPECT_TRUE(decoder.decode_into(doc, out));
  EXPECT_FALSE(decoder.decode_into(doc, cut));
}

TEST(decode, refuses_a_graph_without_its_summary_when_asked) {
  const std::string cut = "GCF profile=graph\n## targets\n@0 fn a 0.50 x\n";
  const std::string whole = cut + "##! summary symbols=1 edges=0 counts=1,0\n";
  const pith::gcf::decode_options strict{.require_summary = true};
  EXPECT_TRUE(pith::gcf::decode(cut));
  EXPECT_TRUE(pith::gcf::decode(whole, strict));
  const auto refused = pith::gcf::decode(cut, strict);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, error_code::missing_summary);
  const auto payload = pith::gcf::decode_graph(cut, strict);
  ASSERT_FALSE(payload.has_value());
  EXPECT_EQ(payload.error().code, error_code::missing_summary);
  EXPECT_TRUE(pith::gcf::decode_graph(whole, strict));
}

}  // namespace
