// SPDX-License-Identifier: MIT
// Graphs as XML: the shape, and what names cannot do to it.
#include <pith/markup.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace {

using pith::error_code;
using pith::graph::payload;

payload small_graph() {
  payload graph;
  graph.tool = "context_for_task";
  graph.tokens_used = 1847;
  graph.token_budget = 5000;
  graph.symbols = {
      {"pkg.G", "type", 0.314, "ast", 2, "never shown"},
      {"pkg.F", "function", 0.785, "lsp_resolved", 0, "func F() <-chan int",
       pith::graph::score_components{0.1, 0.25, 0, 0}},
      {"pkg.H", "method", 0.5, "lsp_resolved", 1},
      {"pkg.I", "type", -0.001, "ast", 300},
  };
  graph.edges = {{"pkg.F", "pkg.G", "calls"},
                 {"pkg.H", "pkg.G", "imports", "added", "method", "type"}};
  return graph;
}

TEST(markup_xml, has_this_shape) {
  EXPECT_EQ(pith::markup::xml(small_graph()).value_or("error"),
            R"(<context tokens_used="1847" token_budget="5000">
  <target_symbols>
    <symbol name="pkg.F" kind="function" score="0.79" confidence="0.25" provenance="lsp_resolved" distance="0">
      <signature>func F() &lt;-chan int</signature>
    </symbol>
  </target_symbols>
  <related_symbols>
    <symbol name="pkg.H" kind="method" score="0.50" provenance="lsp_resolved" distance="1">
    </symbol>
  </related_symbols>
  <extended_context>
    <symbol name="pkg.G" kind="type" score="0.31" distance="2">
    </symbol>
    <symbol name="pkg.I" kind="type" score="0.00" distance="300">
    </symbol>
  </extended_context>
  <edges>
    <edge source="pkg.F" target="pkg.G" type="calls"/>
    <edge source="pkg.H" target="pkg.G" type="imports" status="added" source_kind="method" target_kind="type"/>
  </edges>
  <relationship_summary>
    <total_symbols>4</total_symbols>
    <by_distance>
      <distance hop="0" count="1"/>
      <distance hop="1" count="1"/>
      <distance hop="2" count="1"/>
      <distance hop="300" count="1"/>
    </by_distance>
  </relationship_summary>
</context>
)");
}

TEST(markup_xml, of_nothing) {
  EXPECT_EQ(pith::markup::xml({}).value_or("error"),
            "<context tokens_used=\"0\" token_budget=\"0\">\n"
            "  <relationship_summary>\n"
            "    <total_symbols>0</total_symbols>\n"
            "    <by_distance>\n"
            "    </by_distance>\n"
            "  </relationship_summary>\n"
            "</context>\n");
}

std::string name_in_xml(std::string name) {
  payload graph;
  graph.symbols = {{std::move(name), "k", 0, "p", 0}};
  const std::string text = pith::markup::xml(graph).value_or("error");
  const std::size_t begin = text.find("name=\"") + 6;
  return text.substr(begin, text.find("\" kind") - begin);
}

TEST(markup_xml, names_are_escaped) {
  EXPECT_EQ(name_in_xml("a\"/><evil x=\"&amp;'"),
            "a&quot;/&gt;&lt;evil x=&quot;&amp;amp;'");
  EXPECT_EQ(name_in_xml("]]> <!-- -->"), "]]&gt; &lt;!-- --&gt;");
  EXPECT_EQ(name_in_xml("a\tb\nc\rd"), "a&#9;b&#10;c&#13;d");
  EXPECT_EQ(name_in_xml("\xe6\x97\xa5\x7f"), "\xe6\x97\xa5\x7f");
}

TEST(markup_xml, what_xml_cannot_say_is_replaced) {
  EXPECT_EQ(name_in_xml(std::string("a\0b\x1f", 4)),
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd");
  EXPECT_EQ(name_in_xml("\xef\xbf\xbe|\xef\xbf\xbf|\xef\xbf\xbc"),
            "\xef\xbf\xbd|\xef\xbf\xbd|\xef\xbf\xbc");
}

TEST(markup_xml, refuses_what_is_no_text_or_number) {
  payload graph = small_graph();
  graph.edges[0].target = "\xff";
  EXPECT_EQ(pith::markup::xml(graph).error().code, error_code::invalid_utf8);
  graph = small_graph();
  graph.symbols[0].score = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(pith::markup::xml(graph).error().code, error_code::not_finite);
  graph = small_graph();
  graph.symbols[1].components->confidence =
      std::numeric_limits<double>::infinity();
  EXPECT_EQ(pith::markup::xml(graph).error().code, error_code::not_finite);
}

TEST(markup_xml, large_scores) {
  payload graph;
  graph.symbols = {{"a", "k", -std::numeric_limits<double>::max(), "p", 0}};
  EXPECT_NE(pith::markup::xml(graph).value_or("").find("score=\"-1797693"),
            std::string::npos);
}

}  // namespace
