// SPDX-License-Identifier: MIT
#include <pith/adapt/boost_describe.hpp>
#include <pith/adapt/describe.hpp>
#include <pith/gcf.hpp>
#include <pith/json.hpp>

#include <gtest/gtest.h>

#include <boost/describe/class.hpp>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shop {

struct line {
  std::string name;
  float price = 0;
};
PITH_DESCRIBE(line, name, price);

struct order {
  int id = 0;
  std::optional<double> total;
  std::vector<line> lines;
  std::map<std::string, std::uint8_t> counts;
  std::vector<bool> flags;
};
PITH_DESCRIBE(order, id, total, lines, counts, flags);

struct flat {
  std::uint64_t id = 0;
  std::string name;
  std::optional<double> total;
};
PITH_DESCRIBE(flat, id, name, total);

struct node {
  std::vector<node> children;
};
PITH_DESCRIBE(node, children);

struct base {
  int a = 1;
};
struct point : base {
  int x = 2;
  std::string y = "three";
};
BOOST_DESCRIBE_STRUCT(base, (), (a))
BOOST_DESCRIBE_STRUCT(point, (base), (x, y))

}  // namespace shop

namespace {

using pith::error_code;
namespace adapt = pith::adapt;

std::string json_of(const pith::result<pith::document>& doc) {
  return doc ? *pith::json::write(doc->root()) : pith::message(doc.error());
}

template <class T>
pith::result<T> read(std::string_view json, std::string* place = nullptr) {
  const auto doc = pith::json::parse(json);
  EXPECT_TRUE(doc) << json;
  return adapt::from_document<T>(doc->root(), place);
}

TEST(describe, writes_every_kind_of_member) {
  const std::vector<shop::order> orders{
      {1, 9.5, {{"nails", 1.1F}}, {{"a", std::uint8_t{7}}}, {true, false}},
      {2, {}, {}, {}, {}}};
  constexpr std::string_view json =
      R"([{"id":1,"total":9.5,"lines":[{"name":"nails","price":1.1}],)"
      R"("counts":{"a":7},"flags":[true,false]},)"
      R"({"id":2,"total":null,"lines":[],"counts":{},"flags":[]}])";
  EXPECT_EQ(json_of(adapt::to_document(orders)), json);
  const auto doc = pith::json::parse(json);
  ASSERT_TRUE(doc);
  EXPECT_EQ(*adapt::encode(orders), *pith::gcf::encode(doc->root()));
  EXPECT_EQ(*adapt::encode(std::span<const shop::order>(orders)),
            *pith::gcf::encode(doc->root()));
  // And back.
  const auto back = adapt::from_document<std::vector<shop::order>>(doc->root());
  ASSERT_TRUE(back);
  EXPECT_EQ(json_of(adapt::to_document(*back)), json);
}

TEST(describe, takes_what_boost_describes) {
  EXPECT_EQ(json_of(adapt::to_document(shop::point{})),
            R"({"a":1,"x":2,"y":"three"})");
  EXPECT_EQ(read<shop::point>(R"({"y":"z","x":5,"a":6})")->a, 6);
}

TEST(describe, says_which_member_cannot_be_written) {
  std::vector<shop::flat> rows(1000);
  rows[777].id = ~std::uint64_t{0};
  std::string place;
  const auto made = adapt::to_document(rows, {}, &place);
  EXPECT_EQ(made.error().code, error_code::out_of_range);
  EXPECT_EQ(made.error().offset, 777U);
  EXPECT_EQ(place, "/777/id");
}

TEST(describe, says_which_member_cannot_be_read) {
  struct bad {
    std::string_view json;
    error_code code;
    std::string_view place;
    std::size_t row;
  };
  for (const bad& one : {
           bad{R"([{"id":1,"name":"a"},{"id":"x","name":"b"}])",
               error_code::wrong_kind, "/1/id", 1},
           bad{R"([{"id":1}])", error_code::missing_member, "/0/name", 0},
           bad{R"([{"id":1,"name":null}])", error_code::wrong_kind, "/0/name",
               0},
           bad{R"([{"id":-1,"name":"a"}])", error_code::out_of_range, "/0/id",
               0},
           bad{R"([{"id":1.0,"name":"a"}])", error_code::wrong_kind, "/0/id",
               0},
           bad{R"([{"id":1,"name":"a","total":"x"}])", error_code::wrong_kind,
               "/0/total", 0},
           bad{R"([1])", error_code::wrong_kind, "/0", 0},
           bad{R"({"a":1})", error_code::wrong_kind, "", 0},
       }) {
    std::string place;
    const auto made = read<std::vector<shop::flat>>(one.json, &place);
    ASSERT_FALSE(made) << one.json;
    EXPECT_EQ(made.error().code, one.code) << one.json;
    EXPECT_EQ(place, one.place) << one.json;
    EXPECT_EQ(made.error().offset, one.row) << one.json;
  }
  std::string place;
  EXPECT_EQ(
      read<shop::order>(
          R"({"id":1,"lines":[],"counts":{"a/b":256},"flags":[]})", &place)
          .error()
          .code,
      error_code::out_of_range);
  EXPECT_EQ(place, "/counts/a~1b");
}

TEST(describe, passes_over_members_that_a_struct_does_not_have) {
  const auto made = read<shop::flat>(R"({"more":[],"name":"a","id":7})");
  ASSERT_TRUE(made);
  EXPECT_EQ(made->id, 7U);
  EXPECT_EQ(made->name, "a");
  EXPECT_FALSE(made->total);
}

TEST(describe, holds_the_limit_of_depth) {
  shop::node deep;
  for (int i = 0; i < 2000; ++i) {
    shop::node outer;
    outer.children.push_back(std::move(deep));
    deep = std::move(outer);
  }
  EXPECT_EQ(adapt::to_document(deep).error().code, error_code::depth_limit);
}

TEST(row_writer, writes_structs_one_by_one) {
  std::string text;
  pith::string_sink out(text);
  adapt::row_writer<shop::flat> rows(out, "orders");
  EXPECT_TRUE(rows.row({1, "Ada", 9.5}));
  EXPECT_TRUE(rows.rows(std::vector<shop::flat>{{2, "Bo", {}}}));
  const pith::error bad =
      rows.row({3, "x", std::numeric_limits<double>::infinity()}).error();
  EXPECT_EQ(bad.code, error_code::not_finite);
  const auto at = pith::gcf::cell_place(bad, rows.columns);
  EXPECT_EQ(at.row, 2U);
  EXPECT_EQ(at.cell, 2U);
  EXPECT_EQ(rows.row_count(), 2U);
  EXPECT_TRUE(rows.finish());
  EXPECT_EQ(text,
            "GCF profile=generic\n## orders [?]{id,name,total}\n1|Ada|9.5\n"
            "2|Bo|-\n##! summary counts=2\n");
}

}  // namespace
