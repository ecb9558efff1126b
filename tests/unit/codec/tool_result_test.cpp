// SPDX-License-Identifier: MIT
#include <pith/gcf.hpp>
#include <pith/json.hpp>
#include <pith/tool_result.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

pith::document parsed(std::string_view json) {
  auto doc = pith::json::parse(json);
  EXPECT_TRUE(doc) << json;
  return doc ? std::move(*doc) : pith::document{};
}

pith::result_encoding said(std::string_view json) {
  const auto doc = parsed(json);
  return pith::read_result_encoding(doc.root());
}

/// A word costs one token.
struct word_counter {
  std::size_t count(std::string_view text) const { return text.size() / 4 + 1; }
};

std::string table(int rows) {
  std::string json = R"({"rows":[)";
  for (int i = 0; i < rows; ++i) {
    if (i != 0) json += ',';
    json += R"({"identifier":)" + std::to_string(i) +
            R"(,"description":"text )" + std::to_string(i) + R"("})";
  }
  return json + "]}";
}

TEST(find_accepted, takes_names_and_media_types) {
  for (const char* word :
       {"gcf", "GCF", "text/gcf", "text/x-gcf", "Text/GCF"}) {
    const pith::codec* const found = pith::find_accepted(word);
    ASSERT_NE(found, nullptr) << word;
    EXPECT_EQ(found->name, "gcf") << word;
  }
  EXPECT_EQ(pith::find_accepted("application/json")->name, "json");
  EXPECT_EQ(pith::find_accepted("text/x-tron")->name, "tron");
}

TEST(find_accepted, takes_nothing_else) {
  for (const std::string& word :
       {std::string{}, std::string{"gcf2"}, std::string{"*/*"},
        std::string{"text/gcf;q=0"}, std::string{"text/x-"},
        std::string{"gcb"},   // binary
        std::string{"goon"},  // not every value
        std::string{"markdown"}, std::string(65, 'x'),
        "text/x-" + std::string(60, 'y'), std::string("gcf\0", 4)}) {
    EXPECT_EQ(pith::find_accepted(word), nullptr) << word;
  }
}

TEST(result_encoding, keeps_the_order_and_each_format_once) {
  const auto read = said(
      R"({"accept":["text/x-tron","gcf","text/gcf","x","application/json"],)"
      R"("maxTokens":8000,"more":1})");
  EXPECT_THAT(read.formats, Optional(ElementsAre("tron", "gcf", "json")));
  EXPECT_EQ(read.max_tokens, 8000U);
  EXPECT_FALSE(read.is_json_alone());
}

TEST(result_encoding, ignores_what_has_another_form) {
  for (const char* json :
       {"{}", "null", "[]", "7", R"({"accept":"gcf"})",
        R"({"accept":{"0":"gcf"}})", R"({"maxTokens":0})",
        R"({"maxTokens":-5})", R"({"maxTokens":1e3})", R"({"maxTokens":"9"})",
        R"({"maxTokens":1000000001})", R"({"Accept":["gcf"]})"}) {
    EXPECT_FALSE(said(json).says_something()) << json;
  }
  EXPECT_THAT(said(R"({"accept":[7,null,["gcf"],"text/plain"]})").formats,
              Optional(IsEmpty()));
}

TEST(result_encoding, reads_so_much_of_a_list) {
  std::string json = R"({"accept":[)";
  for (int i = 0; i < 16; ++i) json += R"("unknown",)";
  EXPECT_THAT(said(json + R"("gcf"]})").formats, Optional(IsEmpty()));
}

TEST(result_encoding, json_alone) {
  EXPECT_TRUE(said(R"({"accept":["application/json"]})").is_json_alone());
  EXPECT_TRUE(said(R"({"accept":["text/csv"]})").is_json_alone());
  EXPECT_FALSE(said(R"({"accept":["json","gcf"]})").is_json_alone());
  EXPECT_FALSE(said(R"({"maxTokens":5})").is_json_alone());
}

TEST(result_encoding, the_nearest_word_counts) {
  const auto near = said(R"({"maxTokens":5})");
  const auto far = said(R"({"accept":["gcf"],"maxTokens":9})");
  const auto both = near.value_or_from(far);
  EXPECT_THAT(both.formats, Optional(ElementsAre("gcf")));
  EXPECT_EQ(both.max_tokens, 5U);
}

TEST(result_encoding, is_found_in_both_eras) {
  const auto find = [](std::string_view params) {
    const auto doc = parsed(params);
    return pith::find_result_encoding(doc.root()).formats;
  };
  EXPECT_THAT(
      find(R"({"_meta":{"pith/result-encoding":{"accept":["gcf"]},)"
           R"("io.modelcontextprotocol/clientCapabilities":{"extensions":)"
           R"({"pith/result-encoding":{"accept":["tron"]}}}}})"),
      Optional(ElementsAre("gcf")));
  EXPECT_THAT(
      find(R"({"_meta":{"io.modelcontextprotocol/clientCapabilities":)"
           R"({"extensions":{"pith/result-encoding":{"accept":["tron"]}}}}})"),
      Optional(ElementsAre("tron")));
  EXPECT_THAT(find(R"({"capabilities":{"experimental":)"
                   R"({"pith/result-encoding":{"accept":["toon"]}}}})"),
              Optional(ElementsAre("toon")));
  EXPECT_EQ(find(R"({"arguments":{"pith/result-encoding":{}}})"), std::nullopt);
  EXPECT_FALSE(pith::find_result_encoding({}).says_something());
}

TEST(make_tool_result, answers_in_gcf_when_that_is_accepted) {
  const auto doc = parsed(table(30));
  word_counter counter;
  const auto made = pith::make_tool_result(
      doc.root(), said(R"({"accept":["text/x-gcf"]})"), counter);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->format, "gcf");
  const auto result = parsed(made->json);
  const pith::value root = result.root();
  EXPECT_EQ(root["_meta"]["pith/encoding"].value_or(""), "gcf");
  const auto block = root["content"][0];
  EXPECT_EQ(block["_meta"]["pith/encoding"].value_or(""), "gcf");
  EXPECT_FALSE(root["structuredContent"]);
  const auto back = pith::gcf::decode(block["text"].get_string().value_or(""));
  ASSERT_TRUE(back);
  EXPECT_TRUE(pith::equal(back->root(), doc.root()));
  EXPECT_EQ(made->tokens,
            counter.count(block["text"].get_string().value_or("")));
}

TEST(make_tool_result, answers_in_json_otherwise) {
  const auto doc = parsed(table(30));
  word_counter counter;
  for (const char* asked : {"{}", R"({"accept":["application/json"]})",
                            R"({"accept":["application/xml"]})"}) {
    const auto made = pith::make_tool_result(doc.root(), said(asked), counter);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->format, "json") << asked;
    EXPECT_EQ(made->json.find("_meta"), made->json.npos);
    const auto result = parsed(made->json);
    EXPECT_TRUE(pith::equal(*result.root()["structuredContent"], doc.root()));
    EXPECT_EQ(result.root()["content"][0]["text"].value_or(""), table(30));
  }
  // A list is not structured content by any revision of MCP.
  const auto list = parsed("[1,2]");
  EXPECT_EQ(pith::make_tool_result(list.root(), {}, counter)->json,
            R"({"content":[{"type":"text","text":"[1,2]"}]})");
}

TEST(make_tool_result, never_costs_more_than_json) {
  const auto doc = parsed(R"({"a":1})");
  word_counter counter;
  const auto made = pith::make_tool_result(
      doc.root(), said(R"({"accept":["gcf","toon"]})"), counter);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->json, R"({"content":[{"type":"text","text":"{\"a\":1}"}]})");
}

}  // namespace
