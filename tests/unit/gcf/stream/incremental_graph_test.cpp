// SPDX-License-Identifier: MIT
// Graphs that come in chunks: what comes out, and when.
#include <pith/builder.hpp>
#include <pith/gcf.hpp>
#include <pith/gcf_graph.hpp>
#include <pith/gcf_incremental.hpp>

#include "chunked.hpp"
#include "every_split.hpp"
#include "noting_handler.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace {

using pith::error_code;
using pith::gcf::incremental_decoder;
using pith::gcf::incremental_options;
using pith_tests::notes_of;
using pith_tests::noting_handler;
using pith_tests::strings;

constexpr const char* begin_symbols =
    "begin symbols table qualifiedName kind score provenance distance of ";
constexpr const char* begin_edges =
    "begin edges table source target edgeType status sourceKind targetKind "
    "of ";

std::string symbols_of(const char* count) {
  return std::string(begin_symbols) + count;
}
std::string edges_of(const char* count) {
  return std::string(begin_edges) + count;
}

TEST(incremental_graph, tells_the_header_then_symbols_then_edges) {
  EXPECT_EQ(notes_of("GCF profile=graph tool=t budget=7 symbols=2 edges=1 "
                     "pack_root=sha256:0\n"
                     "## targets\n"
                     "@0 fn a 0.50 lsp\n"
                     "## distance_3\n"
                     "@1 widget b 1.00 ast\n"
                     "## edges [1]\n"
                     "@0<@1 calls added\n"
                     "##! summary symbols=2 edges=1 counts=1,1,1\n"),
            (strings{"member tool \"t\"", "member tokenBudget 7",
                     "member tokensUsed 0", "member packRoot \"sha256:0\"",
                     symbols_of("2"),
                     "item {\"qualifiedName\":\"a\",\"kind\":\"function\","
                     "\"score\":0.5,\"provenance\":\"lsp\",\"distance\":0}",
                     "item {\"qualifiedName\":\"b\",\"kind\":\"widget\","
                     "\"score\":1,\"provenance\":\"ast\",\"distance\":3}",
                     "end 2", edges_of("1"),
                     "item {\"source\":\"b\",\"target\":\"a\","
                     "\"edgeType\":\"calls\",\"status\":\"added\"}",
                     "end 1"}));
}

TEST(incremental_graph, tells_both_sections_of_an_empty_graph) {
  EXPECT_EQ(notes_of("GCF profile=graph"),
            (strings{"member tool \"\"", "member tokenBudget 0",
                     "member tokensUsed 0", "member packRoot \"\"",
                     symbols_of("?"), "end 0", edges_of("?"), "end 0"}));
}

TEST(incremental_graph, hands_out_with_the_line_feed) {
  noting_handler handler;
  incremental_decoder decoder(handler);
  const auto fed = [&](std::string_view chunk) {
    handler.notes.clear();
    EXPECT_TRUE(decoder.feed(chunk));
    return handler.notes.size();
  };
  EXPECT_EQ(fed("GCF profile=graph"), 0U);
  EXPECT_EQ(fed("\n## tar"), 5U);  // four members and the section
  EXPECT_EQ(fed("gets\n@0 fn a 0.50 ls"), 0U);
  EXPECT_EQ(fed("p"), 0U);
  EXPECT_EQ(fed("\n"), 1U);
  EXPECT_EQ(fed("@1 fn b 0.25 lsp\r\n## edges [?]\n@0<@1 ca"), 1U);
  EXPECT_EQ(fed("lls\n"), 3U);  // one section ends, another begins
  EXPECT_EQ(fed("@1<@0 calls"), 0U);
  handler.notes.clear();
  EXPECT_TRUE(decoder.finish());
  EXPECT_EQ(handler.notes.size(), 2U);
  EXPECT_EQ(handler.notes.back(), "end 2");
}

TEST(incremental_graph, goes_on_with_symbols_after_edges) {
  const std::string text =
      "GCF profile=graph symbols=3 edges=2\n"
      "## targets\n"
      "@0 fn a 0.50 x\n"
      "@1 fn b 0.50 x\n"
      "## edges [1]\n"
      "@0<@1 calls\n"
      "## related\n"
      "@2 type a 0.50 x\n"
      "## edges\n"
      "@0<@2 uses\n";
  const strings notes = notes_of(text);
  ASSERT_EQ(notes.size(), 17U);
  EXPECT_EQ(notes[8], edges_of("2"));
  // Nobody could know yet that there is another `a`.
  EXPECT_EQ(notes[9],
            "item {\"source\":\"b\",\"target\":\"a\",\"edgeType\":\"calls\","
            "\"status\":\"\"}");
  EXPECT_EQ(notes[10], "end 1");
  EXPECT_EQ(notes[11], symbols_of("3"));
  EXPECT_EQ(notes[13], "end 1");
  EXPECT_EQ(notes[14], edges_of("2"));
  EXPECT_EQ(notes[15],
            "item {\"source\":\"a\",\"target\":\"a\",\"edgeType\":\"uses\","
            "\"status\":\"\",\"sourceKind\":\"type\","
            "\"targetKind\":\"function\"}");
  const auto whole = pith::gcf::decode_graph(text);
  ASSERT_TRUE(whole.has_value());
  EXPECT_EQ(whole->edges[0].target_kind, "function");
}

TEST(incremental_graph, expands_kinds_that_a_caller_adds) {
  const pith::graph::kind_name more[] = {{"widget", "w"}};
  incremental_options options;
  options.more_kinds = more;
  const strings notes =
      notes_of("GCF profile=graph\n## targets\n@0 w a 0.50 x\n", options);
  ASSERT_EQ(notes.size(), 9U);
  EXPECT_EQ(notes[5].substr(0, 45),
            "item {\"qualifiedName\":\"a\",\"kind\":\"widget\",\"sc");
}

TEST(incremental_graph, deltas_are_read_in_the_end) {
  const strings unchanged = notes_of(
      "GCF profile=graph unchanged=true symbols=1 pack_root=sha256:0\n");
  ASSERT_EQ(unchanged.size(), 1U);
  EXPECT_EQ(unchanged[0].substr(0, 13), "not_supported");
}

TEST(incremental_graph, hands_out_what_was_good_before_an_error) {
  const std::string text =
      "GCF profile=graph\n## targets\n@0 fn a 0.50 x\n@1 fn b 0.5 x\n";
  const strings at_once = notes_of(text);
  ASSERT_EQ(at_once.size(), 7U);
  EXPECT_EQ(at_once[6].substr(0, 13), "invalid_score");
}

/// Every split of a text with everything in it into two, and every prefix of
/// it in single bytes.
TEST(incremental_graph, every_split_agrees) {
  const std::string text =
      "GCF profile=graph tool=walk tokens=12 session=true symbols=4\r\n"
      "# a comment\n"
      "## targets [2]\n"
      "@7 fn a 0.50 lsp\n"
      "@3  widget\tn\xC3\xBC 12.25 ast  \r\n"
      "\n"
      "## edges [?]\n"
      "@7<@3 calls\n"
      "@3<@3 calls removed \n"
      "## related\n"
      "@4 type a -0.10 lsp\n"
      "@5 type b 0.10 lsp\n"
      "## edges [1]\n"
      "@7<@4 uses\n"
      "##! summary symbols=4 edges=3 counts=2,2,3";
  pith_tests::expect_every_split_agrees(text);
}

/// Names and kinds move when there are more of them; edges still find them,
/// and so does a second symbol of the same name.
TEST(incremental_graph, many_symbols_agree) {
  std::string text = "GCF profile=graph\n## targets\n";
  constexpr int count = 3'000;
  for (int i = 0; i < count; ++i) {
    const std::string name =
        "pkg.some.rather.long.name" + std::to_string(i / 2);
    text += "@" + std::to_string(i) + (i % 2 == 0 ? " fn " : " widget ") +
            name + " 0.50 lsp\n";
    if (i % 100 != 99) continue;
    text += "## edges\n";
    for (int k = 0; k < 20; ++k) {
      text += "@" + std::to_string(i * k % 97 % (i + 1)) + "<@" +
              std::to_string(i - k) + " calls\n";
    }
    text += "## targets\n";
  }
  pith_tests::chunked_decoding decoding;
  for (const std::size_t size : {7U, 100U, 5'000U, 1'000'000U}) {
    EXPECT_TRUE(decoding.agrees(
        text, {}, [size] { return size; }, 64))
        << decoding.complaint();
    EXPECT_TRUE(decoding.was_accepted());
  }
  // The last name once more.
  text += "@" + std::to_string(count) + " widget pkg.some.rather.long.name" +
          std::to_string((count - 1) / 2) + " 0.50 lsp\n";
  EXPECT_TRUE(decoding.agrees(
      text, {}, [] { return 100; }, 64))
      << decoding.complaint();
  EXPECT_FALSE(decoding.was_accepted());
}

/// An edge costs what its line costs, though its ends have long names.
TEST(incremental_graph, long_names_are_not_copied_for_every_edge) {
  std::size_t bytes = 0;
  class counting final : public pith::gcf::event_handler {
   public:
    explicit counting(std::size_t& sum) : sum_(&sum) {}
    void item(pith::value v) override {
      if (const auto name = v.find("source")) {
        *sum_ += name->get_string()->size();
      }
    }

   private:
    std::size_t* sum_;
  } handler(bytes);
  incremental_decoder decoder(handler);
  const std::string name(4 << 20, 'n');
  ASSERT_TRUE(decoder.feed("GCF profile=graph\n## targets\n@0 fn " + name +
                           " 0.50 x\n## edges\n"));
  std::string edges;
  constexpr std::size_t count = 100'000;  // 800 GB of names
  for (std::size_t i = 0; i < count; ++i) edges += "@0<@0 c\n";
  ASSERT_TRUE(decoder.feed(edges));
  ASSERT_TRUE(decoder.finish());
  EXPECT_EQ(bytes, count * name.size());
}

TEST(incremental_graph, forgets_edges_and_bounds_what_it_keeps) {
  pith::gcf::event_handler ignoring;
  incremental_options options;
  options.max_held_bytes = 200'000;
  incremental_decoder decoder(ignoring, options);
  ASSERT_TRUE(
      decoder.feed("GCF profile=graph\n## targets\n@0 fn a 0.50 x\n"
                   "@1 fn b 0.50 x\n## edges\n"));
  std::string lines;
  for (int i = 0; i < 1'000; ++i) lines += "@0<@1 a_rather_long_type\n";
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(decoder.feed(lines));
  ASSERT_TRUE(decoder.feed("## related\n"));
  pith::result<void> done;
  int id = 2;
  for (; done && id < 100'000; ++id) {
    done = decoder.feed("@" + std::to_string(id) + " fn name_" +
                        std::to_string(id) + " 0.50 x\n");
  }
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().code, error_code::size_limit);
  EXPECT_LT(id, 5'000);
  EXPECT_GT(id, 1'000);
}

}  // namespace
