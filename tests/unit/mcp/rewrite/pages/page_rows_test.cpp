// SPDX-License-Identifier: MIT
#include "mcp/rewrite/pages/page_rows.hpp"

#include "page_reader.hpp"
#include "random_document.hpp"

namespace {

using namespace mcp_test;

std::string slice_of(std::string_view json, std::size_t first,
                     std::size_t count) {
  const auto doc = parsed(json);
  const auto rows = page_rows::of(doc.root());
  EXPECT_TRUE(rows);
  if (!rows) return {};
  const auto part = rows->slice(first, count);
  EXPECT_TRUE(part);
  return *pith::json::write(part->root());
}

std::size_t size_of(std::string_view json) {
  const auto doc = parsed(json);
  const auto rows = page_rows::of(doc.root());
  return rows ? rows->size() : 0;
}

TEST(page_rows, are_the_elements_of_an_array) {
  EXPECT_EQ(size_of("[1,2,3]"), 3U);
  EXPECT_EQ(slice_of("[1,2,3]", 0, 2), "[1,2]");
  EXPECT_EQ(slice_of("[1,2,3]", 2, 1), "[3]");
}

TEST(page_rows, are_found_where_nearly_all_of_it_lies) {
  const std::string array = rows_json(30);
  const std::string json = R"({"ok":true,"data":{"n":30,"rows":)" + array +
                           R"(,"more":false},"z":1})";
  EXPECT_EQ(size_of(json), 30U);
  EXPECT_EQ(slice_of(json, 0, 0),
            R"({"ok":true,"data":{"n":30,"rows":[],"more":false},"z":1})");
  EXPECT_EQ(slice_of(json, 3, 1), R"({"data":{"rows":[{"id":3,"name":"name 3",)"
                                  R"("city":"Springfield","total":3.5}]}})");
}

TEST(page_rows, are_members_where_there_is_no_main_array) {
  const std::string json =
      R"({"entities":[{"a":1},{"a":2}],"n":5,"relations":[[1],[2],[3]],)"
      R"("none":[],"o":{"x":1}})";
  EXPECT_EQ(size_of(json), 8U);
  const auto doc = parsed(json);
  EXPECT_FALSE(page_rows::of(doc.root())->are_rows());
  EXPECT_EQ(slice_of(json, 0, 8), json);
  EXPECT_EQ(slice_of(json, 1, 3),
            R"({"entities":[{"a":2}],"n":5,"relations":[[1]]})");
  EXPECT_EQ(slice_of(json, 5, 3),
            R"({"relations":[[3]],"none":[],"o":{"x":1}})");
}

TEST(page_rows, are_none_in_scalars_and_empty_values) {
  for (const char* json : {"1", "\"x\"", "null", "[]", "{}"}) {
    EXPECT_EQ(size_of(json), 0U) << json;
  }
  EXPECT_EQ(size_of(R"({"a":[]})"), 1U);
}

TEST(page_rows, give_the_value_when_put_together) {
  pith_tests::random_documents documents;
  pith::document doc;
  std::size_t cut = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    ASSERT_TRUE(documents.draw_into(doc, seed));
    const auto rows = page_rows::of(doc.root());
    if (!rows) continue;
    std::vector<pith::document> parts;
    for (std::size_t at = 0, step = 1; at < rows->size(); ++step) {
      const std::size_t count = std::min(step, rows->size() - at);
      auto part = rows->slice(at, count);
      ASSERT_TRUE(part);
      parts.push_back(std::move(*part));
      at += count;
      ++cut;
    }
    ASSERT_EQ(leaves_of(parts), leaves_of({&doc, 1})) << seed;
  }
  EXPECT_GT(cut, 3000U);
}

}  // namespace
