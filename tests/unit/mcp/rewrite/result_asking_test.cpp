// SPDX-License-Identifier: MIT
/// @file
/// Results that are shown by their shape, and questions about them.
#include "mcp/query/result_tables.hpp"
#include "mcp/raw_json/json_text.hpp"
#include "mcp/rewrite/result_rewriter.hpp"
#include "page_reader.hpp"
#include "rewriter_bench.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace mcp_test;
using testing::HasSubstr;
using testing::StartsWith;

struct asking_bench : rewriter_bench {
  explicit asking_bench(std::size_t ask_tokens = 0) {
    policy.ask = true;
    policy.ask_tokens = ask_tokens;
    client.max_tokens = 2'000;
    query_limits bounds;
    bounds.time = std::chrono::minutes(5);
    rewriter.limit_queries(bounds);
  }

  /// The handle in what is shown of a result.
  static std::string handle_in(std::string_view result) {
    constexpr std::string_view head = R"({"handle":")";
    const std::string last = texts_of(result).back();
    const std::size_t at = last.find(head);
    EXPECT_NE(at, last.npos) << last;
    return at == last.npos ? "" : last.substr(at + head.size(), 32);
  }

  static std::string arguments(std::string_view handle, std::string_view sql) {
    std::string out = R"({"handle":")";
    out.append(handle).append(R"(","sql":)");
    append_quoted(out, sql);
    return out.append("}");
  }

  std::string query(std::string_view handle, std::string_view sql,
                    std::string_view owner = "me") {
    return rewriter.query(arguments(handle, sql), client, owner);
  }
  /// The first text of the answer.
  std::string ask(std::string_view handle, std::string_view sql,
                  std::string_view owner = "me") {
    return texts_of(query(handle, sql, owner)).front();
  }
  std::size_t tokens_of(std::string_view result) {
    std::size_t sum = 0;
    for (const std::string& text : texts_of(result)) {
      sum += rewriter.counter().count(text);
    }
    return sum;
  }
};

TEST(result_asking, shows_the_shape_and_a_few_rows) {
  asking_bench bench;
  const auto outcome = bench.run(text_result(rows_json(1'000)));
  ASSERT_TRUE(outcome.result && outcome.is_paged && outcome.is_asked);
  EXPECT_TRUE(outcome.crossed_limit);
  const auto texts = texts_of(*outcome.result);
  ASSERT_EQ(texts.size(), 2U);
  const auto shown = decoded(texts[0]);
  EXPECT_EQ(shown.root().elements().size(), 10U);
  EXPECT_THAT(texts[1], StartsWith("[pith] rows 1-10 of 1000 are shown; call "
                                   "pith_more with {\"handle\":\""));
  EXPECT_THAT(texts[1], HasSubstr("pith_query"));
  EXPECT_THAT(texts[1],
              HasSubstr("\nt: 1000 rows: id int 0..999, name text 'name 0'.."
                        "'name 999', city text {'Springfield' 1000}, total "
                        "real 0.5..999.5"));
  EXPECT_EQ(outcome.tokens_after, bench.tokens_of(*outcome.result));
  EXPECT_LT(outcome.tokens_after, 500U);
}

TEST(result_asking, answers_questions) {
  asking_bench bench;
  const auto outcome = bench.run(text_result(rows_json(1'000)));
  const std::string handle = bench.handle_in(*outcome.result);
  const auto texts =
      texts_of(bench.query(handle,
                           "SELECT count(*) AS n, sum(total) AS s "
                           "FROM t WHERE id >= 500"));
  ASSERT_EQ(texts.size(), 2U);
  EXPECT_EQ(texts[0], R"([{"n":500,"s":375000}])");
  EXPECT_EQ(texts[1], "[pith] computed from the kept result: 1 row");
  // What was loaded is kept, and so is what was read.
  const auto tables = bench.pages.find_made("me", handle, made_kind::tables);
  EXPECT_NE(tables, nullptr);
  EXPECT_EQ(bench.ask(handle, "SELECT name FROM t WHERE id = 7"),
            R"([{"name":"name 7"}])");
  EXPECT_EQ(bench.pages.find_made("me", handle, made_kind::tables), tables);
}

TEST(result_asking, answers_in_the_cheapest_form_and_in_pages) {
  asking_bench bench;
  const auto outcome = bench.run(text_result(rows_json(1'000)));
  const std::string handle = bench.handle_in(*outcome.result);
  EXPECT_THAT(bench.ask(handle, "SELECT id, name FROM t LIMIT 50"),
              StartsWith("GCF "));
  const std::string large = bench.query(handle, "SELECT * FROM t");
  EXPECT_LE(bench.tokens_of(large), 2'000U);
  const std::string other = bench.handle_in(large);
  EXPECT_NE(other, handle);
  // Pages of an answer follow one another as those of any result.
  page_reader reader{bench, "me"};
  const auto pages = reader.read_all(large);
  EXPECT_GT(pages.size(), 2U);
}

TEST(result_asking, goes_on_with_pages_after_the_preview) {
  asking_bench bench;
  const std::string json = rows_json(500);
  const auto outcome = bench.run(text_result(json));
  page_reader reader{bench, "me"};
  const auto pages = reader.read_all(*outcome.result);
  std::vector<pith::document> documents;
  for (const seen_page& page : pages) {
    EXPECT_LE(page.tokens, 2'000U);
    documents.push_back(decoded(page.texts.front()));
  }
  EXPECT_EQ(leaves_of(documents), leaves_of_json(json));
}

TEST(result_asking, says_what_is_wrong) {
  asking_bench bench;
  const auto outcome = bench.run(text_result(rows_json(1'000)));
  const std::string handle = bench.handle_in(*outcome.result);
  const std::string wrong = bench.query(handle, "SELECT nmae FROM t");
  EXPECT_EQ(find_member(wrong, "isError"), "true");
  EXPECT_EQ(texts_of(wrong).front(),
            "no such column: nmae; did you mean name of t?");
  const auto error = [&](std::string_view arguments) {
    const std::string raw = bench.rewriter.query(arguments, bench.client, "me");
    EXPECT_EQ(find_member(raw, "isError"), "true");
    return texts_of(raw).front();
  };
  EXPECT_EQ(error("{}"), "pith_query needs the handle of a result");
  EXPECT_EQ(error(R"({"handle":7,"sql":"SELECT 1"})"),
            "pith_query needs the handle of a result");
  EXPECT_EQ(error(R"({"handle":"x"})"), "pith_query needs sql: one SELECT");
  EXPECT_EQ(error(R"({"handle":"x","sql":"SELECT 1"})"),
            "this handle has expired; call the tool again");
}

TEST(result_asking, knows_no_handle_of_somebody_else) {
  asking_bench bench;
  const auto outcome = bench.run(text_result(rows_json(1'000)));
  const std::string handle = bench.handle_in(*outcome.result);
  const std::string absent(32, '0');
  for (const std::string_view owner : {"you", ""}) {
    EXPECT_EQ(bench.query(handle, "SELECT 1", owner),
              bench.query(absent, "SELECT 1", owner));
  }
  // Not even after its owner has loaded it.
  EXPECT_EQ(bench.ask(handle, "SELECT 1 AS x"), R"([{"x":1}])");
  EXPECT_EQ(bench.query(handle, "SELECT 1", "you"),
            bench.query(absent, "SELECT 1", "you"));
  EXPECT_FALSE(bench.rewriter.is_asked(
      asking_bench::arguments(handle, "SELECT 1"), "you"));
  EXPECT_TRUE(bench.rewriter.is_asked(
      asking_bench::arguments(handle, "SELECT 1"), "me"));
}

TEST(result_asking, keeps_results_above_a_number_of_tokens) {
  asking_bench bench{400};
  bench.client.max_tokens = 0;
  EXPECT_FALSE(bench.run(text_result(rows_json(10))).is_asked);
  const auto outcome = bench.run(text_result(rows_json(200)));
  ASSERT_TRUE(outcome.is_asked);
  EXPECT_LE(outcome.tokens_after, 400U);
  EXPECT_FALSE(outcome.crossed_limit);
  // Pages are not larger, though the client has no limit.
  page_reader reader{bench, "me"};
  for (const seen_page& page : reader.read_all(*outcome.result)) {
    EXPECT_LE(page.tokens, 400U);
  }
}

TEST(result_asking, never_shows_more_than_the_result_costs) {
  asking_bench bench{20};
  bench.client.max_tokens = 0;
  for (const std::size_t rows : {1U, 2U, 3U, 4U, 6U, 10U, 20U, 50U}) {
    const auto outcome = bench.run(text_result(rows_json(rows)));
    asking_bench reading;
    reading.policy.ask = false;
    reading.client.max_tokens = 0;
    EXPECT_LE(outcome.tokens_after,
              reading.run(text_result(rows_json(rows))).tokens_after);
  }
}

TEST(result_asking, shows_no_row_where_none_fits) {
  asking_bench bench;
  std::string json = "[";
  for (int i = 0; i < 5; ++i) {
    json.append(i == 0 ? "" : ",").append(R"({"id":)");
    json.append(std::to_string(i)).append(R"(,"words":")");
    for (int k = 0; k < 3'000; ++k) json.append("word ");
    json.append("\"}");
  }
  const auto outcome = bench.run(text_result(json + "]"));
  ASSERT_TRUE(outcome.result && outcome.is_asked);
  EXPECT_LE(outcome.tokens_after, 2'000U);
  const auto texts = texts_of(*outcome.result);
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_THAT(texts[0], StartsWith("[pith] no row of 5 fits here; call "));
  const std::string handle = bench.handle_in(*outcome.result);
  EXPECT_EQ(bench.ask(handle,
                      "SELECT max(id) AS m, max(length(words)) AS n "
                      "FROM t"),
            R"([{"m":4,"n":15000}])");
  const std::string page =
      bench.rewriter.more(R"({"handle":")" + handle + R"(","page":2})", "me");
  EXPECT_THAT(texts_of(page).back(), HasSubstr("of row 1 of 5"));
}

TEST(result_asking, leaves_texts_to_pages) {
  asking_bench bench;
  std::string text;
  for (int i = 0; i < 4'000; ++i) text.append("word ");
  const auto outcome = bench.run(text_result(text));
  ASSERT_TRUE(outcome.is_paged);
  EXPECT_FALSE(outcome.is_asked);
  EXPECT_THAT(bench.ask(bench.handle_in(*outcome.result), "SELECT 1"),
              StartsWith("this result has no rows"));
}

TEST(result_asking, takes_structured_content_too) {
  asking_bench bench;
  bench.policy.formats = {"gcf"};
  const std::string structured = R"({"total":3,"rows":)" + rows_json(600) + "}";
  const auto outcome = bench.run(both_result(structured, structured));
  ASSERT_TRUE(outcome.result && outcome.is_asked);
  EXPECT_FALSE(find_member(*outcome.result, "structuredContent"));
  const std::string handle = bench.handle_in(*outcome.result);
  EXPECT_EQ(bench.ask(handle,
                      "SELECT (SELECT total FROM t_beside) AS total, "
                      "count(*) AS n FROM t"),
            R"([{"total":3,"n":600}])");
}

TEST(result_asking, gives_up_what_does_not_fit_its_share) {
  asking_bench bench;
  bench.pages.set_share(10, 200'000);
  const std::string result = text_result(rows_json(1'000));
  const auto outcome = bench.rewriter.rewrite(result, rewrite_mode::text_only,
                                              bench.client, {"me", "tenant"});
  ASSERT_TRUE(outcome.is_asked);
  const std::string handle = bench.handle_in(*outcome.result);
  // The tables take more than is left: they are made for each question.
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(bench.ask(handle, "SELECT count(*) AS n FROM t"),
              R"([{"n":1000}])");
    EXPECT_EQ(bench.pages.find_made("me", handle, made_kind::tables), nullptr);
  }
}

}  // namespace
