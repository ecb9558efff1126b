// SPDX-License-Identifier: MIT
#include "mcp/protocol/format_wish.hpp"

#include "mcp/protocol/client_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

std::string request(std::string_view method, std::string_view params) {
  return R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) +
         R"(","params":)" + std::string(params) + "}";
}

pith::result_encoding of_request(std::string_view params) {
  const std::string text = request("tools/list", params);
  const auto m = read_message(text);
  EXPECT_TRUE(m) << text;
  return m ? wish_of_request(*m) : pith::result_encoding{};
}

std::string stripped(std::string_view method, std::string_view params) {
  const std::string text = request(method, params);
  const auto m = read_message(text);
  EXPECT_TRUE(m) << text;
  const auto without = m ? without_wish(*m) : std::nullopt;
  if (!without) return "same";
  const auto again = read_message(*without);
  EXPECT_TRUE(again) << *without;
  return again ? std::string(again->params) : "";
}

const std::string key = R"("pith/result-encoding")";

TEST(wish_of_request, reads_meta_then_capabilities) {
  EXPECT_THAT(of_request(R"({"_meta":{"pith\/result-encoding":)"
                         R"({"accept":["text/x-gcf","application/json"],)"
                         R"("maxTokens":8000}}})")
                  .formats,
              Optional(ElementsAre("gcf", "json")));
  const std::string both =
      R"({"_meta":{"io.modelcontextprotocol/clientCapabilities":)"
      R"({"extensions":{)" +
      key + R"(:{"accept":["tron"],"maxTokens":7}}},)" + key +
      R"(:{"accept":["gcf"]}}})";
  EXPECT_THAT(of_request(both).formats, Optional(ElementsAre("gcf")));
  EXPECT_EQ(of_request(both).max_tokens, 7U);
}

TEST(wish_of_request, takes_no_word_for_it_that_is_in_doubt) {
  EXPECT_FALSE(
      of_request("{" + key + R"(:{"accept":["gcf"]}})").says_something())
      << "not in _meta";
  EXPECT_FALSE(of_request(R"({"_meta":{)" + key +
                          R"(:{"accept":["gcf"],"accept":["tron"]}}})")
                   .says_something())
      << "a member twice";
  EXPECT_FALSE(of_request(R"({"_meta":{)" + key + R"(:{"accept":["gcf"]},)" +
                          key + R"(:{"accept":["tron"]}}})")
                   .says_something())
      << "the key twice";
  EXPECT_FALSE(of_request(R"({"_meta":{)" + key +
                          R"(:{"accept":["gcf"],"x":")" +
                          std::string(max_wish_bytes, 'x') + R"("}}})")
                   .says_something())
      << "too long";
  EXPECT_FALSE(of_request(R"({"_meta":[1]})").says_something());
  EXPECT_FALSE(of_request("{}").says_something());
}

TEST(client_text, refuses_the_key_twice) {
  const std::string twice =
      request("tools/list", R"({"_meta":{)" + key + R"(:{"accept":["gcf"]},)" +
                                key + R"(:{"accept":["tron"]}}})");
  EXPECT_TRUE(read_client_text(twice).is_refused());
}

TEST(wish_of_session, reads_both_kinds_of_capabilities) {
  const auto of = [](std::string_view params) {
    const std::string text = request("initialize", params);
    return wish_of_session(*read_message(text)).formats;
  };
  EXPECT_THAT(of(R"({"capabilities":{"experimental":{)" + key +
                 R"(:{"accept":["tron"]}},"extensions":{)" + key +
                 R"(:{"accept":["gcf"]}}}})"),
              Optional(ElementsAre("gcf")));
  EXPECT_THAT(of(R"({"capabilities":{"experimental":{)" + key +
                 R"(:{"accept":["tron"]}}}})"),
              Optional(ElementsAre("tron")));
  EXPECT_EQ(of(R"({"capabilities":{}})"), std::nullopt);
}

http_request head_of(std::string target,
                     std::initializer_list<const char*> accept) {
  http_request head;
  head.target = std::move(target);
  for (const char* const value : accept) head.fields.add("pith-accept", value);
  return head;
}

TEST(wish_of_head, reads_the_field_then_the_target) {
  EXPECT_THAT(wish_of_head(head_of("/mcp", {"text/x-gcf , json,"})).formats,
              Optional(ElementsAre("gcf", "json")));
  EXPECT_THAT(wish_of_head(head_of("/mcp?format=tron", {"gcf"})).formats,
              Optional(ElementsAre("gcf")));
  EXPECT_THAT(
      wish_of_head(head_of("/mcp?client=codex&format=text%2Fx-gcf%2Ctron", {}))
          .formats,
      Optional(ElementsAre("gcf", "tron")));
  EXPECT_THAT(wish_of_head(head_of("/mcp", {"*/*"})).formats,
              Optional(IsEmpty()));
}

TEST(wish_of_head, takes_no_word_for_it_that_is_in_doubt) {
  EXPECT_FALSE(wish_of_head(head_of("/mcp", {"gcf", "json"})).says_something());
  EXPECT_FALSE(wish_of_head(head_of("/mcp?format=gcf&format=json", {}))
                   .says_something());
  EXPECT_FALSE(wish_of_head(head_of("/mcp?format=%4", {})).says_something());
  EXPECT_FALSE(wish_of_head(head_of("/mcp?format=%zz", {})).says_something());
  EXPECT_FALSE(wish_of_head(head_of("/mcp?formats=gcf", {})).says_something());
  const std::string long_list(max_wish_bytes + 1, ',');
  EXPECT_FALSE(
      wish_of_head(head_of("/mcp?format=" + long_list, {long_list.c_str()}))
          .says_something());
}

TEST(without_wish, takes_it_out_and_leaves_the_rest) {
  EXPECT_EQ(stripped("tools/list", R"({"_meta":{"a":1}})"), "same");
  EXPECT_EQ(stripped("tools/list", "{}"), "same");
  EXPECT_EQ(
      stripped(
          "tools/call",
          R"({ "name":"t","arguments":{"_meta":{)" + key +
              R"(:1}}, "_meta" : {"a" : 1.50, "pith\u002fresult-encoding":{}, )" +
              R"("b":[1, 2]} })"),
      R"({ "name":"t","arguments":{"_meta":{)" + key +
          R"(:1}}, "_meta" : {"a" : 1.50,"b":[1, 2]} })");
  EXPECT_EQ(stripped("tools/list", R"({"_meta":{)" + key + ":1}}"),
            R"({"_meta":{}})");
  EXPECT_EQ(
      stripped("tools/list",
               R"({"_meta":{"io.modelcontextprotocol/clientCapabilities":)"
               R"({"extensions":{"x/y":{},)" +
                   key + ":1," + key + ":2}}," + key + ":3}}"),
      R"({"_meta":{"io.modelcontextprotocol/clientCapabilities":)"
      R"({"extensions":{"x/y":{}}}}})");
  const std::string capabilities = R"({"capabilities":{"extensions":{)" + key +
                                   R"(:1},"experimental":{)" + key +
                                   R"(:2,"z":3}}})";
  EXPECT_EQ(stripped("initialize", capabilities),
            R"({"capabilities":{"extensions":{},"experimental":{"z":3}}})");
  EXPECT_EQ(stripped("other", capabilities), "same");
}

TEST(session_name, holds_what_was_said) {
  const auto same = [](std::string_view id, const pith::result_encoding& said) {
    const std::string name = name_session(id, said);
    const named_session read = read_session_name(name);
    EXPECT_EQ(read.id, id) << name;
    EXPECT_EQ(read.said, said) << name;
  };
  same("abc", {});
  EXPECT_EQ(name_session("abc", {}), "abc");
  same("", {});
  same("~gcf~5~abc", {});
  same("a~b", {{{"gcf", "json"}}, 8000});
  same("abc", {std::vector<std::string>{}, 0});
  same("~", {std::nullopt, 1});
}

TEST(session_name, of_another_form_is_an_id) {
  for (const char* name :
       {"~", "~~", "~gcf~", "~gcf~x~id", "~gcf~-1~id", "~gcf~1000000001~id",
        "~gcf~99999999999999999999~i", "x~gcf~5~id"}) {
    EXPECT_EQ(read_session_name(name).id, name);
    EXPECT_FALSE(read_session_name(name).said.says_something()) << name;
  }
  EXPECT_THAT(read_session_name("~zip,gcf~0~id").said.formats,
              Optional(ElementsAre("gcf")));
}

}  // namespace
