// SPDX-License-Identifier: MIT
#include "mcp/rewrite/result_rewriter.hpp"

#include "rewriter_bench.hpp"

#include <set>

namespace {

using namespace mcp_test;

const std::string rows = rows_json(20);

TEST(result_rewriter, makes_one_text_of_two_equal_forms) {
  rewriter_bench bench;
  const auto outcome = bench.run(both_result(pretty(rows), rows));
  ASSERT_TRUE(outcome.result);
  EXPECT_EQ(outcome.reason, pass_reason::none);
  EXPECT_EQ(outcome.format, "gcf");
  EXPECT_LT(outcome.tokens_after, outcome.tokens_before);
  EXPECT_FALSE(find_member(*outcome.result, "structuredContent"));
  const auto texts = texts_of(*outcome.result);
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_TRUE(same(texts[0], rows));
  auto counter = make_counter();
  EXPECT_EQ(outcome.tokens_before, counter.count(rows));
  EXPECT_EQ(outcome.tokens_after, counter.count(texts[0]));
}

TEST(result_rewriter, counts_what_each_client_shows) {
  auto counter = make_counter();
  const std::string text = pretty(rows);
  const std::string result = both_result(text, rows);
  const std::size_t as_text = counter.count(text);
  const std::size_t as_json = counter.count(rows);
  rewriter_bench bench;
  bench.client = client_that_shows(shown_form::text);
  EXPECT_EQ(bench.run(result).tokens_before, as_text);
  bench.client = client_that_shows(shown_form::both);
  EXPECT_EQ(bench.run(result).tokens_before, as_text + as_json);
  bench.client = client_that_shows(shown_form::structured);
  EXPECT_EQ(bench.run(result).tokens_before, as_json);
  EXPECT_EQ(bench.run(text_result(text)).tokens_before, as_text);
  EXPECT_EQ(bench.run(text_result(rows)).tokens_before, as_json);
}

TEST(result_rewriter, counts_what_passes) {
  auto counter = make_counter();
  rewriter_bench bench;
  const auto outcome =
      bench.run(both_result("other words", rows), rewrite_mode::passthrough);
  EXPECT_FALSE(outcome.result);
  EXPECT_EQ(outcome.reason, pass_reason::mode);
  EXPECT_EQ(outcome.tokens_before, counter.count(rows));
  EXPECT_EQ(outcome.tokens_after, outcome.tokens_before);
  EXPECT_TRUE(outcome.format.empty());
}

TEST(result_rewriter, leaves_all_other_bytes_alone) {
  std::string before = R"( {"_meta" : {"x":[1, 2]},"content": [)"
                       R"({"type":"image","data":"AA==" , "mimeType":"i/p"}, )"
                       R"({ "annotations":{"priority":0.50},"type":"text",)"
                       R"("text":)";
  std::string after =
      R"( ,"_meta":{"k":"v"}},{"type":"resource_link","uri":"x:y"} ] ,)"
      R"( "isError":false , "structuredContent": )";
  std::string result = before + quoted_json(pretty(rows)) + after + rows +
                       R"( , "new" : 1.0e0 } )";
  rewriter_bench bench;
  bench.client.shows = shown_form::both;
  const auto outcome = bench.run(result);
  ASSERT_TRUE(outcome.result);
  const std::string expected_tail =
      R"( ,"_meta":{"k":"v"}},{"type":"resource_link","uri":"x:y"} ] ,)"
      R"( "isError":false , "new" : 1.0e0 } )";
  EXPECT_TRUE(outcome.result->starts_with(before));
  EXPECT_TRUE(outcome.result->ends_with(expected_tail)) << *outcome.result;
}

TEST(result_rewriter, removes_structured_content_at_any_place) {
  rewriter_bench bench;
  const std::string content = R"("content":[)" + text_block(pretty(rows)) + "]";
  const std::string structured = R"("structuredContent":)" + rows;
  for (const std::string& result :
       {"{" + structured + "," + content + "}",
        "{" + content + "," + structured + "}",
        "{" + content + " , " + structured + " , \"z\":1}",
        "{\"a\":1 , " + structured + " , " + content + "}",
        "{ " + content + "\n,\n" + structured + "\n}"}) {
    const auto outcome = bench.run(result);
    ASSERT_TRUE(outcome.result);
    const auto members = members_of(*outcome.result);
    ASSERT_TRUE(members) << *outcome.result;
    EXPECT_EQ(value_length(trimmed(*outcome.result)),
              trimmed(*outcome.result).size());
    EXPECT_FALSE(find_member(*outcome.result, "structuredContent"));
    EXPECT_TRUE(same(texts_of(*outcome.result).at(0), rows));
  }
}

TEST(result_rewriter, adds_a_text_where_there_is_none) {
  rewriter_bench bench;
  bench.client.shows = shown_form::both;
  for (const char* content :
       {"", R"("content":[],)", R"("content": [ ] ,)",
        R"("content":[{"type":"image","data":"","mimeType":"i/p"}],)"}) {
    const std::string result =
        "{" + std::string(content) + R"("structuredContent":)" + rows + "}";
    const auto outcome = bench.run(result);
    ASSERT_TRUE(outcome.result) << content;
    EXPECT_EQ(value_length(*outcome.result), outcome.result->size());
    EXPECT_FALSE(find_member(*outcome.result, "structuredContent"));
    EXPECT_TRUE(same(texts_of(*outcome.result).at(0), rows));
  }
  // A client that shows texts saw nothing, and sees nothing.
  bench.client = client_that_shows(shown_form::text);
  const auto outcome =
      bench.run(R"({"content":[],"structuredContent":)" + rows + "}");
  EXPECT_FALSE(outcome.result);
}

TEST(result_rewriter, rewrites_text_without_structured_content) {
  rewriter_bench bench;
  const auto outcome = bench.run(text_result(pretty(rows)));
  ASSERT_TRUE(outcome.result);
  EXPECT_TRUE(same(texts_of(*outcome.result).at(0), rows));
}

TEST(result_rewriter, rewrites_each_text_for_itself) {
  rewriter_bench bench;
  const std::string other = pretty(R"({"a":[1,2,3],"b":{"c":null}})");
  const std::string result = R"({"content":[)" + text_block(pretty(rows)) +
                             "," + text_block("plain words") + "," +
                             text_block(other) + "]}";
  const auto outcome = bench.run(result);
  ASSERT_TRUE(outcome.result);
  const auto texts = texts_of(*outcome.result);
  ASSERT_EQ(texts.size(), 3U);
  EXPECT_TRUE(same(texts[0], rows));
  EXPECT_EQ(texts[1], "plain words");
  EXPECT_EQ(texts[2], R"({"a":[1,2,3],"b":{"c":null}})");
}

TEST(result_rewriter, passes_several_texts_beside_structured_content) {
  rewriter_bench bench;
  const std::string result = R"({"content":[)" + text_block(rows) + "," +
                             text_block("words") + R"(],"structuredContent":)" +
                             rows + "}";
  const auto outcome = bench.run(result);
  EXPECT_FALSE(outcome.result);
  EXPECT_EQ(outcome.reason, pass_reason::differs);
}

TEST(result_rewriter, keeps_structured_content_when_it_is_told_to) {
  rewriter_bench bench;
  const std::string result = both_result(pretty(rows), rows);
  const auto gains_nothing = bench.run(result, rewrite_mode::keep_structured);
  EXPECT_FALSE(gains_nothing.result);
  EXPECT_EQ(gains_nothing.reason, pass_reason::not_smaller);
  for (const shown_form form : {shown_form::text, shown_form::both}) {
    bench.client = client_that_shows(form);
    const auto outcome = bench.run(result, rewrite_mode::keep_structured);
    ASSERT_TRUE(outcome.result);
    EXPECT_EQ(find_member(*outcome.result, "structuredContent"), rows);
    EXPECT_TRUE(same(texts_of(*outcome.result).at(0), rows));
    EXPECT_LT(outcome.tokens_after, outcome.tokens_before);
  }
}

TEST(result_rewriter, passes_what_is_not_to_be_touched) {
  rewriter_bench bench;
  const auto reason_of = [&](const std::string& result) {
    const auto outcome = bench.run(result);
    EXPECT_FALSE(outcome.result) << result.substr(0, 200);
    return outcome.reason;
  };
  const std::string block = text_block(pretty(rows));
  EXPECT_EQ(reason_of(R"({"content":[)" + block + R"(],"isError":true})"),
            pass_reason::is_error);
  EXPECT_EQ(reason_of(R"({"resultType":"task","content":[)" + block + "]}"),
            pass_reason::not_complete);
  EXPECT_EQ(reason_of(R"({"resultType":"input_required"})"),
            pass_reason::not_complete);
  EXPECT_EQ(reason_of("nothing"), pass_reason::not_complete);
  EXPECT_EQ(reason_of(R"({"content":[{"type":"text","_meta":)"
                      R"({"codex/encryptedContent":1},"text":)" +
                      quoted_json(pretty(rows)) + "}]}"),
            pass_reason::encrypted);
  EXPECT_EQ(reason_of(text_result(std::string(500, 'x'))),
            pass_reason::not_json);
  EXPECT_EQ(reason_of(both_result("20 rows were found", rows)),
            pass_reason::differs);
  EXPECT_EQ(reason_of(text_result("{\n  \"a\": 1\n}")), pass_reason::small);
  EXPECT_EQ(reason_of(text_result("\"" + std::string(500, 'x') + "\"")),
            pass_reason::not_json);
}

TEST(result_rewriter, rewrites_errors_when_it_is_told_to) {
  rewriter_bench bench;
  bench.policy.errors = true;
  const auto outcome = bench.run(R"({"isError":true,"content":[)" +
                                 text_block(pretty(rows)) + "]}");
  ASSERT_TRUE(outcome.result);
  EXPECT_TRUE(outcome.result->starts_with(R"({"isError":true,)"));
}

TEST(result_rewriter, rewrites_resources_when_it_is_told_to) {
  const std::string result =
      R"({"content":[{"type":"resource","resource":{"uri":"x:y",)"
      R"("mimeType":"application/json","text":)" +
      quoted_json(pretty(rows)) + "}}]}";
  rewriter_bench bench;
  EXPECT_FALSE(bench.run(result).result);
  EXPECT_GT(bench.run(result).tokens_before, 0U);
  bench.policy.resources = true;
  const auto outcome = bench.run(result);
  ASSERT_TRUE(outcome.result);
  const auto call = read_call_result(*outcome.result);
  EXPECT_TRUE(same(*text_of(call->blocks[0].text), rows));
}

TEST(result_rewriter, leaves_texts_for_people_alone) {
  rewriter_bench bench;
  const std::string block =
      R"({"type":"text","annotations":{"audience":["user"]},"text":)" +
      quoted_json(pretty(rows)) + "}";
  EXPECT_FALSE(bench.run(R"({"content":[)" + block + "]}").result);
  // Without structuredContent the model would see nothing.
  const auto outcome = bench.run(R"({"content":[)" + block +
                                 R"(],"structuredContent":)" + rows + "}");
  EXPECT_FALSE(outcome.result);
  EXPECT_EQ(outcome.reason, pass_reason::differs);
}

/// A client that shows structuredContent alone would begin to show the picture.
TEST(result_rewriter, uncovers_no_picture) {
  const std::string result =
      R"({"content":[)" + text_block(rows) +
      R"(,{"type":"image","data":"AAAA","mimeType":"image/png"}],)"
      R"("structuredContent":)" +
      rows + "}";
  rewriter_bench bench;
  bench.client.shows = shown_form::structured;
  EXPECT_FALSE(bench.run(result).result);
  bench.client.shows = shown_form::both;
  EXPECT_TRUE(bench.run(result).result);
}

/// Limits are in tokens or in characters.
TEST(result_rewriter, tells_what_it_brought_below_a_limit) {
  const std::string text = pretty(rows);
  rewriter_bench bench;
  EXPECT_FALSE(bench.run(text_result(text)).crossed_limit);
  bench.client.max_characters = text.size() - 1;
  EXPECT_TRUE(bench.run(text_result(text)).crossed_limit);
  bench.client.max_characters = text.size();
  EXPECT_FALSE(bench.run(text_result(text)).crossed_limit);
  bench.client.max_characters = 10;
  EXPECT_FALSE(bench.run(text_result(text)).crossed_limit);
  bench.client.max_characters = 0;
  bench.client.max_tokens = bench.run(text_result(text)).tokens_before - 1;
  EXPECT_TRUE(bench.run(text_result(text)).crossed_limit);
}

TEST(result_rewriter, passes_what_a_document_cannot_carry) {
  rewriter_bench bench;
  for (const std::string value :
       {"9223372036854775808", "1e400", "0.12345678901234567891",
        R"({"a":1,"a":2})", R"("\ud800")"}) {
    std::string json = "[" + value;
    for (int i = 0; i < 60; ++i) json.append(", \"word\"");
    json.push_back(']');
    EXPECT_EQ(bench.run(text_result(json)).reason, pass_reason::outside_domain)
        << value;
    EXPECT_EQ(bench.run(both_result(json, json)).reason,
              pass_reason::outside_domain)
        << value;
    EXPECT_FALSE(bench.run(both_result(json, json)).result);
  }
  EXPECT_EQ(
      bench.run(R"({"content":[{"type":"text","text":"[\ud800]"}]})").reason,
      pass_reason::outside_domain);
}

TEST(result_rewriter, drops_structured_content_that_repeats_the_text) {
  rewriter_bench bench;
  std::string text;
  for (int i = 0; i < 40; ++i) text.append("[FILE] \"name\"\n");
  const std::string structured = R"({"content":)" + quoted_json(text) + "}";
  const auto outcome = bench.run(both_result(text, structured));
  ASSERT_TRUE(outcome.result);
  EXPECT_EQ(outcome.format, "text");
  EXPECT_EQ(*outcome.result, text_result(text));
  EXPECT_LT(outcome.tokens_after, outcome.tokens_before);
  bench.client = client_that_shows(shown_form::text);
  EXPECT_FALSE(bench.run(both_result(text, structured)).result);
}

TEST(result_rewriter, loses_no_null_member) {
  rewriter_bench bench;
  bench.client = client_that_shows(shown_form::both);
  const std::string rich = R"({"branches":)" + rows + R"(,"message":null})";
  const std::string poor = R"({"branches":)" + rows + "}";
  for (const auto& result :
       {both_result(pretty(rich), poor), both_result(pretty(poor), rich)}) {
    const auto outcome = bench.run(result);
    ASSERT_TRUE(outcome.result);
    EXPECT_TRUE(same(texts_of(*outcome.result).at(0), rich));
  }
}

TEST(result_rewriter, knows_only_the_formats_of_its_policy) {
  rewriter_bench json_only{std::vector<std::string>{}};
  const auto compact = json_only.run(text_result(pretty(rows)));
  ASSERT_TRUE(compact.result);
  EXPECT_EQ(compact.format, "json");
  EXPECT_EQ(texts_of(*compact.result).at(0), rows);
  rewriter_bench others{{"toon", "toon-tab", "none"}};
  const auto outcome = others.run(text_result(pretty(rows)));
  ASSERT_TRUE(outcome.result);
  EXPECT_TRUE(outcome.format.starts_with("toon")) << outcome.format;
  const auto back =
      pith::codecs().find("toon")->decode(texts_of(*outcome.result).at(0));
  ASSERT_TRUE(back);
  const auto expected = parsed(rows);
  EXPECT_TRUE(pith::equal(back->root(), expected.root()));
}

TEST(result_rewriter, takes_the_cheapest_of_gcf_and_tron_by_default) {
  rewriter_bench bench{rewrite_policy{}.formats};
  EXPECT_EQ(bench.run(text_result(rows)).format, "gcf");
  // As the graphs of the memory server: GCF costs more than JSON here.
  std::string entities = R"({"entities":[)";
  for (int i = 0; i < 60; ++i) {
    if (i != 0) entities += ',';
    entities += R"({"name":"svc-)" + std::to_string(i) +
                R"(","entityType":"service","observations":["runs on port )" +
                std::to_string(i) + R"(","is stable"]})";
  }
  entities += R"(],"relations":[]})";
  EXPECT_EQ(rewriter_bench{}.run(text_result(entities)).reason,
            pass_reason::not_smaller);
  const auto outcome = bench.run(both_result(pretty(entities), entities));
  ASSERT_TRUE(outcome.result);
  EXPECT_EQ(outcome.format, "tron");
  EXPECT_LT(outcome.tokens_after, outcome.tokens_before);
  const auto back =
      pith::codecs().find("tron")->decode(texts_of(*outcome.result).at(0));
  ASSERT_TRUE(back);
  const auto expected = parsed(entities);
  EXPECT_TRUE(pith::equal(back->root(), expected.root()));
}

TEST(result_rewriter, has_a_threshold) {
  auto counter = make_counter();
  const std::string text = pretty(rows);
  rewriter_bench bench;
  bench.policy.min_tokens = counter.count(text);
  EXPECT_TRUE(bench.run(text_result(text)).result);
  bench.policy.min_tokens = counter.count(text) + 1;
  const auto outcome = bench.run(text_result(text));
  EXPECT_FALSE(outcome.result);
  EXPECT_EQ(outcome.reason, pass_reason::small);
}

/// Removing structuredContent makes other texts visible; they count.
TEST(result_rewriter, counts_what_becomes_visible) {
  rewriter_bench bench;
  const std::string noise =
      R"({"type":"resource","resource":{"uri":"x:y","text":)" +
      quoted_json(rows_json(200)) + "}}";
  const std::string result = R"({"content":[)" + text_block(rows) + "," +
                             noise + R"(],"structuredContent":)" + rows + "}";
  const auto outcome = bench.run(result);
  EXPECT_FALSE(outcome.result);
  EXPECT_EQ(outcome.reason, pass_reason::not_smaller);
}

TEST(result_rewriter, takes_null_for_no_structured_content) {
  rewriter_bench bench;
  const auto outcome = bench.run(both_result(pretty(rows), "null"));
  ASSERT_TRUE(outcome.result);
  EXPECT_EQ(find_member(*outcome.result, "structuredContent"), "null");
  EXPECT_TRUE(same(texts_of(*outcome.result).at(0), rows));
}

TEST(result_rewriter, can_be_moved) {
  rewriter_bench bench;
  result_rewriter moved = std::move(bench.rewriter);
  EXPECT_TRUE(moved
                  .rewrite(text_result(pretty(rows)), rewrite_mode::text_only,
                           bench.client, "me")
                  .result);
}

TEST(result_rewriter, names_every_reason) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < pass_reason_count; ++i) {
    names.insert(name(static_cast<pass_reason>(i)));
  }
  EXPECT_EQ(names.size(), pass_reason_count);
  EXPECT_FALSE(names.contains(""));
}

}  // namespace
