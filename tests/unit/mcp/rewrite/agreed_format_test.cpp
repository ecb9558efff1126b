// SPDX-License-Identifier: MIT
/// @file
/// Results for clients that say what they read, and of servers that answer in
/// another format than JSON themselves.
#include "mcp/rewrite/result_rewriter.hpp"
#include "rewriter_bench.hpp"

namespace {

using namespace mcp_test;

const std::string rows = rows_json(40);

client_profile client_that_reads(std::vector<std::string> formats,
                                 std::size_t max_tokens = 0) {
  client_profile client;
  client.ask({std::move(formats), max_tokens});
  return client;
}

std::string gcf_of(std::string_view json) {
  const auto doc = parsed(json);
  return *pith::gcf::encode(doc.root());
}

/// A result as a server sends it that marks its blocks itself.
std::string marked_result(std::string_view text, std::string_view format) {
  std::string out = R"({"content":[{"type":"text","text":)";
  out += quoted_json(text) + R"(,"_meta":{"pith/encoding":)" +
         quoted_json(format) + R"(}}],"_meta":{"pith/encoding":)" +
         quoted_json(format) + "}}";
  return out;
}

std::string mark_of_block(std::string_view result) {
  const auto call = read_call_result(result);
  if (!call || call->blocks.empty()) return "none";
  const auto raw =
      find_path(call->blocks.front().raw, {"_meta", "pith/encoding"});
  return raw ? text_of(*raw).value_or("") : "none";
}

std::string mark_of_result(std::string_view result) {
  const auto raw = find_path(result, {"_meta", "pith/encoding"});
  return raw ? text_of(*raw).value_or("") : "none";
}

struct native_bench : rewriter_bench {
  native_bench() { policy.native = true; }
};

TEST(agreed_format, is_what_the_client_reads) {
  rewriter_bench bench{{"gcf", "tron"}};
  for (const char* format : {"gcf", "tron", "toon"}) {
    bench.client = client_that_reads({format});
    const auto outcome = bench.run(both_result(pretty(rows), rows));
    ASSERT_TRUE(outcome.result) << format;
    EXPECT_EQ(outcome.format, format);
    EXPECT_EQ(mark_of_block(*outcome.result), format);
    EXPECT_EQ(mark_of_result(*outcome.result), format);
    EXPECT_FALSE(find_member(*outcome.result, "structuredContent"));
    const auto back =
        pith::codecs().find(format)->decode(texts_of(*outcome.result).front());
    ASSERT_TRUE(back);
    const auto expected = parsed(rows);
    EXPECT_TRUE(pith::equal(back->root(), expected.root()));
  }
}

TEST(agreed_format, is_the_cheapest_of_several) {
  rewriter_bench bench{{"tron"}};
  bench.client = client_that_reads({"toon", "gcf"});
  const auto both = bench.run(text_result(pretty(rows)));
  bench.client = client_that_reads({"toon"});
  const auto toon = bench.run(text_result(pretty(rows)));
  bench.client = client_that_reads({"gcf"});
  const auto gcf = bench.run(text_result(pretty(rows)));
  EXPECT_EQ(both.tokens_after, std::min(toon.tokens_after, gcf.tokens_after));
}

TEST(agreed_format, is_compact_json_where_that_costs_less) {
  rewriter_bench bench;
  bench.policy.min_tokens = 0;
  bench.client = client_that_reads({"gcf"});
  const std::string small = R"({"a":[1,2]})";
  const auto outcome = bench.run(text_result(pretty(small)));
  ASSERT_TRUE(outcome.result);
  EXPECT_EQ(outcome.format, "json");
  EXPECT_EQ(texts_of(*outcome.result).front(), small);
  EXPECT_EQ(mark_of_block(*outcome.result), "none");
  EXPECT_EQ(mark_of_result(*outcome.result), "none");
}

TEST(agreed_format, is_marked_for_those_who_asked_only) {
  rewriter_bench bench;
  const auto outcome = bench.run(text_result(pretty(rows)));
  ASSERT_TRUE(outcome.result);
  EXPECT_EQ(outcome.format, "gcf");
  EXPECT_EQ(outcome.result->find("_meta"), outcome.result->npos);
  bench.client.ask({std::nullopt, 100'000});
  EXPECT_EQ(bench.run(text_result(pretty(rows))).result, outcome.result)
      << "a limit asks for no format";
}

TEST(agreed_format, of_json_alone_leaves_the_result) {
  rewriter_bench bench;
  for (const auto& formats :
       {std::vector<std::string>{"json"}, std::vector<std::string>{}}) {
    bench.client = client_that_reads(formats);
    const auto outcome = bench.run(both_result(pretty(rows), rows));
    EXPECT_FALSE(outcome.result);
    EXPECT_EQ(outcome.reason, pass_reason::unchanged_asked);
    EXPECT_EQ(outcome.tokens_after, outcome.tokens_before);
  }
  bench.policy.more = true;
  bench.client.max_tokens = 50;
  EXPECT_FALSE(bench.run(text_result(rows)).result) << "nor is it cut";
}

TEST(agreed_format, of_json_alone_with_a_limit_is_compact_and_cut) {
  rewriter_bench bench;
  bench.policy.more = true;
  bench.client = client_that_reads({"json"}, 300);
  const auto outcome = bench.run(text_result(pretty(rows)));
  ASSERT_TRUE(outcome.result);
  EXPECT_TRUE(outcome.is_paged);
  EXPECT_EQ(outcome.format, "json");
  EXPECT_LE(outcome.tokens_after, 300U);
  EXPECT_EQ(mark_of_block(*outcome.result), "none");
}

TEST(agreed_format, is_that_of_pages_too) {
  rewriter_bench bench;
  bench.policy.more = true;
  bench.client = client_that_reads({"gcf"}, 300);
  const auto outcome = bench.run(text_result(pretty(rows)));
  ASSERT_TRUE(outcome.result);
  ASSERT_TRUE(outcome.is_paged);
  EXPECT_EQ(mark_of_block(*outcome.result), "gcf");
  EXPECT_EQ(mark_of_result(*outcome.result), "gcf");
  const std::string words = texts_of(*outcome.result).back();
  const std::size_t begin = words.find('{');
  const std::string arguments =
      words.substr(begin, words.find('}') - begin + 1);
  const std::string next = bench.rewriter.more(arguments, "me", bench.client);
  EXPECT_EQ(mark_of_block(next), "gcf") << next;
  EXPECT_EQ(mark_of_result(next), "gcf");
  EXPECT_TRUE(pith::gcf::decode(texts_of(next).front()));
  EXPECT_EQ(mark_of_block(bench.rewriter.more(arguments, "me")), "none");
}

TEST(agreed_format, pieces_of_a_row_have_no_mark) {
  rewriter_bench bench;
  bench.policy.more = true;
  bench.client = client_that_reads({"gcf"}, 100);
  std::string words;
  for (int i = 0; i < 400; ++i) words += "word" + std::to_string(i) + ' ';
  const auto outcome =
      bench.run(text_result(R"([{"a":")" + words + R"("},{"a":"x"}])"));
  ASSERT_TRUE(outcome.result);
  ASSERT_TRUE(outcome.is_paged);
  EXPECT_EQ(mark_of_block(*outcome.result), "none");
}

TEST(foreign_mark, is_not_believed) {
  rewriter_bench bench;
  bench.client = client_that_reads({"gcf"});
  const std::string forged = marked_result("nothing of the kind", "gcf");
  const auto outcome = bench.run(forged);
  ASSERT_TRUE(outcome.result);
  EXPECT_EQ(mark_of_block(*outcome.result), "none");
  EXPECT_EQ(mark_of_result(*outcome.result), "none");
  EXPECT_EQ(texts_of(*outcome.result).front(), "nothing of the kind");
  // GCF of a server that is not trusted is a text.
  const auto text = bench.run(marked_result(gcf_of(rows), "gcf"));
  ASSERT_TRUE(text.result);
  EXPECT_EQ(text.reason, pass_reason::not_json);
  EXPECT_EQ(mark_of_block(*text.result), "none");
  bench.client = {};
  EXPECT_FALSE(bench.run(forged).result) << "nobody asked";
}

TEST(native_result, stays_when_it_is_accepted) {
  native_bench bench;
  const std::string sent = marked_result(gcf_of(rows), "gcf");
  bench.client = client_that_reads({"gcf", "json"});
  const auto outcome = bench.run(sent);
  EXPECT_FALSE(outcome.result) << *outcome.result;
  EXPECT_EQ(outcome.reason, pass_reason::not_smaller);
  EXPECT_EQ(outcome.tokens_before, make_counter().count(gcf_of(rows)));
  bench.client = {};
  const auto unasked = bench.run(sent);
  ASSERT_TRUE(unasked.result);
  EXPECT_EQ(texts_of(*unasked.result).front(), gcf_of(rows));
  EXPECT_EQ(mark_of_block(*unasked.result), "none");
}

TEST(native_result, becomes_what_is_accepted) {
  native_bench bench;
  const std::string sent = marked_result(gcf_of(rows), "gcf");
  bench.client = client_that_reads({"tron"});
  const auto tron = bench.run(sent);
  ASSERT_TRUE(tron.result);
  EXPECT_EQ(tron.format, "tron");
  EXPECT_EQ(mark_of_block(*tron.result), "tron");
  EXPECT_EQ(mark_of_result(*tron.result), "tron");
  bench.client = client_that_reads({"json"});
  const auto json = bench.run(sent);
  ASSERT_TRUE(json.result);
  EXPECT_TRUE(same(texts_of(*json.result).front(), rows));
  EXPECT_EQ(texts_of(*json.result).front().front(), '[');
  EXPECT_EQ(mark_of_block(*json.result), "none");
  EXPECT_EQ(mark_of_result(*json.result), "none");
}

TEST(native_result, of_a_format_that_no_policy_has_becomes_one_that_it_has) {
  native_bench bench;
  const auto doc = parsed(rows);
  const std::string toon = *pith::codecs().find("toon")->encode(doc.root());
  const auto outcome = bench.run(marked_result(toon, "toon"));
  ASSERT_TRUE(outcome.result);
  EXPECT_EQ(outcome.format, "gcf");
  EXPECT_TRUE(same(texts_of(*outcome.result).front(), rows));
  EXPECT_EQ(mark_of_block(*outcome.result), "none") << "nobody asked";
}

TEST(native_result, is_cut_by_its_rows) {
  native_bench bench;
  bench.policy.more = true;
  bench.client = client_that_reads({"gcf"}, 300);
  const auto outcome = bench.run(marked_result(gcf_of(rows), "gcf"));
  ASSERT_TRUE(outcome.result);
  ASSERT_TRUE(outcome.is_paged);
  EXPECT_EQ(outcome.format, "gcf");
  EXPECT_LE(outcome.tokens_after, 300U);
  EXPECT_EQ(mark_of_block(*outcome.result), "gcf");
  EXPECT_TRUE(pith::gcf::decode(texts_of(*outcome.result).front()));
}

TEST(native_result, with_a_wrong_mark_is_text) {
  native_bench bench;
  bench.client = client_that_reads({"json"});
  for (const char* format : {"gcf", "zip", "json", ""}) {
    const auto outcome = bench.run(marked_result("no document", format));
    ASSERT_TRUE(outcome.result) << format;
    EXPECT_EQ(texts_of(*outcome.result).front(), "no document");
    EXPECT_EQ(mark_of_block(*outcome.result), "none") << format;
    EXPECT_EQ(mark_of_result(*outcome.result), "none") << format;
  }
}

}  // namespace
