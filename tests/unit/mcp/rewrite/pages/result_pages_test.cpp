// SPDX-License-Identifier: MIT
/// @file
/// Results above the limits of a client: cut, kept, and handed out.
#include "page_reader.hpp"
#include "random_document.hpp"
#include "sanitized.hpp"

namespace {

using namespace mcp_test;

struct limits {
  std::size_t tokens = 0;
  std::size_t characters = 0;
};

struct paging_bench : rewriter_bench {
  explicit paging_bench(limits of, const memory_store::limits& room = {})
      : rewriter_bench({"gcf"}, room) {
    policy.more = true;
    client.max_tokens = of.tokens;
    client.max_characters = of.characters;
  }

  std::vector<seen_page> pages_of(std::string_view result) {
    const auto outcome = run(result);
    EXPECT_TRUE(outcome.result);
    EXPECT_TRUE(outcome.is_paged);
    EXPECT_EQ(outcome.reason, pass_reason::none);
    EXPECT_LT(outcome.tokens_after, outcome.tokens_before);
    if (!outcome.result) return {};
    EXPECT_EQ(value_length(*outcome.result), outcome.result->size());
    auto all = page_reader{*this, "me"}.read_all(*outcome.result);
    EXPECT_EQ(all.front().tokens, outcome.tokens_after);
    for (const seen_page& page : all) {
      if (client.max_tokens != 0) {
        EXPECT_LE(page.tokens, client.max_tokens);
      }
      if (client.max_characters != 0) {
        EXPECT_LE(page.characters, client.max_characters);
      }
    }
    return all;
  }
};

TEST(result_pages, are_documents_of_rows) {
  const std::string rows = rows_json(400);
  for (const limits of :
       {limits{1000, 0}, limits{0, 4000}, limits{900, 2500}}) {
    for (const std::string& result :
         {both_result(pretty(rows), rows), text_result(pretty(rows)),
          both_result(rows, R"({"content":)" + quoted_json(rows) + "}"),
          R"({"structuredContent":)" + rows + "}"}) {
      paging_bench bench{of};
      const auto pages = bench.pages_of(result);
      ASSERT_GT(pages.size(), 2U);
      const auto documents = documents_of(pages);
      EXPECT_EQ(documents.size(), pages.size());
      const auto whole = parsed(rows);
      EXPECT_EQ(leaves_of(documents), leaves_of({&whole, 1}));
      EXPECT_TRUE(pages[0].texts[0].starts_with("GCF "));
    }
  }
}

TEST(result_pages, are_as_full_as_can_be) {
  const std::string rows = rows_json(400);
  paging_bench bench{{1000, 0}};
  const auto pages = bench.pages_of(text_result(rows));
  for (std::size_t i = 0; i + 1 < pages.size(); ++i) {
    EXPECT_GT(pages[i].tokens, 970U) << pages[i].trailer;
  }
  EXPECT_TRUE(pages[0].trailer.starts_with("[pith] rows 1-"));
  EXPECT_NE(pages[0].trailer.find(" of 400 are shown; call pith_more with {"),
            std::string::npos);
  EXPECT_TRUE(pages.back().trailer.ends_with("this is the last page"));
}

TEST(result_pages, come_from_the_main_array_of_an_object) {
  const std::string json = R"({"success":true,"data":{"count":300,"rows":)" +
                           rows_json(300) + R"(},"took":1.5})";
  paging_bench bench{{800, 0}};
  const auto pages = bench.pages_of(text_result(json));
  const auto documents = documents_of(pages);
  EXPECT_EQ(leaves_of(documents), leaves_of_json(json));
  EXPECT_TRUE(documents[0].root().find("success"));
  EXPECT_FALSE(documents[1].root().find("success"));
}

TEST(result_pages, come_from_several_arrays) {
  const std::string json = R"({"entities":)" + rows_json(150) +
                           R"(,"relations":)" + rows_json(180) +
                           R"(,"count":330})";
  paging_bench bench{{800, 0}};
  const auto documents = documents_of(bench.pages_of(text_result(json)));
  EXPECT_GT(documents.size(), 4U);
  EXPECT_EQ(leaves_of(documents), leaves_of_json(json));
}

TEST(result_pages, hold_pieces_of_a_row_that_is_too_large) {
  std::string big;
  for (int i = 0; i < 800; ++i) {
    big.append("word ").append(std::to_string(i)).append("\n");
  }
  const std::string json = R"([{"id":1,"text":"small"},{"id":2,"text":)" +
                           quoted_json(big) +
                           R"(},{"id":3,"text":"small \u00e9"}])";
  for (const limits of : {limits{500, 0}, limits{0, 1500}}) {
    paging_bench bench{of};
    const auto pages = bench.pages_of(text_result(json));
    EXPECT_GT(pages.size(), 4U);
    EXPECT_EQ(leaves_of(documents_of(pages)), leaves_of_json(json));
  }
}

std::string joined(const std::vector<seen_page>& pages) {
  std::string out;
  for (const seen_page& page : pages) {
    for (const std::string& text : page.texts) out.append(text);
  }
  return out;
}

TEST(result_pages, are_pieces_of_plain_text) {
  std::string text;
  for (int i = 0; i < 900; ++i) {
    text.append("line ")
        .append(std::to_string(i))
        .append(" \xE2\x82\xAC \"q\"\n");
  }
  for (const limits of : {limits{700, 0}, limits{0, 2000}, limits{400, 800}}) {
    paging_bench bench{of};
    const auto pages = bench.pages_of(text_result(text));
    EXPECT_EQ(joined(pages), text);
    for (std::size_t i = 0; i + 1 < pages.size(); ++i) {
      EXPECT_TRUE(pages[i].texts[0].ends_with('\n'));
    }
    paging_bench both{of};
    EXPECT_EQ(joined(both.pages_of(both_result(
                  text, R"({"content":)" + quoted_json(text) + "}"))),
              text);
  }
}

TEST(result_pages, hold_whole_blocks) {
  std::string content;
  std::string all;
  for (int i = 0; i < 60; ++i) {
    const std::string text =
        "block number " + std::to_string(i) + " says something or other; ";
    all.append(text);
    if (i != 0) content.push_back(',');
    content.append(R"({"type":"text","annotations":{"priority":)");
    content.append(std::to_string(i)).append(R"(},"text":)");
    content.append(quoted_json(text)).push_back('}');
  }
  const std::string image =
      R"({"type":"image","data":"AA==","mimeType":"x/y"})";
  paging_bench bench{{250, 0}};
  const std::string result =
      R"({"content":[)" + image + "," + content + R"(],"z":1})";
  const auto pages = bench.pages_of(result);
  EXPECT_GT(pages.size(), 2U);
  EXPECT_EQ(joined(pages), all);
  EXPECT_TRUE(pages[0].trailer.starts_with("[pith] blocks 1-"));
  const auto first = bench.run(result);
  EXPECT_TRUE(first.result->starts_with(R"({"content":[)" + image + ","));
  EXPECT_TRUE(first.result->ends_with(R"(],"z":1})"));
  const std::string second = bench.rewriter.more(
      page_reader::arguments_in(texts_of(*first.result).back()), "me");
  EXPECT_NE(second.find(R"("annotations":{"priority":)"), std::string::npos);
}

TEST(result_pages, keep_small_texts_beside_large_ones) {
  const std::string rows = rows_json(300);
  paging_bench bench{{800, 0}};
  const std::string result =
      R"({"content":[)" + text_block("300 rows were found") + "," +
      text_block(pretty(rows)) + R"(,{"type":"resource_link","uri":"x:y"}]})";
  const auto outcome = bench.run(result);
  ASSERT_TRUE(outcome.result && outcome.is_paged);
  EXPECT_LE(outcome.tokens_after, 800U);
  const auto call = read_call_result(*outcome.result);
  ASSERT_EQ(call->blocks.size(), 4U);
  EXPECT_EQ(call->blocks[0].raw, text_block("300 rows were found"));
  EXPECT_EQ(call->blocks[2].raw, R"({"type":"resource_link","uri":"x:y"})");
  auto pages = page_reader{bench, "me"}.read_all(*outcome.result);
  pages[0].texts.erase(pages[0].texts.begin());
  EXPECT_EQ(leaves_of(documents_of(pages)), leaves_of_json(rows));
}

TEST(result_pages, cut_structured_content_that_says_more_than_the_text) {
  const std::string rows = rows_json(300);
  paging_bench bench{{800, 0}};
  const auto outcome = bench.run(both_result("300 rows were found", rows));
  ASSERT_TRUE(outcome.result && outcome.is_paged);
  EXPECT_FALSE(find_member(*outcome.result, "structuredContent"));
  auto pages = page_reader{bench, "me"}.read_all(*outcome.result);
  ASSERT_EQ(pages[0].texts.size(), 2U);
  EXPECT_EQ(pages[0].texts[1], "300 rows were found");
  pages[0].texts.pop_back();
  EXPECT_EQ(leaves_of(documents_of(pages)), leaves_of_json(rows));
}

/// Beside a text that is itself too large nothing can be cut, and then nothing
/// may be added either.
TEST(result_pages, change_nothing_where_they_cannot_be_made) {
  std::string prose;
  for (int i = 0; i < 3000; ++i) prose.append("word ");
  paging_bench bench{{800, 0}};
  const auto outcome = bench.run(both_result(prose, rows_json(300)));
  EXPECT_FALSE(outcome.result);
  EXPECT_FALSE(outcome.is_paged);
  EXPECT_EQ(outcome.reason, pass_reason::differs);
  EXPECT_EQ(outcome.tokens_after, outcome.tokens_before);
}

TEST(result_pages, do_not_come_where_nothing_may_change) {
  const std::string rows = rows_json(300);
  paging_bench bench{{500, 0}};
  const std::string result = both_result(rows, rows);
  EXPECT_FALSE(bench.run(result, rewrite_mode::passthrough).result);
  EXPECT_FALSE(bench.run(result, rewrite_mode::keep_structured).is_paged);
  EXPECT_FALSE(bench
                   .run(R"({"content":[{"type":"text","_meta":)"
                        R"({"codex/encryptedContent":1},"text":)" +
                        quoted_json(rows) + "}]}")
                   .is_paged);
  EXPECT_EQ(bench.pages.size(), 0U);
}

TEST(result_pages, keep_structured_content_for_clients_that_show_text) {
  const std::string rows = rows_json(300);
  paging_bench bench{{500, 0}};
  bench.client.shows = shown_form::text;
  const auto outcome =
      bench.run(both_result(rows, rows), rewrite_mode::keep_structured);
  ASSERT_TRUE(outcome.result && outcome.is_paged);
  EXPECT_EQ(find_member(*outcome.result, "structuredContent"), rows);
  EXPECT_LE(outcome.tokens_after, 500U);
}

TEST(result_pages, leave_errors_errors) {
  std::string text;
  for (int i = 0; i < 300; ++i) {
    text.append("at frame ").append(std::to_string(i)).append("\n");
  }
  paging_bench bench{{300, 0}};
  const auto outcome =
      bench.run(R"({"isError":true,"content":[)" + text_block(text) + "]}");
  ASSERT_TRUE(outcome.is_paged);
  EXPECT_TRUE(outcome.result->starts_with(R"({"isError":true,)"));
  EXPECT_EQ(joined(page_reader{bench, "me"}.read_all(*outcome.result)), text);
}

TEST(result_pages, come_only_above_the_limit) {
  const std::string rows = rows_json(100);
  paging_bench bench{{100'000, 0}};
  const auto whole = bench.run(text_result(rows));
  EXPECT_TRUE(whole.result);
  EXPECT_FALSE(whole.is_paged);
  bench.client.max_tokens = whole.tokens_after;
  EXPECT_FALSE(bench.run(text_result(rows)).is_paged);
  bench.client.max_tokens = whole.tokens_after - 1;
  EXPECT_TRUE(bench.run(text_result(rows)).is_paged);
  bench.policy.more = false;
  EXPECT_FALSE(bench.run(text_result(rows)).is_paged);
}

TEST(result_pages, do_not_come_where_not_even_the_words_fit) {
  const std::string rows = rows_json(100);
  paging_bench bench{{20, 0}};
  const auto outcome = bench.run(text_result(rows));
  EXPECT_TRUE(outcome.result);
  EXPECT_FALSE(outcome.is_paged);
  EXPECT_EQ(bench.pages.size(), 0U);
}

TEST(result_pages, are_not_cut_when_the_rest_cannot_be_kept) {
  const std::string rows = rows_json(100);
  paging_bench bench{{500, 0}, {.entries = 10, .bytes = 1000}};
  const auto outcome = bench.run(text_result(rows));
  ASSERT_TRUE(outcome.result);
  EXPECT_FALSE(outcome.is_paged);
  EXPECT_TRUE(same(texts_of(*outcome.result).at(0), rows));
}

std::string error_of(std::string_view result) {
  EXPECT_EQ(find_member(result, "isError"), "true") << result;
  return texts_of(result).at(0);
}

TEST(result_pages, say_what_is_wrong_with_a_call) {
  paging_bench bench{{500, 0}};
  const auto more = [&](std::string_view arguments, std::string_view who) {
    return bench.rewriter.more(arguments, who);
  };
  EXPECT_NE(error_of(more("{}", "me")).find("handle"), std::string::npos);
  EXPECT_NE(error_of(more("nonsense", "me")).find("handle"), std::string::npos);
  const std::string gone = R"({"handle":"00","page":2})";
  EXPECT_NE(error_of(more(gone, "me")).find("expired"), std::string::npos);

  const auto outcome = bench.run(text_result(rows_json(100)));
  const std::string arguments =
      page_reader::arguments_in(texts_of(*outcome.result).back());
  EXPECT_FALSE(find_member(more(arguments, "me"), "isError"));
  EXPECT_NE(error_of(more(arguments, "you")).find("expired"),
            std::string::npos);
  const std::string handle{*find_member(arguments, "handle")};
  const auto page = [&](std::string_view number) {
    std::string asked = R"({"handle":)" + handle;
    return more(asked.append(R"(,"page":)").append(number).append("}"), "me");
  };
  EXPECT_NE(error_of(page("1")).find("2 or higher"), std::string::npos);
  EXPECT_NE(error_of(page("-1")).find("2 or higher"), std::string::npos);
  EXPECT_NE(error_of(page("2.5")).find("2 or higher"), std::string::npos);
  EXPECT_NE(error_of(page("null")).find("2 or higher"), std::string::npos);
  EXPECT_NE(error_of(page("999")).find("the last is page"), std::string::npos);
  EXPECT_EQ(page("\"2\""), page("2"));
  EXPECT_EQ(more(R"({"handle":)" + handle + "}", "me"), page("2"));
}

TEST(result_pages, can_be_asked_for_in_any_order) {
  paging_bench bench{{500, 0}};
  const auto outcome = bench.run(text_result(rows_json(400)));
  const std::string arguments =
      page_reader::arguments_in(texts_of(*outcome.result).back());
  const std::string handle{*find_member(arguments, "handle")};
  const auto page = [&](int number) {
    return bench.rewriter.more(
        R"({"page":)" + std::to_string(number) + R"(,"handle":)" + handle + "}",
        "me");
  };
  const std::string seventh = page(7);
  EXPECT_NE(seventh.find(R"(\"page\":8)"), std::string::npos);
  const auto all = page_reader{bench, "me"}.read_all(*outcome.result);
  ASSERT_GT(all.size(), 7U);
  EXPECT_EQ(texts_of(seventh).at(0), all[6].texts.at(0));
}

TEST(result_pages, lose_nothing_of_random_documents) {
  pith_tests::random_documents documents(
      {.medium_per_mille = 300, .large_per_mille = 100});
  pith::document doc;
  std::size_t paged = 0;
  const auto seeds = pith_tests::rounds(std::uint64_t{1500});
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    ASSERT_TRUE(documents.draw_into(doc, seed));
    const std::string json = *pith::json::write(doc.root());
    paging_bench bench{seed % 2 == 0 ? limits{150, 0} : limits{0, 400}};
    const auto outcome = bench.run(text_result(json));
    ASSERT_LE(outcome.tokens_after, outcome.tokens_before) << json;
    if (!outcome.is_paged) continue;
    ++paged;
    const auto pages = page_reader{bench, "me"}.read_all(*outcome.result);
    for (const seen_page& page : pages) {
      EXPECT_LE(page.tokens, seed % 2 == 0 ? 150U : 10'000U);
      EXPECT_LE(page.characters, seed % 2 == 0 ? 100'000U : 400U);
    }
    if (outcome.format == "text") {
      EXPECT_EQ(joined(pages), json);
    } else {
      ASSERT_EQ(leaves_of(documents_of(pages)), leaves_of({&doc, 1})) << json;
    }
  }
  EXPECT_GT(paged, seeds / 50);
}

std::string page_request(std::string_view handle, std::size_t number) {
  return R"({"handle":)" + std::string(handle) + R"(,"page":)" +
         std::to_string(number) + "}";
}

// Every page begins where the one before ends: a jump to the end would make
// all of them in one call.
TEST(result_pages, are_made_a_few_at_a_call) {
  paging_bench bench{{500, 0}};
  const auto outcome = bench.run(text_result(rows_json(2000)));
  const std::string arguments =
      page_reader::arguments_in(texts_of(*outcome.result).back());
  const std::string raw{*find_member(arguments, "handle")};
  const std::string handle = *pith::mcp::text_of(raw);
  const auto more = [&](std::size_t number) {
    return bench.rewriter.more(page_request(raw, number), "me");
  };
  const std::string far = error_of(more(99'999'999));
  EXPECT_NE(far.find("too far ahead"), std::string::npos) << far;
  const std::size_t known = bench.pages.marks("me", handle).size();
  EXPECT_LE(known, 10U);
  EXPECT_NE(far.find("page " + std::to_string(known + 1) + " first"),
            std::string::npos)
      << far;
  EXPECT_FALSE(find_member(more(known + 1), "isError"));
  EXPECT_FALSE(find_member(more(known + 8), "isError"));
}

TEST(result_pages, are_read_once) {
  paging_bench bench{{500, 0}};
  const auto outcome = bench.run(text_result(rows_json(400)));
  const std::string arguments =
      page_reader::arguments_in(texts_of(*outcome.result).back());
  const std::string raw{*find_member(arguments, "handle")};
  const std::string handle = *pith::mcp::text_of(raw);
  const std::string second = bench.rewriter.more(page_request(raw, 2), "me");
  const auto paged = bench.pages.find_made("me", handle, made_kind::pages);
  ASSERT_NE(paged, nullptr);
  EXPECT_EQ(bench.rewriter.more(page_request(raw, 2), "me"), second);
  EXPECT_EQ(bench.pages.find_made("me", handle, made_kind::pages), paged);
}

}  // namespace
