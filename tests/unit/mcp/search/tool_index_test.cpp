// SPDX-License-Identifier: MIT
#include "mcp/search/tool_index.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

searched_tool tool(std::string member, std::string original,
                   std::string description, std::string_view schema = "{}") {
  searched_tool out{.name = member + "__" + original,
                    .member = std::move(member),
                    .original = std::move(original),
                    .description = std::move(description)};
  read_parameters(schema, out);
  return out;
}

std::vector<searched_tool> some_tools() {
  return {
      tool("files", "create_directory", "Creates a directory, with parents."),
      tool("files", "read_file", "Reads a file as text.",
           R"({"type":"object","properties":{"path":{"type":"string"},)"
           R"("tail":{"type":"number","description":"Only so many lines"}}})"),
      tool("git", "git_reset", "Unstages all staged changes."),
      tool("git", "git_log", "Shows the commit logs."),
      tool("chat", "post_message", "Sends a message to a channel."),
      tool("tracker", "delete_issue", "Deletes an issue."),
      tool("tracker", "create_issue", "Creates an issue."),
      tool("tracker", "getIssueHTML", "An issue as it is drawn."),
  };
}

class search_index : public testing::Test {
 protected:
  /// The original names that are found, best first.
  std::vector<std::string> find(std::string_view query, std::size_t limit = 1) {
    std::vector<std::string> out;
    for (const std::size_t i : index_.find(query, limit).best) {
      out.push_back(tools_[i].original);
    }
    return out;
  }

  std::vector<searched_tool> tools_ = some_tools();
  tool_index index_{tools_, synonym_table::built_in()};
};

TEST_F(search_index, finds_by_words_of_names_and_descriptions) {
  EXPECT_THAT(find("commit logs"), ElementsAre("git_log"));
  EXPECT_THAT(find("send something to the channel"),
              ElementsAre("post_message"));
  EXPECT_THAT(find("issue html"), ElementsAre("getIssueHTML"));
}

TEST_F(search_index, finds_by_parameters_and_their_descriptions) {
  EXPECT_THAT(find("tail"), ElementsAre("read_file"));
  EXPECT_THAT(find("lines"), ElementsAre("read_file"));
}

TEST_F(search_index, finds_by_synonyms) {
  EXPECT_THAT(find("make a new folder"), ElementsAre("create_directory"));
  EXPECT_THAT(find("undo"), ElementsAre("git_reset"));
  EXPECT_THAT(find("erase the bug"), ElementsAre("delete_issue"));
}

TEST_F(search_index, takes_synonyms_of_the_operator) {
  EXPECT_THAT(find("zzyzx"), IsEmpty());
  synonym_table table = synonym_table::built_in();
  table.add("zzyzx,channel");
  const tool_index index{tools_, std::move(table)};
  EXPECT_THAT(index.find("zzyzx", 5).best, ElementsAre(4U));
}

TEST_F(search_index, prefers_the_tool_that_does_what_is_asked) {
  EXPECT_THAT(find("delete an issue"), ElementsAre("delete_issue"));
  EXPECT_THAT(find("new issue"), ElementsAre("create_issue"));
}

TEST_F(search_index, puts_exact_names_first) {
  EXPECT_THAT(find("git__git_log"), ElementsAre("git_log"));
  EXPECT_THAT(find(" create_issue\n"), ElementsAre("create_issue"));
  EXPECT_THAT(find("GETISSUEHTML"), ElementsAre("getIssueHTML"));
}

TEST_F(search_index, counts_what_it_leaves_out) {
  const auto found = index_.find("issue", 1);
  EXPECT_THAT(found.best, SizeIs(1));
  EXPECT_EQ(found.more, 2U);
  EXPECT_EQ(index_.find("issue", 0).more, 3U);
  EXPECT_EQ(index_.find("issue", 99).more, 0U);
}

TEST_F(search_index, takes_any_bytes_for_a_query) {
  for (const std::string_view query :
       {"", " ", "\"", "\" OR \"", "*", "NEAR(", "name:issue", "a AND", "'--",
        "\xff\xfe\xc3", "{path} : x", "^", "-", "\u2014"}) {
    EXPECT_NO_THROW((void)index_.find(query, 5)) << query;
  }
  EXPECT_THAT(find(std::string_view{"git\0log", 7}), ElementsAre("git_log"));
  EXPECT_THAT(find("issue\" OR \"log"), SizeIs(1));
  EXPECT_THAT(find("\"*"), IsEmpty());
}

TEST_F(search_index, reads_only_the_beginning_of_a_long_query) {
  const std::string noise(tool_index::max_query_bytes, ' ');
  EXPECT_THAT(find(noise + "issue"), IsEmpty());
  std::string words;
  for (int i = 0; i < 10'000; ++i) words += "issue bug folder ";
  EXPECT_THAT(find(words, 5), SizeIs(5));
}

TEST_F(search_index, always_has_the_same_order) {
  const auto once = index_.find("show the text of an issue or file", 8).best;
  const tool_index other{tools_, synonym_table::built_in()};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(other.find("show the text of an issue or file", 8).best, once);
  }
}

TEST_F(search_index, serves_several_threads) {
  const auto expected = index_.find("create an issue", 5).best;
  std::vector<std::vector<std::size_t>> found(4);
  std::vector<std::thread> threads;
  for (auto& into : found) {
    threads.emplace_back(
        [&] { into = index_.find("create an issue", 5).best; });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& each : found) EXPECT_EQ(each, expected);
}

TEST(search_index_alone, may_be_empty) {
  const tool_index index{{}, synonym_table{}};
  EXPECT_THAT(index.find("anything", 5).best, IsEmpty());
}

TEST(searched_parameters, are_read_at_several_levels) {
  searched_tool out;
  read_parameters(
      R"({"type":"object","description":"whole","properties":{)"
      R"("userName":{"type":"string","description":"Who it is","enum":["x"]},)"
      R"("list":{"type":"array","items":{"properties":{"deepOne":)"
      R"({"title":"Far in"}}}}}})",
      out);
  EXPECT_EQ(out.parameters, "user Name list");
  EXPECT_EQ(out.hints, "Who it is x deep One Far in");
}

TEST(searched_parameters, are_bounded) {
  for (const std::string_view schema :
       {"", "7", "[", "{", R"({"properties":7})", R"({"properties":{"a":}})",
        R"({"enum":{}})", R"({"properties":{"\ud800":{}}})"}) {
    searched_tool out;
    read_parameters(schema, out);
    EXPECT_EQ(out.parameters, "") << schema;
  }
  std::string deep = "{}";
  for (int i = 0; i < 100; ++i) {
    deep = R"({"properties":{"p":)" + deep + "}}";
  }
  searched_tool out;
  read_parameters(deep, out);
  EXPECT_EQ(out.parameters + out.hints, "pp p p");
  std::string wide = R"({"properties":{)";
  for (int i = 0; i < 1'000; ++i) {
    wide += (i == 0 ? "\"" : ",\"") + std::string("p\":{\"description\":\"") +
            std::string(100, 'x') + "\"}";
  }
  searched_tool flat;
  read_parameters(wide + "}}", flat);
  EXPECT_EQ(flat.parameters.size(), 200U * 2 - 1);
  EXPECT_LE(flat.hints.size(), 8'100U);
}

}  // namespace
