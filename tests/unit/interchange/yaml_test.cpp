// SPDX-License-Identifier: MIT
#include "root_of.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace {

using pith_tests::read_as_json;
using pith_tests::there_and_back;
using pith_tests::write_json_as;
using cases = std::vector<std::pair<std::string, std::string>>;

std::string read(std::string_view text) { return read_as_json("yaml", text); }
std::string write(std::string_view json) { return write_json_as("yaml", json); }

void expect_reads(const cases& all) {
  for (const auto& [text, outcome] : all) {
    EXPECT_EQ(read(text), outcome) << text;
  }
}

TEST(yaml_reader, resolves_scalars_by_the_core_schema) {
  expect_reads({{"", "null"},
                {"# nothing\n", "null"},
                {"---\n", "null"},
                {"~", "null"},
                {"null", "null"},
                {"Null", "null"},
                {"NULL", "null"},
                {"nUll", R"("nUll")"},
                {"true", "true"},
                {"FALSE", "false"},
                {"yes", R"("yes")"},
                {"off", R"("off")"},
                {"0", "0"},
                {"-12", "-12"},
                {"+12", "12"},
                {"007", "7"},
                {"0o17", "15"},
                {"0x1f", "31"},
                {"-0x1f", R"("-0x1f")"},
                {"0b1", R"("0b1")"},
                {"1_000", R"("1_000")"},
                {"9223372036854775807", "9223372036854775807"},
                {"-9223372036854775808", "-9223372036854775808"},
                {"1.5", "1.5"},
                {".5", "0.5"},
                {"-.5", "-0.5"},
                {"+005.50", "5.5"},
                {"5.", "5"},
                {"1e3", "1000"},
                {"1.e3", "1000"},
                {"1e-400", "0"},
                {".", R"(".")"},
                {"1e", R"("1e")"},
                {"1.5.2", R"("1.5.2")"},
                {"2001-12-14", R"("2001-12-14")"},
                {"12:30:45", R"("12:30:45")"},
                {"\"1\"", R"("1")"},
                {"'true'", R"("true")"},
                {"|\n 1\n", R"("1\n")"},
                {">\n a\n b\n", R"("a b\n")"}});
}

TEST(yaml_reader, keeps_integers_apart_from_reals) {
  const pith::codec* const yaml = pith::interchange::all_codecs().find("yaml");
  EXPECT_EQ(pith_tests::root_of(yaml->decode("1")).type(), pith::kind::integer);
  EXPECT_EQ(pith_tests::root_of(yaml->decode("1.0")).type(), pith::kind::real);
  EXPECT_EQ(pith_tests::root_of(yaml->decode("1e0")).type(), pith::kind::real);
}

TEST(yaml_reader, reads_maps_and_lists) {
  expect_reads({{"a: 1\nb:\n- x\n- y: [1, {z: ~}]\nc: {}\n",
                 R"({"a":1,"b":["x",{"y":[1,{"z":null}]}],"c":{}})"},
                {"a: 1\r\nb: 2\r\n", R"({"a":1,"b":2})"},
                {"\xEF\xBB\xBF"
                 "a: 1\n",
                 R"({"a":1})"},
                {"%YAML 1.2\n---\na: 1\n...\n", R"({"a":1})"},
                {"{1: a, true: b, ~: c, \"x\": d, ? : e}",
                 R"({"1":"a","true":"b","~":"c","x":"d","":"e"})"},
                {"? a\n: 1\n", R"({"a":1})"},
                {"{\"<<\": 1}", R"({"<<":1})"},
                {"<<", R"("<<")"}});
}

TEST(yaml_reader, obeys_standard_tags) {
  expect_reads({{"!!str 1", R"("1")"},
                {"!!int \"2\"", "2"},
                {"!!float 3", "3"},
                {"!!bool 'true'", "true"},
                {"!!null ''", "null"},
                {"! 1", R"("1")"},
                {"!!seq [1]", "[1]"},
                {"!!map {a: 1}", R"({"a":1})"},
                {"{!!str 1: 2}", R"({"1":2})"},
                {"!!int x", "invalid_literal@0"},
                {"!!bool 1", "invalid_literal@0"},
                {"!!null x", "invalid_literal@0"},
                {"[!!float .inf]", "not_finite@1"},
                {"!!binary aGk=", "not_supported@0"},
                {"!!set {a}", "not_supported@0"},
                {"a: !mine 1", "not_supported@3"},
                {"{!mine a: 1}", "not_supported@1"}});
}

TEST(yaml_reader, expands_aliases) {
  expect_reads(
      {{"a: &x {b: [1, 2]}\nc: *x\n", R"({"a":{"b":[1,2]},"c":{"b":[1,2]}})"},
       {"[&a 1, *a, &a 2, *a]", "[1,1,2,2]"},
       {"[&a [&b x], *a, *b]", R"([["x"],["x"],"x"])"},
       {"[&a k, {*a : 1}]", R"(["k",{"k":1}])"},
       {"[{&a 1: 2}, *a]", R"([{"1":2},"1"])"},
       {"[*a]", "unresolved_reference@1"},
       {"&a [*a]", "not_supported@4"},
       {"[&a [], {*a : 1}]", "not_supported@9"}});
  pith::limits bounds;
  bounds.max_expansion = 1;
  std::string many = "[&a xxxxxxxxxxxxxxxx";
  for (int i = 0; i < 400; ++i) many += ",*a";
  EXPECT_EQ(read_as_json("yaml", many + "]", {}, bounds),
            "expansion_limit@" + std::to_string(20 + 3 * 341 + 1));
}

TEST(yaml_reader, says_where_a_text_is_wrong) {
  expect_reads({{"{a: 1, a: 2}", "duplicate_key@7"},
                {"{1: x, \"1\": y}", "duplicate_key@7"},
                {"a: {<<: {b: 1}}", "not_supported@4"},
                {"{!!merge x: 1}", "not_supported@1"},
                {"{[x]: 1}", "not_supported@1"},
                {"{{x: 1}: 1}", "not_supported@1"},
                {"--- 1\n--- 2\n", "not_supported@6"},
                {"\xC3\xA9: .nan", "not_finite@4"},
                {"[-.Inf]", "not_finite@1"},
                {"a: 9223372036854775808", "out_of_range@3"},
                {"0xffffffffffffffff", "out_of_range@0"},
                {"1e400", "out_of_range@0"},
                {"a: \xFF", "invalid_utf8@3"},
                {"\xFF\xFE"
                 "a",
                 "invalid_utf8@0"},
                {"\xEF\xBB\xBF"
                 "a: .nan",
                 "not_finite@6"},
                {"a: \x01", "control_character@3"},
                {"[1, 2", "unexpected_end@5"},
                {"[1, 2\n", "unexpected_end@6"},
                {"a: \"x", "unexpected_end@5"},
                {"a: ]", "unexpected_character@3"},
                {"\xC3\xA9: @", "unexpected_character@4"},
                {"%YAML 2.0\n--- 1\n", "unexpected_character@0"}});
}

TEST(yaml_reader, keeps_limits) {
  pith::limits bounds;
  bounds.max_depth = 2;
  EXPECT_EQ(read_as_json("yaml", "[[1]]", {}, bounds), "[[1]]");
  EXPECT_EQ(read_as_json("yaml", "[[[1]]]", {}, bounds), "depth_limit@2");
  bounds = {};
  bounds.max_items = 1;
  EXPECT_EQ(read_as_json("yaml", "[1, 2]", {}, bounds), "item_limit@4");
  bounds = {};
  bounds.max_bytes = 1;
  EXPECT_EQ(read_as_json("yaml", "12", {}, bounds), "size_limit@1");
}

TEST(yaml_writer, writes_block_style) {
  EXPECT_EQ(write(R"({"a":1,"b":[1,[2,3],{"c":true,"d":[]}],"e":{"f":{}}})"),
            "a: 1\n"
            "b:\n"
            "  - 1\n"
            "  - - 2\n"
            "    - 3\n"
            "  - c: true\n"
            "    d: []\n"
            "e:\n"
            "  f: {}\n");
  EXPECT_EQ(write("[]"), "[]\n");
  EXPECT_EQ(write("{}"), "{}\n");
  EXPECT_EQ(write("null"), "null\n");
  EXPECT_EQ(write("[1.0,1e300,-0.5]"), "- 1.0\n- 1.0e+300\n- -0.5\n");
}

TEST(yaml_writer, quotes_what_could_be_something_else) {
  for (const auto& [json, text] :
       cases{{R"("plain text")", "plain text"},
             {R"("it's (a) b/c-d_e.f, g")", "it's (a) b/c-d_e.f, g"},
             {R"("")", R"("")"},
             {R"("1")", R"("1")"},
             {R"("true")", R"("true")"},
             {R"("null")", R"("null")"},
             {R"("No")", R"("No")"},
             {R"("y")", R"("y")"},
             {R"("x ")", R"("x ")"},
             {R"("a: b")", R"("a: b")"},
             {R"("a #b")", R"("a #b")"},
             {R"("- a")", R"("- a")"},
             {R"("---")", R"("---")"},
             {R"("a\nb\t\"\\")", R"("a\nb\t\"\\")"},
             {"\"\xC3\xA9\"", "\"\xC3\xA9\""},
             {R"("\u0000\u007f\u0085\u2028\ufeff\uffff")",
              R"("\u0000\u007F\u0085\u2028\uFEFF\uFFFF")"}}) {
    EXPECT_EQ(write(json), text + "\n") << json;
    EXPECT_EQ(read(text),
              *pith::json::write(pith_tests::root_of(pith::json::parse(json))));
  }
}

TEST(yaml, brings_long_keys_back) {
  const std::string json =
      "[{\"" + std::string(3000, 'k') + "\":{\"a\":[1]},\"b\":2}]";
  EXPECT_EQ(there_and_back("yaml", json), json);
}

TEST(yaml, is_recognized_by_its_marks) {
  const pith::registry& all = pith::interchange::all_codecs();
  for (const char* const text : {"---\na: 1\n", "%YAML 1.2\n---\n1\n"}) {
    const pith::codec* const found = all.detect(text);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->name, "yaml");
  }
  EXPECT_EQ(all.find("yaml")->recognize("a: 1\n"), pith::likeness::no);
}

}  // namespace
