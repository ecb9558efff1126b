// SPDX-License-Identifier: MIT
#include <pith/json.hpp>

#include "interchange/interchange.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::option_value;

/// What a text becomes; "code@offset" when it is refused.
std::string read(std::string_view text, std::vector<option_value> options,
                 const pith::limits& bounds = {}) {
  const pith::codec c = pith::interchange::yaml_codec();
  const auto doc = c.decode(text, {.options = options, .bounds = bounds});
  if (!doc) {
    return std::string(name(doc.error().code)) + '@' +
           std::to_string(doc.error().offset);
  }
  return *pith::json::write(doc->root());
}

const std::vector<option_value> array = {{"documents", "array"}};
const std::vector<option_value> first = {{"documents", "first"}};
const std::vector<option_value> merge = {{"merge-keys", "true"}};
const std::vector<option_value> drop = {{"tags", "drop"}};
const std::vector<option_value> keep = {{"tags", "keep"}};

TEST(yaml_documents, are_an_array_or_the_first) {
  EXPECT_EQ(read("a: 1\n---\nb: 2\n", {}), "not_supported@5");
  EXPECT_EQ(read("a: 1\n---\nb: 2\n", array), R"([{"a":1},{"b":2}])");
  EXPECT_EQ(read("---\na: 1\n---\n---\n- 2\n...\n", array),
            R"([{"a":1},null,[2]])");
  EXPECT_EQ(read("1", array), "[1]");
  EXPECT_EQ(read("", array), "[]");
  EXPECT_EQ(read("a: 1\n---\nb: 2\n", first), R"({"a":1})");
  EXPECT_EQ(read("a: 1\n---\n{", first), R"({"a":1})");
  EXPECT_EQ(read("", first), "null");
}

TEST(yaml_documents, have_their_own_anchors) {
  EXPECT_EQ(read("&a 1\n---\n*a\n", array), "unresolved_reference@9");
  EXPECT_EQ(read("[&a 1, *a]\n---\n[&a 2, *a]\n", array), "[[1,1],[2,2]]");
  std::vector<option_value> both = merge;
  both.emplace_back("documents", "array");
  EXPECT_EQ(read("&a 1\n---\n*a\n", both), "unresolved_reference@9");
  EXPECT_EQ(read("a: &a {x: 1}\nb: {<<: *a}\n---\n1\n", both),
            R"([{"a":{"x":1},"b":{"x":1}},1])");
}

TEST(yaml_merge, takes_members_that_are_not_there) {
  EXPECT_EQ(read("a: &a {x: 1, y: 2}\nb:\n  y: 3\n  <<: *a\n  z: 4\n", merge),
            R"({"a":{"x":1,"y":2},"b":{"y":3,"x":1,"z":4}})");
  EXPECT_EQ(read("<<: {x: 1}\ny: 2", merge), R"({"x":1,"y":2})");
  EXPECT_EQ(read("a: &a {x: 1}\nb: &b {x: 2, y: 2}\nc: {<<: [*a, *b]}\n"
                 "d: {<<: [*b, *a]}",
                 merge),
            R"({"a":{"x":1},"b":{"x":2,"y":2},"c":{"x":1,"y":2},)"
            R"("d":{"x":2,"y":2}})");
  EXPECT_EQ(read("c: {<<: []}", merge), R"({"c":{}})");
  // In quotes it is a key like any other.
  EXPECT_EQ(read("\"<<\": 1", merge), R"({"<<":1})");
  EXPECT_EQ(read("!!merge <<: {x: 1}", merge), R"({"x":1})");
}

TEST(yaml_merge, of_what_has_merges_itself) {
  EXPECT_EQ(read("a: &a {x: 1}\nb: &b {<<: *a, y: 2}\nc: {<<: *b, x: 3}\n"
                 "d: *b\n",
                 merge),
            R"({"a":{"x":1},"b":{"x":1,"y":2},"c":{"y":2,"x":3},)"
            R"("d":{"x":1,"y":2}})");
  // An anchor inside a map that has merges keeps its place.
  EXPECT_EQ(read("a: &a {x: 1}\nb:\n  <<: *a\n  c: &c {y: 2}\nd: *c\n", merge),
            R"({"a":{"x":1},"b":{"x":1,"c":{"y":2}},"d":{"y":2}})");
}

TEST(yaml_merge, leaves_all_else_as_it_is) {
  for (const std::string_view text :
       {"- &a [1, {b: *a2}]\n", "[&a 1, *a, {*a : 2}]", "[&k x: 1, *k]",
        "a: &a\nb: *a", "", "~", "{a: 1, a: 2}", "&a [*a]", "[*b]", "{[1]: 2}",
        "[&a [1], {*a : 2}]", "a: [1, {b: {c: []}}]"}) {
    EXPECT_EQ(read(text, merge), read(text, {})) << text;
  }
}

TEST(yaml_merge, of_something_else_is_refused) {
  EXPECT_EQ(read("<<: 1", merge), "misplaced_value@4");
  EXPECT_EQ(read("<<: ~", merge), "misplaced_value@4");
  EXPECT_EQ(read("<<: [[{x: 1}]]", merge), "misplaced_value@4");
  EXPECT_EQ(read("a: &a 1\n<<: *a", merge), "misplaced_value@12");
  EXPECT_EQ(read("a: &a {<<: *a}", merge), "not_supported@11");
  EXPECT_EQ(read("a: &a {x: 1}\nb: {<<: *a, <<: *a}", merge),
            "duplicate_key@25");
  EXPECT_EQ(read("<<: {x: 1}\ny: 1\ny: 2", merge), "duplicate_key@16");
  EXPECT_EQ(read("<<: *a", {}), "not_supported@0");
}

TEST(yaml_merge, is_bounded) {
  // Each level merges two maps of twice the members, which are all the same.
  std::string bomb = "a0: &a0 {x: [1, 2, 3, 4, 5, 6, 7, 8]}\n";
  for (int i = 1; i < 40; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) +
            " {p: " + before + ", q: " + before + ", <<: [" + before + ", " +
            before + "]}\n";
  }
  EXPECT_EQ(read(bomb, merge).substr(0, 15), "expansion_limit");
  // Many maps that each merge one with many members.
  std::string wide = "a: &a {";
  for (int i = 0; i < 2000; ++i) wide += "k" + std::to_string(i) + ": 1, ";
  wide += "}\nb:\n";
  for (int i = 0; i < 20000; ++i) wide += "- {<<: [*a, *a, *a, *a]}\n";
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(read(wide, merge).substr(0, 15), "expansion_limit");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  const std::string deep(1000, '[');
  EXPECT_EQ(read(deep + std::string(1000, ']'), merge).substr(0, 11),
            "depth_limit");
  EXPECT_EQ(read("[[1]]", merge, {.max_depth = 2}), "[[1]]");
  EXPECT_EQ(read("[[[1]]]", merge, {.max_depth = 2}), "depth_limit@2");
}

TEST(yaml_tags, are_dropped) {
  EXPECT_EQ(read("a: !Ref b", {}), "not_supported@3");
  EXPECT_EQ(read("a: !Ref b\nc: !Sub [1, !x {y: 2}]\nd: !x 1\ne: !x '1'", drop),
            R"({"a":"b","c":[1,{"y":2}],"d":1,"e":"1"})");
  EXPECT_EQ(read("a: !!binary 1234\n!x k: 1", drop), R"({"a":"1234","k":1})");
  EXPECT_EQ(read("!!int x", drop), "invalid_literal@0");
}

TEST(yaml_tags, are_kept) {
  EXPECT_EQ(read("a: !Ref b\nc: !Sub [1, !x {y: 2}]\nd: !x 1", keep),
            R"({"a":{"!Ref":"b"},"c":{"!Sub":[1,{"!x":{"y":2}}]},)"
            R"("d":{"!x":1}})");
  EXPECT_EQ(read("!!binary aGk=", keep), R"({"!!binary":"aGk="})");
  EXPECT_EQ(read("!!str 1", keep), R"("1")");
  EXPECT_EQ(read("[&a !x 1, *a, &b !y {z: 1}, *b]", keep),
            R"([{"!x":1},{"!x":1},{"!y":{"z":1}},{"!y":{"z":1}}])");
  EXPECT_EQ(read("!x k: 1", keep), "not_supported@0");
  std::vector<option_value> both = merge;
  both.emplace_back("tags", "keep");
  EXPECT_EQ(read("[&a !x 1, *a, {<<: {k: !y z}}]", both),
            R"([{"!x":1},{"!x":1},{"k":{"!y":"z"}}])");
}

TEST(yaml_big_integers, are_text_or_doubles) {
  const std::vector<option_value> strings = {{"big-integers", "string"}};
  const std::vector<option_value> floats = {{"big-integers", "float"}};
  const std::string_view text = "[18446744073709551615, -9223372036854775809]";
  EXPECT_EQ(read(text, {}), "out_of_range@1");
  EXPECT_EQ(read(text, strings),
            R"(["18446744073709551615","-9223372036854775809"])");
  EXPECT_EQ(read(text, floats), read("[18446744073709551615.0, "
                                     "-9223372036854775809.0]",
                                     {}));
  EXPECT_EQ(read("0xFFFFFFFFFFFFFFFF", strings), "\"0xFFFFFFFFFFFFFFFF\"");
  EXPECT_EQ(read("0xFFFFFFFFFFFFFFFF", floats), "out_of_range@0");
  EXPECT_EQ(read("1e400", strings), "out_of_range@0");
  EXPECT_EQ(read(std::string(400, '9'), floats), "out_of_range@0");
  EXPECT_EQ(read("18446744073709551615: 1", floats),
            R"({"18446744073709551615":1})");
}

}  // namespace
