// SPDX-License-Identifier: MIT
#include "mcp/discover/tool_disclosure.hpp"

#include "mcp/protocol/call_result.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/raw_json/json_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

disclosed_tool tool(std::string member, std::string original,
                    std::string_view rest, bool reads = false) {
  disclosed_tool out{.name = member + "__" + original,
                     .member = std::move(member),
                     .original = std::move(original)};
  out.definition = "{\"name\":" + quoted_json(out.name) + std::string{rest};
  out.is_read_only = reads;
  return out;
}

std::vector<disclosed_tool> some_tools() {
  return {
      tool("files", "read_file",
           R"(,"description":"Reads a file.","inputSchema":{"type":"object",)"
           R"("properties":{"path":{"type":"string"}},"required":["path"]}})",
           true),
      tool(
          "files", "write_file",
          R"(,"description":"Writes a file.","inputSchema":{"type":"object"}})"),
      tool(
          "mail", "send",
          R"(,"description":"Sends a mail.","inputSchema":{"type":"object"}})"),
  };
}

class disclosure : public testing::Test {
 protected:
  void SetUp() override {
    auto data = pith::load_tokenizer("o200k_base");
    ASSERT_TRUE(data);
    counter_.emplace(std::move(*data));
    make(some_tools());
  }

  void make(std::vector<disclosed_tool> tools) {
    made_.emplace(std::move(tools), std::vector<std::vector<std::string>>{},
                  *counter_);
  }
  /// The names in the list that is sent.
  std::vector<std::string> listed() {
    std::vector<std::string> out;
    const auto tools = elements_of(made_->list());
    EXPECT_TRUE(tools);
    for (const std::string_view one :
         tools.value_or(std::vector<std::string_view>{})) {
      out.push_back(
          text_of(find_member(one, "name").value_or("")).value_or(""));
    }
    return out;
  }
  /// The text of an answer of pith_find.
  std::string found(std::string_view arguments) {
    const std::string result = made_->answer_find(arguments);
    const auto read = read_call_result(result);
    EXPECT_TRUE(read && read->blocks.size() == 1) << result;
    if (!read || read->blocks.empty()) return {};
    return (read->is_error ? "error: " : "") +
           text_of(read->blocks[0].text).value_or("");
  }

  std::optional<pith::token_counter> counter_;
  std::optional<tool_disclosure> made_;
};

TEST_F(disclosure, lists_its_own_tools_only) {
  EXPECT_THAT(listed(), ElementsAre("pith_find", "pith_read", "pith_call"));
  EXPECT_FALSE(find_json_fault(made_->list()));
  const auto tools = elements_of(made_->list());
  ASSERT_TRUE(tools);
  for (const std::string_view one : *tools) {
    EXPECT_EQ(find_path(one, {"_meta", "anthropic/alwaysLoad"}), "true");
    const bool is_call = find_member(one, "name") == R"("pith_call")";
    EXPECT_EQ(find_path(one, {"annotations", "readOnlyHint"}).has_value(),
              !is_call);
  }
}

TEST_F(disclosure, lists_what_is_pinned_or_drawn_by_a_page) {
  auto tools = some_tools();
  tools[2].is_pinned = true;
  tools.push_back(
      tool("a", "new", R"(,"_meta":{"ui":{"resourceUri":"ui://x"}}})"));
  tools.push_back(tool("a", "old", R"(,"_meta":{"ui/resourceUri":"ui://x"}})"));
  const std::string pinned = tools[2].definition;
  make(std::move(tools));
  EXPECT_THAT(listed(), ElementsAre("mail__send", "a__new", "a__old",
                                    "pith_find", "pith_read", "pith_call"));
  EXPECT_THAT(made_->list(), StartsWith("[" + pinned + ","));
}

TEST_F(disclosure, has_no_pith_read_where_it_reaches_nothing) {
  auto tools = some_tools();
  tools.erase(tools.begin());
  make(std::move(tools));
  EXPECT_THAT(listed(), ElementsAre("pith_find", "pith_call"));
}

TEST_F(disclosure, may_have_no_tools) {
  make({});
  EXPECT_THAT(listed(), ElementsAre("pith_find", "pith_call"));
  EXPECT_EQ(made_->tokens_before(), 0U);
  EXPECT_THAT(found(R"({"query":"mail"})"), StartsWith("No tool matches."));
}

TEST_F(disclosure, names_the_servers_with_their_numbers_of_tools) {
  EXPECT_THAT(made_->list(), HasSubstr("files 2, mail 1."));
}

TEST_F(disclosure, names_servers_only_as_far_as_its_tokens_reach) {
  std::vector<disclosed_tool> tools;
  for (int i = 0; i < 500; ++i) {
    tools.push_back(tool("server-" + std::to_string(i), "x", "}"));
  }
  make(std::move(tools));
  const std::string first{elements_of(made_->list())->at(0)};
  const std::string text =
      text_of(find_member(first, "description").value_or("")).value_or("");
  EXPECT_LE(counter_->count(text), tool_disclosure::max_find_tokens);
  EXPECT_GT(counter_->count(text), tool_disclosure::max_find_tokens - 40);
  EXPECT_THAT(text, HasSubstr("more servers."));
}

TEST_F(disclosure, counts_tokens_before_and_after) {
  std::size_t before = 0;
  for (const disclosed_tool& one : some_tools()) {
    before += counter_->count(one.definition);
  }
  EXPECT_EQ(made_->tokens_before(), before);
  EXPECT_NEAR(static_cast<double>(made_->tokens_after()),
              static_cast<double>(counter_->count(made_->list())), 5);
}

TEST_F(disclosure, finds_tools_with_their_arguments) {
  const std::string text = found(R"({"query":"read a file"})");
  EXPECT_THAT(text, HasSubstr("\npith_read files__read_file: Reads a file.\n"
                              "{path: string}\n"));
  EXPECT_THAT(text, HasSubstr("\npith_call files__write_file: "));
  EXPECT_THAT(text, Not(HasSubstr("more match")));
}

TEST_F(disclosure, finds_no_more_than_asked_for) {
  const std::string text = found(R"({"query":"file","limit":1})");
  EXPECT_THAT(text, HasSubstr("\n1 more matches."));
  std::vector<disclosed_tool> many;
  for (int i = 0; i < 50; ++i) {
    many.push_back(tool("m", "file" + std::to_string(i), "}"));
  }
  make(std::move(many));
  for (const auto& [arguments, more] :
       {std::pair{R"({"query":"file"})", "45 more"},
        std::pair{R"({"query":"file","limit":null})", "45 more"},
        std::pair{R"({"query":"file","limit":20})", "30 more"},
        std::pair{R"({"query":"file","limit":21})", "30 more"},
        std::pair{R"({"query":"file","limit":99999999999999999999999})",
                  "30 more"}}) {
    EXPECT_THAT(found(arguments), HasSubstr(more)) << arguments;
  }
}

TEST_F(disclosure, says_what_is_wrong_with_a_search) {
  for (const std::string_view arguments :
       {"", "{}", "[]", "7", R"({"query":7})", R"({"query":"\ud800"})"}) {
    EXPECT_THAT(found(arguments), StartsWith("error: pith_find needs a query"))
        << arguments;
  }
  for (const std::string_view limit : {"0", "-1", "1.5", "\"3\"", "true"}) {
    const std::string arguments =
        R"({"query":"x","limit":)" + std::string{limit} + "}";
    EXPECT_THAT(found(arguments), StartsWith("error: The limit")) << limit;
  }
  EXPECT_THAT(found(R"({"query":"zebra"})"), StartsWith("No tool matches."));
}

TEST_F(disclosure, shows_whole_texts_only_for_an_exact_name) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "word ";
  make({tool("m", "long_one",
             ",\"description\":\"" + text + "\",\"inputSchema\":{}}")});
  EXPECT_THAT(found(R"({"query":"long"})"), HasSubstr("word..."));
  const std::string whole = found(R"({"query":"m__long_one"})");
  EXPECT_THAT(whole, Not(HasSubstr("...")));
  EXPECT_GT(whole.size(), 999U);
}

TEST_F(disclosure, takes_synonyms_of_the_operator) {
  const std::vector<std::vector<std::string>> groups{{"zebra", "mail"}};
  made_.emplace(some_tools(), groups, *counter_);
  EXPECT_THAT(found(R"({"query":"zebra"})"), HasSubstr("mail__send"));
}

TEST_F(disclosure, unwraps_a_call) {
  const std::string params =
      R"({ "name" : "pith_call", "_meta":{"progressToken":1}, "arguments": )"
      R"({"tool":"mail__send","arguments": {"to": "x"} } })";
  const unwrapped_call call = made_->unwrap(params);
  ASSERT_NE(call.tool, nullptr) << call.error;
  EXPECT_EQ(call.tool->original, "send");
  EXPECT_EQ(call.arguments, R"({"to": "x"})");
  EXPECT_EQ(call.params,
            R"({ "name" : "mail__send", "_meta":{"progressToken":1}, )"
            R"("arguments": {"to": "x"} })");
  EXPECT_THAT(call.error, IsEmpty());
}

TEST_F(disclosure, unwraps_whatever_the_order_of_members) {
  const unwrapped_call call = made_->unwrap(
      R"({"arguments":{"arguments":{},"tool":"files__read_file"},)"
      R"("name":"pith_read"})");
  ASSERT_NE(call.tool, nullptr) << call.error;
  EXPECT_EQ(call.params, R"({"arguments":{},"name":"files__read_file"})");
}

TEST_F(disclosure, takes_missing_arguments_for_none) {
  const unwrapped_call call = made_->unwrap(
      R"({"name":"pith_call","arguments":{"tool":"mail__send"}})");
  ASSERT_NE(call.tool, nullptr) << call.error;
  EXPECT_EQ(call.params, R"({"name":"mail__send","arguments":{}})");
}

TEST_F(disclosure, says_which_of_the_two_reaches_a_tool) {
  const unwrapped_call reading = made_->unwrap(
      R"({"name":"pith_read","arguments":{"tool":"mail__send"}})");
  EXPECT_EQ(reading.tool, nullptr);
  EXPECT_EQ(reading.error,
            "Call mail__send with pith_call, not with pith_read.");
  const unwrapped_call calling = made_->unwrap(
      R"({"name":"pith_call","arguments":{"tool":"files__read_file"}})");
  EXPECT_EQ(calling.tool, nullptr);
  EXPECT_EQ(calling.error,
            "Call files__read_file with pith_read, not with pith_call.");
}

TEST_F(disclosure, names_the_nearest_of_an_unknown_tool) {
  const unwrapped_call call = made_->unwrap(
      R"({"name":"pith_call","arguments":{"tool":"write_file"}})");
  EXPECT_EQ(call.tool, nullptr);
  EXPECT_THAT(call.error, StartsWith("There is no tool \"write_file\". "
                                     "Nearest: files__write_file"));
  EXPECT_THAT(
      made_->unwrap(R"({"name":"pith_call","arguments":{"tool":"zebra"}})")
          .error,
      HasSubstr("Use pith_find"));
}

TEST_F(disclosure, refuses_arguments_that_are_no_object) {
  const auto error_of = [&](const std::string& arguments) {
    const unwrapped_call call =
        made_->unwrap(R"({"name":"pith_call","arguments":{"tool":)"
                      R"("mail__send","arguments":)" +
                      arguments + "}}");
    EXPECT_EQ(call.tool, nullptr);
    EXPECT_THAT(call.params, IsEmpty());
    return call.error;
  };
  EXPECT_THAT(error_of(R"("{\"to\":\"x\"}")"), HasSubstr("is a string"));
  for (const char* const arguments : {"[]", "7", "null", "true"}) {
    EXPECT_EQ(error_of(arguments), "\"arguments\" must be a JSON object.");
  }
}

TEST_F(disclosure, takes_any_bytes_for_params) {
  for (const std::string_view params :
       {"", "7", "[]", "{", R"({"name":7})", R"({"name":"pith_find"})",
        R"({"name":"mail__send","arguments":{}})", R"({"name":"pith_call"})",
        R"({"name":"pith_call","arguments":[]})",
        R"({"name":"pith_call","arguments":{"tool":""}})",
        R"({"name":"pith_call","arguments":{"tool":"pith_call"}})",
        R"({"name":"pith_call","arguments":{"tool":"\ud800"}})"}) {
    const unwrapped_call call = made_->unwrap(params);
    EXPECT_EQ(call.tool, nullptr) << params;
    EXPECT_THAT(call.error, Not(IsEmpty())) << params;
  }
}

TEST(read_only_tools, are_those_that_the_operator_declared) {
  const std::array<std::string, 2> patterns{"get_*", "list"};
  constexpr std::string_view hinted =
      R"({"annotations":{"readOnlyHint":true}})";
  EXPECT_TRUE(is_read_only("get_issue", "{}", patterns, false));
  EXPECT_TRUE(is_read_only("list", "{}", patterns, false));
  EXPECT_FALSE(is_read_only("list_all", "{}", patterns, false));
  EXPECT_FALSE(is_read_only("forget_issue", hinted, patterns, false));
  EXPECT_TRUE(is_read_only("forget_issue", hinted, patterns, true));
  EXPECT_FALSE(is_read_only("x", R"({"annotations":{"readOnlyHint":"true"}})",
                            {}, true));
  EXPECT_FALSE(is_read_only("x", "7", {}, true));
}

}  // namespace
