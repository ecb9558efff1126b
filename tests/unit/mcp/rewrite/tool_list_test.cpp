// SPDX-License-Identifier: MIT
#include "mcp/rewrite/tool_list.hpp"

#include "mcp/raw_json/json_span.hpp"
#include "test_data.hpp"

#include <gtest/gtest.h>

#include <array>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

class tool_list : public testing::Test {
 protected:
  void SetUp() override {
    auto data = pith::load_tokenizer("o200k_base");
    ASSERT_TRUE(data);
    counter_.emplace(std::move(*data));
  }

  tool_list_outcome run(std::string_view result) {
    return rewrite_tool_list(result, policy_, *counter_, registry_);
  }
  /// What is sent.
  std::string sent(std::string_view result) {
    return run(result).result.value_or(std::string(result));
  }

  rewrite_policy policy_;
  std::optional<pith::token_counter> counter_;
  tool_registry registry_;
};

TEST_F(tool_list, what_is_no_list_stays) {
  for (const std::string_view result :
       {"", "7", "{}", R"({"tools":7})", R"({"tools":{}})", R"({"tools":[1,]})",
        R"({"tools":[)"}) {
    const auto out = run(result);
    EXPECT_FALSE(out.result) << result;
    EXPECT_EQ(out.tools_before, 0U);
  }
}

TEST_F(tool_list, a_list_without_anything_to_change_stays) {
  const auto out = run(R"({"tools":[{"name":"a"},{"name":"b"}]})");
  EXPECT_FALSE(out.result);
  EXPECT_EQ(out.tools_before, 2U);
  EXPECT_EQ(out.tools_after, 2U);
  EXPECT_EQ(out.tokens_before, 2 * counter_->count(R"({"name":"a"})"));
  EXPECT_EQ(out.tokens_after, out.tokens_before);
}

TEST_F(tool_list, output_schemas_go_by_mode) {
  constexpr std::string_view list =
      R"({"_meta":{"x":1},"tools":[ {"name":"a","outputSchema":{}} ,)"
      R"({"name":"read_file","outputSchema":{}},{"name":"kept","x":2,)"
      R"("outputSchema":{}}],"ttlMs":5})";
  policy_.tools = {{"kept", rewrite_mode::keep_structured}};
  EXPECT_EQ(sent(list),
            R"({"_meta":{"x":1},"tools":[ {"name":"a"} ,)"
            R"({"name":"read_file","outputSchema":{}},{"name":"kept","x":2,)"
            R"("outputSchema":{}}],"ttlMs":5})");
  EXPECT_TRUE(registry_.find("a")->has_output_schema);
  policy_.mode = rewrite_mode::passthrough;
  EXPECT_FALSE(run(list).result);
}

TEST_F(tool_list, apps_keep_their_schema_and_pass) {
  const std::array<std::string, 3> apps{
      R"({"name":"app","outputSchema":{},"_meta":{"ui":{"resourceUri":"u"}}})",
      R"({"name":"app","outputSchema":{},"_meta":{"ui/resourceUri":"u"}})",
      R"({"name":"app","outputSchema":{},"_meta":)"
      R"({"openai/outputTemplate":1}})"};
  for (const std::string& app : apps) {
    EXPECT_FALSE(run("{\"tools\":[" + app + "]}").result) << app;
    EXPECT_TRUE(registry_.find("app")->is_app);
    EXPECT_EQ(mode_of(policy_, registry_, "app"), rewrite_mode::passthrough);
  }
  // An app no more: the registry follows the list.
  EXPECT_EQ(sent(R"({"tools":[{"name":"app","outputSchema":{}}]})"),
            R"({"tools":[{"name":"app"}]})");
  EXPECT_EQ(mode_of(policy_, registry_, "app"), rewrite_mode::text_only);
}

TEST_F(tool_list, only_what_is_allowed_is_offered) {
  constexpr std::string_view list =
      R"({"tools":[{"name":"git_log"}, {"name":"git_push"}, {"name":"rm"}]})";
  policy_.deny = {"*push"};
  EXPECT_EQ(sent(list), R"({"tools":[{"name":"git_log"}, {"name":"rm"}]})");
  EXPECT_FALSE(registry_.find("git_push"));
  policy_.allow = {"git_*"};
  EXPECT_EQ(sent(list), R"({"tools":[{"name":"git_log"}]})");
  policy_.allow = {"rm"};
  EXPECT_EQ(sent(list), R"({"tools":[{"name":"rm"}]})");
  policy_.allow = {"none"};
  const auto out = run(list);
  EXPECT_EQ(out.result, R"({"tools":[]})");
  EXPECT_EQ(out.tools_before, 3U);
  EXPECT_EQ(out.tools_after, 0U);
  EXPECT_GT(out.tokens_before, 0U);
  EXPECT_EQ(out.tokens_after, 0U);
}

TEST_F(tool_list, names_are_compared_decoded) {
  policy_.deny = {"rm"};
  EXPECT_EQ(sent(R"({"tools":[{"name":"\u0072m"}]})"), R"({"tools":[]})");
}

TEST_F(tool_list, what_has_no_name_is_offered_to_those_who_get_all) {
  constexpr std::string_view list = R"({"tools":[7,{"title":"x"}]})";
  EXPECT_FALSE(run(list).result);
  policy_.allow = {"a"};
  EXPECT_EQ(sent(list), R"({"tools":[]})");
}

TEST_F(tool_list, tools_are_removed_and_slimmed_together) {
  policy_.deny = {"b"};
  policy_.slim.titles = true;
  EXPECT_EQ(sent(R"({"tools":[{"name":"a","title":"A"},{"name":"b"},)"
                 R"({"title":"C","name":"c"},{"name":"b"}]})"),
            R"({"tools":[{"name":"a"},{"name":"c"}]})");
  EXPECT_LT(registry_.find("a")->tokens_after,
            registry_.find("a")->tokens_before);
}

TEST_F(tool_list, more_is_offered_on_the_last_page) {
  policy_.more = true;
  const std::string more = more_tool_definition();
  EXPECT_EQ(sent(R"({"tools":[{"name":"a"}],"x":1})"),
            R"({"tools":[{"name":"a"},)" + more + R"(],"x":1})");
  EXPECT_EQ(sent(R"({"tools":[ ],"nextCursor":null})"),
            R"({"tools":[ )" + more + R"(],"nextCursor":null})");
  EXPECT_FALSE(run(R"({"tools":[{"name":"a"}],"nextCursor":"c"})").result);
  EXPECT_FALSE(run(R"({"nextCursor":"","tools":[]})").result);
  policy_.deny = {"a"};
  for (const std::string_view list :
       {R"({"tools":[{"name":"a"}]})",
        R"({"tools":[{"name":"a"},{"name":"a"}]})"}) {
    EXPECT_EQ(sent(list), R"({"tools":[)" + more + R"(]})");
  }
  // Blanks before the bracket stay.
  EXPECT_EQ(sent(R"({"tools":[{"name":"a"} , {"name":"a"} ]})"),
            R"({"tools":[ )" + more + R"(]})");
  EXPECT_EQ(sent(R"({"tools":[{"name":"a"},{"name":"b"},{"name":"a"} ]})"),
            R"({"tools":[{"name":"b"} ,)" + more + R"(]})");
}

TEST_F(tool_list, more_is_counted) {
  policy_.more = true;
  const auto out = run(R"({"tools":[{"name":"a"}]})");
  EXPECT_EQ(out.tools_before, 1U);
  EXPECT_EQ(out.tools_after, 2U);
  EXPECT_EQ(out.tokens_after - out.tokens_before,
            counter_->count(more_tool_definition()));
  EXPECT_EQ(value_length(more_tool_definition()),
            more_tool_definition().size());
  EXPECT_TRUE(is_text(*find_member(more_tool_definition(), "name"), more_tool));
}

TEST_F(tool_list, a_tool_of_the_server_keeps_the_name_of_more) {
  policy_.more = true;
  EXPECT_FALSE(
      run(R"({"tools":[{"name":"pith_more"}],"nextCursor":"2"})").result);
  EXPECT_FALSE(run(R"({"tools":[{"name":"b"}]})").result);
}

TEST_F(tool_list, questions_are_offered_with_pages) {
  policy_.ask = true;
  const std::string own =
      more_tool_definition() + "," + query_tool_definition();
  EXPECT_EQ(sent(R"({"tools":[{"name":"a"}]})"),
            R"({"tools":[{"name":"a"},)" + own + "]}");
  EXPECT_EQ(sent(R"({"tools":[]})"), R"({"tools":[)" + own + "]}");
  EXPECT_EQ(
      sent(R"({"tools":[{"name":"pith_query"}]})"),
      R"({"tools":[{"name":"pith_query"},)" + more_tool_definition() + "]}");
  for (const std::string& tool :
       {more_tool_definition(), query_tool_definition()}) {
    EXPECT_EQ(value_length(tool), tool.size());
    // Clients that put tools off would hide these with the handle in sight.
    EXPECT_EQ(find_member(*find_member(tool, "_meta"), "anthropic/alwaysLoad"),
              "true");
  }
  EXPECT_TRUE(
      is_text(*find_member(query_tool_definition(), "name"), query_tool));
}

TEST_F(tool_list, a_definition_costs_its_compact_form) {
  EXPECT_EQ(definition_tokens("{ \"name\" :\n  \"a\" }", *counter_),
            counter_->count(R"({"name":"a"})"));
}

TEST_F(tool_list, a_full_registry_lets_others_pass) {
  for (std::size_t i = 0; i < tool_registry::max_tools; ++i) {
    registry_.note("t" + std::to_string(i), {});
  }
  EXPECT_TRUE(registry_.is_full());
  EXPECT_EQ(mode_of(policy_, registry_, "t1"), rewrite_mode::text_only);
  EXPECT_EQ(mode_of(policy_, registry_, "new"), rewrite_mode::passthrough);
  EXPECT_FALSE(run(R"({"tools":[{"name":"new","outputSchema":{}}]})").result);
  EXPECT_FALSE(registry_.find("new"));
  registry_.note("t1", {.is_app = true});
  EXPECT_TRUE(registry_.find("t1")->is_app);
  EXPECT_EQ(registry_.all().size(), tool_registry::max_tools);
}

/// Lists as real servers send them.
class recorded_lists : public tool_list {
 protected:
  static std::vector<std::string> lists() {
    std::vector<std::string> out;
    for (const std::string_view server :
         {"dbhub", "everything", "filesystem", "git", "memory", "sqlite"}) {
      const std::string name = std::string(server) + ".tools_list.json";
      std::string text = pith_tests::read_file(pith_tests::shared_dir() /
                                               "mcp-samples" / name);
      if (!text.empty()) out.push_back(std::move(text));
    }
    return out;
  }
};

TEST_F(recorded_lists, cost) {
  const std::vector<std::string> all = lists();
  if (all.size() != 6) GTEST_SKIP() << "no recorded lists";
  std::array<std::size_t, 3> tokens{};
  for (const std::string& list : all) {
    policy_.slim = {};
    const auto stripped = run(list);
    tokens[0] += stripped.tokens_before;
    tokens[1] += stripped.tokens_after;
    policy_.slim = {true, true, true, true};
    const auto slimmed = run(list);
    tokens[2] += slimmed.tokens_after;
    // What is left is JSON, and has nothing more to lose.
    ASSERT_TRUE(slimmed.result);
    EXPECT_EQ(value_length(*slimmed.result), trimmed(*slimmed.result).size());
    EXPECT_FALSE(run(*slimmed.result).result);
  }
  EXPECT_EQ(tokens[0], 24'328U);
  EXPECT_EQ(tokens[1], 14'563U);
  EXPECT_EQ(tokens[2], 12'658U);
}

}  // namespace
