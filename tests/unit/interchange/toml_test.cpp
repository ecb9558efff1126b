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

std::string read(std::string_view text) { return read_as_json("toml", text); }
std::string write(std::string_view json) { return write_json_as("toml", json); }

void expect_reads(const cases& all) {
  for (const auto& [text, outcome] : all) {
    EXPECT_EQ(read(text), outcome) << text;
  }
}

/// What `a = <text>` gives.
void expect_values(const cases& all) {
  for (const auto& [text, json] : all) {
    EXPECT_EQ(read("a = " + text), R"({"a":)" + json + "}") << text;
  }
}

TEST(toml_reader, reads_scalars) {
  expect_values({{"true", "true"},
                 {"false", "false"},
                 {"0", "0"},
                 {"+99", "99"},
                 {"-17", "-17"},
                 {"-0", "0"},
                 {"1_000", "1000"},
                 {"0xDEAD_beef", "3735928559"},
                 {"0o755", "493"},
                 {"0b1101", "13"},
                 {"9223372036854775807", "9223372036854775807"},
                 {"-9223372036854775808", "-9223372036854775808"},
                 {"+1.0", "1"},
                 {"3.1415", "3.1415"},
                 {"-0.01", "-0.01"},
                 {"5e+22", "5e+22"},
                 {"1e06", "1000000"},
                 {"-2E-2", "-0.02"},
                 {"224_617.445_991_228", "224617.445991228"},
                 {"1e-400", "0"}});
  const pith::codec* const toml = pith::interchange::all_codecs().find("toml");
  EXPECT_EQ(pith_tests::root_of(toml->decode("a = 1.0")).find("a")->type(),
            pith::kind::real);
}

TEST(toml_reader, makes_strings_of_dates_and_times) {
  expect_values(
      {{"1979-05-27T07:32:00Z", R"("1979-05-27T07:32:00Z")"},
       {"1979-05-27t00:32:00.999-07:00", R"("1979-05-27T00:32:00.999-07:00")"},
       {"1979-05-27 07:32:00z # c", R"("1979-05-27T07:32:00Z")"},
       {"1979-05-27T07:32:00", R"("1979-05-27T07:32:00")"},
       {"1979-05-27", R"("1979-05-27")"},
       {"1979-05-27 # c", R"("1979-05-27")"},
       {"2000-02-29", R"("2000-02-29")"},
       {"07:32:00", R"("07:32:00")"},
       {"[00:32:00.5]", R"(["00:32:00.5"])"}});
  expect_reads({{"a = 1979-13-01", "invalid_literal@4"},
                {"a = 1900-02-29", "invalid_literal@4"},
                {"a = 1979-05-27T25:00:00", "invalid_literal@4"},
                {"a = 1979-05-27 25:00:00", "invalid_literal@4"},
                {"a = 07:32", "invalid_literal@4"},
                {"a = 07:32:00.", "invalid_literal@4"},
                {"a = 1979-05-27T07:32:00+25:00", "invalid_literal@4"},
                {"a = 1979-5-27", "invalid_literal@4"}});
}

TEST(toml_reader, reads_strings) {
  expect_values({{R"("")", R"("")"},
                 {R"("\b\t\n\f\r\"\\\u00e9\U0001F600")",
                  "\"\\b\\t\\n\\f\\r\\\"\\\\\xC3\xA9\xF0\x9F\x98\x80\""},
                 {R"('C:\x "y"')", R"("C:\\x \"y\"")"},
                 {"\"\"\"\nRoses\r\nare\"\"\"", R"("Roses\nare")"},
                 {"\"\"\"a \\\n\n   b\"\"\"", R"("a b")"},
                 {"\"\"\"a \\  \r\n b\"\"\"", R"("a b")"},
                 {R"("""x"" "y""""")", R"("x\"\" \"y\"\"")"},
                 {"\"\"\"\"\"\"", R"("")"},
                 {"'''\n\\x''y'''", R"("\\x''y")"},
                 {"'''x'''''", R"("x''")"}});
  expect_reads({{R"(a = "x)", "unterminated_quote@4"},
                {"a = \"x\ny\"", "unterminated_quote@4"},
                {"a = \"\"\"x\"\"", "unterminated_quote@4"},
                {"a = '''x", "unterminated_quote@4"},
                {R"(a = "\x")", "invalid_escape@5"},
                {R"(a = "\u12")", "invalid_escape@5"},
                {R"(a = "\U00110000")", "invalid_escape@5"},
                {R"(a = "\uD800")", "invalid_surrogate@5"},
                {"a = \"\x01\"", "control_character@5"},
                {"a = '\x7F'", "control_character@5"},
                {"a = \"\"\"x\"\"\"\"\"\"", "trailing_characters@13"}});
}

TEST(toml_reader, refuses_what_is_no_number) {
  for (const char* const text :
       {"01", "+01", "1_", "_1", "1__0", "0x", "0xg", "+0x1", "1.", ".5", "1e",
        "1.e2", "1_e2", "0b2", "1-2"}) {
    const std::string outcome = read("a = " + std::string(text));
    EXPECT_TRUE(outcome == "invalid_number@4" || outcome == "invalid_literal@4")
        << text << ": " << outcome;
  }
  expect_reads({{"a = 9223372036854775808", "out_of_range@4"},
                {"a = 0xffffffffffffffff", "out_of_range@4"},
                {"a = 1e400", "out_of_range@4"},
                {"a = inf", "not_finite@4"},
                {"a = [-nan]", "not_finite@5"},
                {"a = yes", "invalid_literal@4"},
                {"a = ", "unexpected_end@4"},
                {"a = \n", "unexpected_character@4"}});
}

TEST(toml_reader, reads_keys_tables_and_arrays) {
  expect_reads(
      {{"", "{}"},
       {"# c\n\n", "{}"},
       {"\xEF\xBB\xBF"
        "a = 1",
        R"({"a":1})"},
       {"a = 1\r\nb = 2 # c\r\n", R"({"a":1,"b":2})"},
       {"1.2 = 3", R"({"1":{"2":3}})"},
       {"\"\" = 1", R"({"":1})"},
       {"a . \"b c\".'d' = 1\na.e = 2", R"({"a":{"b c":{"d":1},"e":2}})"},
       {"[x]\na=1\n[y.z]\nb=2\n[y]\nc=3",
        R"({"x":{"a":1},"y":{"z":{"b":2},"c":3}})"},
       {"[ a . b ]\nc=1", R"({"a":{"b":{"c":1}}})"},
       {"[[p]]\nn=1\n[[p]]\n[[p]]\nn=2\n[[p.q]]\nr=3\n[p.s]\nt=4",
        R"({"p":[{"n":1},{},{"n":2,"q":[{"r":3}],"s":{"t":4}}]})"},
       {"a = [1, [\"x\", {}], # c\n 2.5,\n]", R"({"a":[1,["x",{}],2.5]})"},
       {"a = {b = 1, c.d = [2], c.e = {}}",
        R"({"a":{"b":1,"c":{"d":[2],"e":{}}}})"},
       {"z = 1\na = 2\nm = 3", R"({"z":1,"a":2,"m":3})"}});
}

// The examples of the specification and of its test suite.
TEST(toml_reader, lets_nothing_be_defined_twice) {
  expect_reads(
      {{"a = 1\na = 2", "duplicate_key@6"},
       {"a = 1\n\"a\" = 2", "duplicate_key@6"},
       {"a = 1\na.b = 2", "duplicate_key@6"},
       {"a.b = 1\na = 2", "duplicate_key@8"},
       {"[a]\n[a]", "duplicate_key@5"},
       {"a = 1\n[a]", "duplicate_key@7"},
       {"a = 1\n[a.b]", "duplicate_key@7"},
       {"[a]\nb = 1\n[a.b]", "duplicate_key@13"},
       {"a.b = 1\n[a]", "duplicate_key@9"},
       {"[f]\na.c = 1\n[f.a]", "duplicate_key@15"},
       {"[f]\na.c = 1\n[f.a.t]\ns = 1", R"({"f":{"a":{"c":1,"t":{"s":1}}}})"},
       {"[a.b.c]\nz = 9\n[a]\nb.c.t = 1", "duplicate_key@20"},
       {"[a.b.c]\nz = 9\n[a]\nb.x = 1", R"({"a":{"b":{"c":{"z":9},"x":1}}})"},
       {"[a.b]\nc.d = 1\n[a]\nb.c.e = 1", "duplicate_key@18"},
       {"[a]\nb.c = 1\n[x]\n[a.b]", "duplicate_key@19"},
       {"a = {b = 1}\na.c = 2", "duplicate_key@12"},
       {"a = {b = 1}\n[a.c]", "duplicate_key@13"},
       {"a = {b = {c = 1}, b.d = 2}", "duplicate_key@18"},
       {"a = {b = 1, b = 2}", "duplicate_key@12"},
       {"a = [{}]\n[[a]]", "duplicate_key@11"},
       {"a = [{}]\n[a.b]", "duplicate_key@10"},
       {"[a]\n[[a]]", "duplicate_key@6"},
       {"[[a]]\n[a]", "duplicate_key@7"},
       {"[[a.b]]\n[a]\nb.y = 2", "duplicate_key@12"},
       {"[[a.b]]\n[[a]]", "duplicate_key@10"}});
}

TEST(toml_reader, says_where_a_text_is_wrong) {
  expect_reads({{"a", "unexpected_end@1"},
                {"a\n", "unexpected_character@1"},
                {"= 1", "unexpected_character@0"},
                {"a.. = 1", "unexpected_character@2"},
                {"a = 1 b = 2", "trailing_characters@6"},
                {"a = 1\rb = 2", "trailing_characters@5"},
                {"\xC3\xA9 = 1", "unexpected_character@0"},
                {"[a", "unexpected_end@2"},
                {"[a]]", "trailing_characters@3"},
                {"[[a]", "unexpected_character@3"},
                {"[[a] ]", "unexpected_character@3"},
                {"[]", "unexpected_character@1"},
                {"[a] b = 1", "trailing_characters@4"},
                {"a = [1 2]", "unexpected_character@7"},
                {"a = [,]", "unexpected_character@5"},
                {"a = [1", "unexpected_end@6"},
                {"a = {b = 1,}", "unexpected_character@11"},
                {"a = {b = 1\n}", "unexpected_character@10"},
                {"a = {b}", "unexpected_character@6"},
                {"\"\"\"a\"\"\" = 1", "unexpected_character@2"},
                {"# \x01", "control_character@2"},
                {"a = \"\xFF\"", "invalid_utf8@5"},
                {"\xEF\xBB\xBF"
                 "a = 01",
                 "invalid_number@7"}});
}

TEST(toml_reader, keeps_limits) {
  pith::limits bounds;
  bounds.max_depth = 2;
  EXPECT_EQ(read_as_json("toml", "a = [1]", {}, bounds), R"({"a":[1]})");
  EXPECT_EQ(read_as_json("toml", "a = [[]]", {}, bounds), "depth_limit@5");
  EXPECT_EQ(read_as_json("toml", "a.b.c = 1", {}, bounds), "depth_limit@2");
  EXPECT_EQ(read_as_json("toml", "[a.b]", {}, bounds), "depth_limit@3");
  EXPECT_EQ(read_as_json("toml", "[[a]]", {}, bounds), "depth_limit@2");
  bounds.max_depth = 0;
  EXPECT_EQ(read_as_json("toml", "", {}, bounds), "depth_limit@0");
  bounds = {};
  bounds.max_items = 1;
  EXPECT_EQ(read_as_json("toml", "a = [1, 2]", {}, bounds), "item_limit@8");
  EXPECT_EQ(read_as_json("toml", "a = 1\nb = 2", {}, bounds), "item_limit@6");
  bounds = {};
  bounds.max_bytes = 4;
  EXPECT_EQ(read_as_json("toml", "a = 1", {}, bounds), "size_limit@4");
}

TEST(toml_writer, puts_plain_members_first) {
  EXPECT_EQ(write(R"({"t":{"x":1,"u":{"y":[1,2.0,"z"]}},"n":null})"),
            "not_supported@0");
  EXPECT_EQ(write(R"({"t":{"x":1,"u":{"y":[1,2.0,"z"]}},"a b":true,
                      "l":[{"k":1},{"k":{"m":2}}],"e":{},"f":[],
                      "mixed":[1,{"a":{"b":"c"}}],"d":{"e":{"f":1}}})"),
            "\"a b\" = true\n"
            "e = {}\n"
            "f = []\n"
            "mixed = [1, {a = {b = \"c\"}}]\n"
            "\n[t]\nx = 1\n"
            "\n[t.u]\ny = [1, 2.0, \"z\"]\n"
            "\n[[l]]\nk = 1\n"
            "\n[[l]]\n"
            "\n[l.k]\nm = 2\n"
            "\n[d.e]\nf = 1\n");
  EXPECT_EQ(write("{}"), "");
  EXPECT_EQ(write(R"({"a":"x\n\"\\\u0000\u007f"})"),
            "a = \"x\\n\\\"\\\\\\u0000\\u007F\"\n");
}

TEST(toml_writer, refuses_what_toml_cannot_say) {
  EXPECT_EQ(write("[1]"), "misplaced_value@0");
  EXPECT_EQ(write("1"), "misplaced_value@0");
  EXPECT_EQ(write(R"({"a":[1,null]})"), "not_supported@0");
  EXPECT_EQ(write(R"({"a":[{"b":{"c":null}}]})"), "not_supported@0");
}

TEST(toml, comes_back_as_it_was) {
  for (const std::string json :
       {R"({"a":[{"b":[{"c":1},{}]},{"d":{"e":{"f":[]}}}]})",
        R"({"":{"":{"":1}},"x.y":{"z":"1979-05-27"}})",
        R"({"a":[[{"b":1}],[{}]]})"}) {
    EXPECT_EQ(there_and_back("toml", json), json);
  }
}

}  // namespace
