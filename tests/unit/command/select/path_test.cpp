// SPDX-License-Identifier: MIT
#include "select/path.hpp"

#include <pith/json.hpp>

#include <gtest/gtest.h>

#include <string>

namespace cli::select {
namespace {

pith::document doc_of(std::string_view json) {
  auto doc = pith::json::parse(json);
  EXPECT_TRUE(doc);
  return doc ? std::move(*doc) : pith::document{};
}

std::string at(std::string_view json, std::string_view path) {
  const auto read = read_path(path);
  if (!read.mistake.empty()) return "! " + read.mistake;
  const pith::document doc = doc_of(json);
  const lookup got = find(doc.root(), read.steps);
  if (!got.found) return "? " + why_missing(got, read.steps);
  return pith::json::write(*got.found).value_or("");
}

TEST(select_path, both_forms_lead_to_the_same) {
  const std::string_view json =
      R"({"a":{"b":[1,{"c d":2,"e.f":3,"\"":4,"":5}]},"0":6,"x-y":7,"\u00e9":8})";
  for (const std::string_view path : {".", ""})
    EXPECT_EQ(at(json, path)[0], '{');
  for (const std::string_view path : {".a.b[0]", "/a/b/0", ".a.b[-2]",
                                      ".\"a\".b.[0]", ".[\"a\"][\"b\"][0]"}) {
    EXPECT_EQ(at(json, path), "1") << path;
  }
  EXPECT_EQ(at(json, R"(.a.b[1]."c d")"), "2");
  EXPECT_EQ(at(json, R"(.a.b[1]["e.f"])"), "3");
  EXPECT_EQ(at(json, R"(.a.b[-1]."\"")"), "4");
  EXPECT_EQ(at(json, R"(.a.b[1]."")"), "5");
  EXPECT_EQ(at(json, "/a/b/1/"), "5");
  EXPECT_EQ(at(json, "/0"), "6");
  EXPECT_EQ(at(json, ".0"), "6");
  EXPECT_EQ(at(json, ".x-y"), "7");
  EXPECT_EQ(at(json, ".\xC3\xA9"), "8");
  EXPECT_EQ(at(R"({"a/b":{"m~n":1}})", "/a~1b/m~0n"), "1");
  EXPECT_EQ(at("[[1,2],[3]]", ".[1][0]"), "3");
}

TEST(select_path, agrees_with_pointer) {
  const pith::document doc = doc_of(R"({"a":[10,{"":{"~":1}}],"01":2,"-":3})");
  for (const std::string_view text :
       {"", "/a", "/a/0", "/a/1//~0", "/01", "/-", "/a/-", "/a/01", "/a/2",
        "/a/99999999999999999999", "/b"}) {
    const auto read = read_path(text);
    ASSERT_EQ(read.mistake, "") << text;
    const auto mine = find(doc.root(), read.steps).found;
    const auto theirs = doc.root().pointer(text);
    ASSERT_EQ(mine.has_value(), theirs.has_value()) << text;
    if (mine) {
      EXPECT_EQ(pith::json::write(*mine).value_or("1"),
                pith::json::write(*theirs).value_or("2"));
    }
  }
}

TEST(select_path, says_what_is_wrong_with_a_text) {
  EXPECT_EQ(at("{}", "rows"),
            "! a path begins with '.' (as .result.rows) or with '/' (a JSON "
            "Pointer, as /result/rows); did you mean '.rows'?");
  EXPECT_EQ(at("{}", "[0]").substr(0, 24), "! a path begins with '.'");
  EXPECT_TRUE(at("{}", "/a~2").starts_with("! in a JSON Pointer, ~0 stands"));
  EXPECT_TRUE(at("{}", "/~").starts_with("! in a JSON Pointer"));
  EXPECT_EQ(at("{}", ".a["),
            "! brackets hold the number of an element, as [0] or [-1], or a "
            "key in quotes, at character 4");
  EXPECT_EQ(at("{}", ".a[1"), "! a ']' is missing, at character 5");
  EXPECT_EQ(at("{}", ".\"a"),
            "! the closing quotation mark is missing, at character 2");
  EXPECT_EQ(at("{}", R"(."\q")"),
            "! this is not a string of JSON, at character 2");
  EXPECT_EQ(at("{}", ".a b"),
            "! a '.' or a '[' must stand here, at character 3");
  EXPECT_TRUE(at("{}", ".a..b").starts_with("! a key must follow the '.'"));
  EXPECT_TRUE(at("{}", ".a.").ends_with("at character 4"));
  EXPECT_EQ(at("{}", "." + std::string(max_path_bytes, 'a')),
            "! the path is too long");
}

TEST(select_path, says_what_is_there_instead) {
  const std::string_view json =
      R"({"result":{"page":1,"rows":[1,2,3],"none":[],"nothing":{}}})";
  EXPECT_EQ(at(json, ".result.row"),
            "? '.result' has page, rows, none and nothing, but no 'row'; did "
            "you mean 'rows'?");
  EXPECT_EQ(
      at(json, ".resul"),
      "? the document has result, but no 'resul'; did you mean 'result'?");
  EXPECT_EQ(at(json, ".result.rows[3]"),
            "? '.result.rows' has 3 elements, so there is no [3]; the last one "
            "is [2]");
  EXPECT_EQ(at(json, ".result.rows[-4]").substr(0, 20), "? '.result.rows' has");
  EXPECT_EQ(at(json, ".result.rows.id"),
            "? '.result.rows' is an array of 3 elements, which has no 'id'; "
            "name an element, as [0]");
  EXPECT_EQ(at(json, ".result[0]"),
            "? '.result' is an object, not an array; it has page, rows, none "
            "and nothing");
  EXPECT_EQ(at(json, ".result.page.x"),
            "? '.result.page' is a number, which has nothing inside it");
  EXPECT_EQ(at(json, ".result.none[0]"), "? '.result.none' is an empty array");
  EXPECT_EQ(at(json, ".result.nothing.a"),
            "? '.result.nothing' is an empty object");
}

TEST(select_path, names_only_some_keys) {
  std::string json = "{";
  for (int i = 0; i < 1000; ++i) {
    json += (i == 0 ? "\"" : ",\"") + std::string(100, 'k') +
            std::to_string(i) + "\":1";
  }
  json += "}";
  const std::string words = at(json, ".nothing");
  EXPECT_LT(words.size(), 500U);
  EXPECT_NE(words.find("and 992 others"), std::string::npos);
}

TEST(select_path, dotted_is_read_back) {
  for (const std::string_view text :
       {".", ".a", ".a.b[3].c", ".[0]", ".[-1].x", R"(."a b"."")", R"(."\"\\")",
        ".\"a.b\"[0]"}) {
    const auto read = read_path(text);
    ASSERT_EQ(read.mistake, "");
    EXPECT_EQ(dotted(read.steps), text);
  }
  EXPECT_EQ(dotted(read_path("/a/0/x y").steps), ".a.0.\"x y\"");
}

}  // namespace
}  // namespace cli::select
