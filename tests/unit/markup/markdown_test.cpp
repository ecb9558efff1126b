// SPDX-License-Identifier: MIT
// Graphs and rows as Markdown, and what names and cells cannot do to it.
#include <pith/json.hpp>
#include <pith/markup.hpp>

#include "markup/markdown_text.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <string_view>

namespace {

using pith::error_code;
using pith::graph::payload;
using pith::markup::line_break;

std::string plain(std::string_view text) {
  std::string out;
  pith::markup::append_plain(out, text, line_break::blank);
  return out;
}

std::string code(std::string_view text) {
  std::string out;
  pith::markup::append_code(out, text);
  return out;
}

TEST(markdown_text, plain) {
  EXPECT_EQ(plain("route_handler (a) #1 -x +y 3.4!"),
            "route_handler (a) #1 -x +y 3.4!");
  EXPECT_EQ(plain("_a_ b_ __c__"), "\\_a\\_ b\\_ \\__c_\\_");
  EXPECT_EQ(plain("*a* [b](c) <d> `e` ~f~ g|h \\"),
            "\\*a\\* \\[b](c) \\<d> \\`e\\` \\~f\\~ g\\|h \\\\");
  EXPECT_EQ(plain("a&b && &#39; &"), "a\\&b && \\&#39; &");
  EXPECT_EQ(plain("a\r\nb\nc\rd\te"), "a b c d e");
  EXPECT_EQ(plain("a\x01\x7f"), "a\xef\xbf\xbd\xef\xbf\xbd");
}

TEST(markdown_text, code) {
  EXPECT_EQ(code(""), "");
  EXPECT_EQ(code("a*b\\c"), "`a*b\\c`");
  EXPECT_EQ(code("a`b"), "``a`b``");
  EXPECT_EQ(code("a``b`c"), "```a``b`c```");
  EXPECT_EQ(code("`"), "`` ` ``");
  EXPECT_EQ(code("a`"), "`` a` ``");
  EXPECT_EQ(code(" a"), "`  a `");
  EXPECT_EQ(code("a\n\n# b"), "`a  # b`");
  EXPECT_EQ(code("\n"), "`   `");
  EXPECT_EQ(code("\x02"), "`\xef\xbf\xbd`");
}

TEST(markdown, has_this_shape) {
  payload graph;
  graph.tokens_used = 1847;
  graph.token_budget = 5000;
  graph.symbols = {
      {"pkg.G", "type", 0.31, "ast", 2, "never shown"},
      {"pkg.F", "function", 0.78, "lsp_resolved", 0, "func F()",
       pith::graph::score_components{0, 0.25, 0, 0}},
      {"pkg.E", "function", 0.7, "lsp_resolved", 0},
      {"pkg.H", "method", 0.52, "lsp_resolved", 1, "func (x *T) H()"},
  };
  graph.edges = {{"pkg.F", "pkg.G", "calls"},
                 {"pkg.H", "pkg.G", "imports", "added", "method", "type"}};
  EXPECT_EQ(pith::markup::markdown(graph).value_or("error"),
            R"(# Context (1847/5000 tokens)

## Target Symbols
- `pkg.F` (function, score: 0.78, confidence: 0.25)
  Signature: `func F()`
- `pkg.E` (function, score: 0.70)

## Related Symbols (distance: 1)
- `pkg.H` (method, score: 0.52)
  Signature: `func (x *T) H()`

## Extended Context (distance: 2+)
- `pkg.G` (type, score: 0.31)

## Edges
- `pkg.F` calls `pkg.G`
- `pkg.H` (method) imports `pkg.G` (type), added

)");
  EXPECT_EQ(pith::markup::markdown({}).value_or("error"),
            "# Context (0/0 tokens)\n\n");
}

TEST(markdown, names_cannot_begin_lines) {
  payload graph;
  graph.symbols = {{"a`\n\n# b", "k\n- x", 0, "p", 0, "s\r\n```\ncode"}};
  graph.edges = {{"a\nb", "c", "t\n\n## d", "s\nt", "k\n1. x"}};
  EXPECT_EQ(pith::markup::markdown(graph).value_or("error"),
            "# Context (0/0 tokens)\n\n"
            "## Target Symbols\n"
            "- ``a`  # b`` (k - x, score: 0.00)\n"
            "  Signature: ````s  ``` code````\n\n"
            "## Edges\n"
            "- `a b` (k 1. x) t  ## d `c`, s t\n\n");
}

TEST(markdown, refuses_what_is_no_text_or_number) {
  payload graph;
  graph.symbols = {{"\xff", "k", 0, "p", 0}};
  EXPECT_EQ(pith::markup::markdown(graph).error().code,
            error_code::invalid_utf8);
  graph.symbols[0] = {"a", "k", std::numeric_limits<double>::infinity(), "p"};
  EXPECT_EQ(pith::markup::markdown(graph).error().code, error_code::not_finite);
}

pith::result<std::string> table(
    std::string_view json, const pith::markup::table_options& options = {}) {
  const auto doc = pith::json::parse(json);
  EXPECT_TRUE(doc) << json;
  return pith::markup::markdown_table(doc->root(), options);
}

TEST(markdown_table, columns_are_all_keys_in_order) {
  EXPECT_EQ(table(R"([{"id":1,"name":"ada"},{"x":true,"id":2.5},{},)"
                  R"({"name":null,"x":""}])")
                .value_or("error"),
            "| id | name | x |\n"
            "| --- | --- | --- |\n"
            "| 1 | ada | |\n"
            "| 2.5 | | true |\n"
            "| | | |\n"
            "| | null |  |\n");
}

TEST(markdown_table, cells_stay_cells) {
  EXPECT_EQ(table(R"([{"a|b":"c|d\\","*k*":"x\ny\r\nz\t`e` <br> a\\|b"}])")
                .value_or("error"),
            "| a\\|b | \\*k\\* |\n"
            "| --- | --- |\n"
            "| c\\|d\\\\ | x<br>y<br>z \\`e\\` \\<br> a\\\\\\|b |\n");
}

TEST(markdown_table, nested_values_are_json_in_code) {
  EXPECT_EQ(table(R"([{"v":["a|b","c`d",{"e":"\n\\|"}]},{"v":{}},{"v":[]}])")
                .value_or("error"),
            "| v |\n"
            "| --- |\n"
            "| `[\"a\\u007cb\",\"c\\u0060d\",{\"e\":\"\\n\\\\\\u007c\"}]` |\n"
            "| `{}` |\n"
            "| `[]` |\n");
}

TEST(markdown_table, of_nothing) {
  EXPECT_EQ(table("[]").value_or("error"), "");
  EXPECT_EQ(table("[{},{}]").value_or("error"), "");
}

TEST(markdown_table, wants_rows) {
  for (const char* json : {"1", "{}", "[1]", R"([{"a":1},[]])"}) {
    const auto text = table(json);
    ASSERT_FALSE(text) << json;
    EXPECT_EQ(text.error().code, error_code::invalid_payload);
  }
}

TEST(markdown_table, rows_with_a_key_of_their_own_are_bounded) {
  std::string json = "[";
  for (int i = 0; i < 3000; ++i) {
    json +=
        (i == 0 ? "" : ",") + std::string("{\"k") + std::to_string(i) + "\":1}";
  }
  const auto text = table(json + "]");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, error_code::expansion_limit);
  // With cells that hold something, only writing them shows it.
  pith::markup::table_options options;
  options.bounds.max_expansion = 1;
  EXPECT_FALSE(
      table("[{\"a\":\"" + std::string(20'000, '|') + "\"}]", options));
  options.bounds.max_expansion = 10'000;
  EXPECT_TRUE(table(json + "]", options));
}

}  // namespace
