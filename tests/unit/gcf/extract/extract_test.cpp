// SPDX-License-Identifier: MIT
// What a model writes: payloads in answers.
#include <pith/gcf.hpp>
#include <pith/gcf_extract.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

using pith::gcf::extract;
using pith::gcf::payload_format;

constexpr std::string_view wire =
    "GCF profile=generic\n"
    "## rows [2]{a,b}\n"
    "1|x\n"
    "2|y\n";

void expect_payload(std::string_view text, std::string_view payload,
                    payload_format format) {
  const auto found = extract(text);
  ASSERT_TRUE(found.has_value()) << text;
  EXPECT_EQ(found->payload, payload) << text;
  EXPECT_EQ(found->format, format) << text;
  EXPECT_EQ(found->offset,
            static_cast<std::size_t>(found->payload.data() - text.data()));
  EXPECT_EQ(text.substr(found->offset, payload.size()), payload);
}
void expect_gcf(std::string_view text, std::string_view payload = wire) {
  expect_payload(text, payload, payload_format::gcf);
}
void expect_json(std::string_view text, std::string_view payload) {
  expect_payload(text, payload, payload_format::json);
}
void expect_nothing(std::string_view text) {
  const auto found = extract(text);
  EXPECT_FALSE(found.has_value()) << text << "\nfound: " << found->payload;
}

std::string around(std::string_view before, std::string_view after) {
  return std::string(before) + std::string(wire) + std::string(after);
}

TEST(extract, takes_a_bare_payload_as_it_is) {
  expect_gcf(wire);
  expect_gcf(around("\n\n  ", "\n\n"));
  expect_gcf(around("\xEF\xBB\xBF", ""));
  expect_json(R"({"a":1})", R"({"a":1})");
  expect_json("[{\"a\":1}]\n", R"([{"a":1}])");
}

TEST(extract, takes_a_fenced_block_whatever_its_label) {
  for (const std::string label :
       {"", "gcf", "GCF", "text", "csv", "json", " gcf title=x", "{.gcf}"}) {
    expect_gcf(around("Here it is:\n\n```" + label + "\n", "```\nBye.\n"));
    expect_gcf(around("~~~~" + label + "\n", "~~~~\n"));
  }
  expect_json("```\n{\"a\": 1}\n```", "{\"a\": 1}\n");
  expect_json("```yaml\n[1, 2]\n```", "[1, 2]\n");
  expect_json("```json\n42\n```", "42\n");
}

TEST(extract, a_labelled_block_without_a_header_is_still_the_answer) {
  expect_gcf("```gcf\n## rows [1]{a}\n1\n```", "## rows [1]{a}\n1\n");
}

TEST(extract, passes_over_blocks_of_something_else) {
  expect_gcf(around("```python\nprint(1)\n```\n```sh\nls\n```\n```\n", "```"));
  expect_nothing("```python\nprint(1)\n```\n");
  expect_nothing("```\n```\n```gcf\n\n```\n");
}

TEST(extract, knows_longer_fences_and_unclosed_ones) {
  expect_gcf("````\n" + std::string(wire) + "```\n````\n",
             std::string(wire) + "```\n");
  expect_gcf(around("```\n", "``\n~~~\n"), around("", "``\n~~~\n"));
  expect_gcf(around("```\n", ""));
  expect_gcf(around("Sure!\n```gcf\n\n\n", "\n\n"));
  expect_gcf("```\r\nGCF profile=generic\r\na=1\r\n```\r\n",
             "GCF profile=generic\r\na=1\r\n");
}

TEST(extract, takes_indentation_away) {
  const std::string text =
      "1. Like this:\n"
      "   ```gcf\n"
      "   GCF profile=generic\n"
      "   ## a\n"
      "     b=1\n"
      "   ```\n";
  const auto found = extract(text);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->indent, 3U);
  EXPECT_EQ(pith::gcf::unindented(*found),
            "GCF profile=generic\n## a\n  b=1\n");
  EXPECT_TRUE(pith::gcf::decode(pith::gcf::unindented(*found)).has_value());
}

TEST(extract, skips_reasoning) {
  const std::string draft = "```gcf\nGCF profile=generic\ndraft=1\n```\n";
  expect_gcf(around("<think>\n" + draft + "</think>\n", ""));
  expect_gcf(around("  <Thinking>" + draft + "</THINKING>Here:\n```\n", "```"));
  expect_gcf(around("<reasoning>a</reasoning><think>b</think>\n", ""));
  expect_gcf(around("Hm.\n" + draft + "</think>\n\n", ""));
  expect_json("<think>{\"a\":0}</thinking></think>{\"a\":1}", "{\"a\":1}");
}

TEST(extract, reasoning_that_never_ends_hides_all) {
  expect_nothing(around("<think>\n", ""));
  expect_nothing(around("<think></thinking>\n", "</reasoning>"));
  expect_nothing(around("", "</think>\n"));
  expect_nothing("<think>");
}

TEST(extract, a_tag_inside_a_payload_is_no_reasoning) {
  expect_json("{\"html\": \"</think> <think>\"}",
              "{\"html\": \"</think> <think>\"}");
  const std::string text = "GCF profile=generic\na=see </think> there\n";
  expect_gcf(text, text);
}

TEST(extract, finds_unfenced_lines_of_gcf) {
  expect_gcf(around("Here is the table:\n\n", "\nI hope that helps.\n"));
  expect_gcf(around("Here is the table:\n", ""));
  expect_gcf(around("Result:\n  ", "```\n"));
  const std::string summed = around("", "##! summary counts=2\n");
  expect_gcf("So:\n" + summed + "That is all.\n", summed);
}

TEST(extract, blank_lines_between_lines_of_gcf_lose_nothing) {
  const std::string text =
      "GCF profile=generic\n\na=1\n\n\n## t [1]{x,y}\n\n1|2\n\n@0 =1\n\nn[1]: "
      "1\n";
  expect_gcf(text + "\nAnd that is it.\n", text);
}

TEST(extract, a_payload_at_the_beginning_comes_before_fences_inside_it) {
  const std::string text =
      "GCF profile=generic\ncode=x\n```json\n{\"a\":1}\n```\n";
  const auto found = extract(text);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->format, payload_format::gcf);
  EXPECT_EQ(found->offset, 0U);
  expect_json("{\"md\": \"```\\n{}\\n```\"}", "{\"md\": \"```\\n{}\\n```\"}");
}

TEST(extract, finds_json_between_words) {
  expect_json("The answer is {\"a\": [1, 2]} as asked.", "{\"a\": [1, 2]}");
  expect_json("As [1] and (see [2]) say: {\"a\":1}.", "{\"a\":1}");
  expect_json("Use {placeholder} and [x]: [\"a\", \"b\"]", "[\"a\", \"b\"]");
  expect_json("It is [1, 2, 3].", "[1, 2, 3]");
  expect_json("An unclosed { x and {\"a\":\"}]\\\"\"} end",
              "{\"a\":\"}]\\\"\"}");
  expect_json("[see {\"a\":1}]", "{\"a\":1}");
  expect_json("x {\"a\": [1} {\"b\":2}", "{\"b\":2}");
  expect_json("`{\"a\":1}` is ```{\"b\":1}```", "{\"a\":1}");
  expect_json("x {\"a\":{\"b\":{\"c\":1}}} {\"d\":1}",
              "{\"a\":{\"b\":{\"c\":1}}}");
  expect_json("He said {\"k\": \"un\nfinished {\"a\":1}", "{\"a\":1}");
  expect_json("empty: {}", "{}");
}

TEST(extract, json_that_was_cut_off_is_left_to_the_parser) {
  expect_json("{\"a\": [1, 2", "{\"a\": [1, 2");
}

TEST(extract, finds_nothing_in_prose) {
  for (const std::string_view text :
       {"", " ", "\n", "I cannot do that.", "GCF is a format.", "{name}", "[x",
        "```", "``` \n", "<thin", "a < b && c > d", "{", "[", "\"", "}{", "][",
        "GCF\nprofile=generic"}) {
    expect_nothing(text);
  }
}

TEST(extract, is_linear_on_hostile_text) {
  // Each of these would take hours if anything were searched twice.
  const std::size_t n = 1'000'000;
  const auto repeat = [&](std::string_view unit) {
    std::string text = "x\n";
    while (text.size() < n) text += unit;
    return text;
  };
  for (const std::string_view unit :
       {"`",           "```\n",       "~~~~\n",
        "{",           "[",           "{\"",
        "[[ ",         "{\"a\":",     "\"",
        "\\",          "{\"\\",       "]",
        "{]",          "</",          "</think",
        "<think>",     "</think>\n ", "\n",
        " ",           "GCF profil",  "\n```gcf\n",
        "{\"a\":\"\n", "````\n```\n", "[1] ",
        "{} ",         "\n\n|",       "[           ",
        "\r\n"}) {
    const std::string text = repeat(unit);
    static_cast<void>(extract(text));
  }
  const std::string deep =
      "x " + std::string(n, '[') + "\"a\"" + std::string(n, ']') + " {\"b\":1}";
  const auto found = extract(deep);
  ASSERT_TRUE(found.has_value());
}

TEST(extract, references_and_brackets_of_prose_are_no_payload) {
  for (const char* words :
       {"I cannot do that. See the guide [1].", "See [1] and [2], [3][4].",
        "An empty [] is fine.", "[todo] later",
        "As [note 3] says, [figure 2, page 4].", "[n, m]", "[-] is off",
        "a [true] story"}) {
    expect_nothing(words);
  }
}

TEST(extract, short_json_with_lines_to_itself_is_a_payload) {
  expect_json("[1]", "[1]");
  expect_json("The list:\n[1]\n", "[1]");
  expect_json("The list:\n  `[true]`\nThat is all.", "[true]");
  expect_json("Nothing:\n{}\n", "{}");
  expect_json("See [1].\n[\n  7\n]\n", "[\n  7\n]");
  expect_json("It is [null, -1.5e3, false].", "[null, -1.5e3, false]");
}

}  // namespace
