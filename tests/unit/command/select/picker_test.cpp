// SPDX-License-Identifier: MIT
#include "select/picker.hpp"

#include <pith/json.hpp>

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

namespace cli::select {
namespace {

wanted asking(std::string_view where,
              std::initializer_list<std::string_view> lists) {
  wanted asked;
  asked.where = read_path(where).steps;
  if (lists.size() == 0) return asked;
  fields_reading read = read_fields(std::vector<std::string_view>(lists));
  EXPECT_EQ(read.mistake, "");
  asked.fields = std::move(read.fields);
  return asked;
}

std::string picked_of(std::string_view json, std::string_view where,
                      std::initializer_list<std::string_view> lists,
                      bool are_records = false) {
  const auto doc = pith::json::parse(json);
  EXPECT_TRUE(doc);
  const wanted asked = asking(where, lists);
  const picked got = pick(doc->root(), asked, are_records);
  if (!got.fault.empty()) return "! " + got.fault;
  return pith::json::write(got.root).value_or("");
}

std::string mistake(std::string_view list) {
  return read_fields(std::vector<std::string_view>{list}).mistake;
}

TEST(select_picker, a_path_alone_copies_nothing) {
  const auto doc = pith::json::parse(R"({"a":[1,2]})");
  ASSERT_TRUE(doc);
  const picked got = pick(doc->root(), asking(".a", {}), false);
  EXPECT_FALSE(got.is_made);
  EXPECT_EQ(pith::json::write(got.root).value_or(""), "[1,2]");
}

TEST(select_picker, keeps_the_order_that_was_asked_for) {
  const std::string_view rows =
      R"([{"a":1,"b":{"c":2,"d":[3]}},{"b":{"c":4},"a":5},{"b":null}])";
  EXPECT_EQ(picked_of(rows, "", {".b.c,a"}),
            R"([{"b.c":2,"a":1},{"b.c":4,"a":5},{}])");
  EXPECT_EQ(picked_of(rows, "", {"/b/d/0", "a"}),
            R"([{"b.d.0":3,"a":1},{"a":5},{}])");
  EXPECT_EQ(picked_of(rows, "", {" a , .b.d[0] "}),
            R"([{"a":1,"b.d[0]":3},{"a":5},{}])");
  EXPECT_EQ(picked_of(R"({"r":)" + std::string(rows) + "}", ".r", {"a"}),
            R"([{"a":1},{"a":5},{}])");
  EXPECT_EQ(picked_of(R"({"a":1,"b":2})", "", {"b"}), R"({"b":2})");
  EXPECT_EQ(picked_of("[]", "", {"b"}), "[]");
}

TEST(select_picker, a_plain_word_is_one_key) {
  EXPECT_EQ(picked_of(R"([{"a.b":1,"a":{"b":2}}])", "", {"a.b"}),
            R"([{"a.b":1}])");
  EXPECT_EQ(picked_of(R"([{"x\"y":1,"c,d":2}])", "", {R"(x"y,."c,d")"}),
            R"([{"x\"y":1,"c,d":2}])");
}

TEST(select_picker, goes_into_each_record) {
  EXPECT_EQ(picked_of(R"([{"a":1},{"a":[2]}])", ".a", {}, true), "[1,[2]]");
  EXPECT_EQ(picked_of(R"([{"a":{"b":1,"c":2}}])", ".a", {"c"}, true),
            R"([{"c":2}])");
  EXPECT_EQ(picked_of(R"([{"a":1},{"aa":2}])", ".a", {}, true),
            "! row 2: --path .a: the document has aa, but no 'a'");
}

TEST(select_picker, says_which_field_is_missing) {
  EXPECT_EQ(picked_of(R"([{"id":1,"name":2}])", "", {"id,nmae"}),
            "! --fields: no row has 'nmae'; the first row has id and name; did "
            "you mean 'name'?");
  EXPECT_EQ(picked_of(R"([{"u":{"name":2}}])", "", {".u.nam"}),
            "! --fields: no row has 'u.nam'; in the first row, '.u' has name, "
            "but no 'nam'; did you mean 'name'?");
  EXPECT_EQ(picked_of(R"([{"u":{"name":2}}])", "", {"u.name"}),
            "! --fields: no row has 'u.name'; a path begins with a dot: did "
            "you mean '.u.name'?");
  EXPECT_EQ(picked_of(R"({"page":1,"rows":[{"id":1}]})", "", {"id"}),
            "! --fields: there is no 'id'; the rows in 'rows' have it, so add "
            "--path .rows");
  EXPECT_EQ(picked_of(R"({"page":1})", "", {"pag"}),
            "! --fields: there is no 'pag'; the object has page; did you mean "
            "'page'?");
  EXPECT_EQ(picked_of("[{}]", "", {"a"}),
            "! --fields: no row has 'a'; the first row has no fields");
  EXPECT_EQ(picked_of(R"([{"a":1},7])", "", {"a"}),
            "! row 2: --fields: this is a number, not an object with fields");
  EXPECT_EQ(picked_of("true", "", {"a"}),
            "! --fields: this is a boolean, not an object with fields");
}

TEST(select_fields, says_what_is_wrong_with_a_list) {
  EXPECT_EQ(mistake("a,,b"), "a field is empty; write them as id,name");
  EXPECT_EQ(mistake(""), "a field is empty; write them as id,name");
  EXPECT_EQ(mistake("a,b,"), "a field is empty; write them as id,name");
  EXPECT_EQ(mistake("a,.a"), "'a' stands there twice");
  EXPECT_EQ(mistake("."),
            "'.' is the whole row; omit --fields to keep all of "
            "it");
  EXPECT_EQ(mistake(".a["),
            "'.a[': brackets hold the number of an element, as [0] or [-1], or "
            "a key in quotes, at character 4");
}

}  // namespace
}  // namespace cli::select
