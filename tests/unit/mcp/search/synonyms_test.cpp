// SPDX-License-Identifier: MIT
#include "mcp/search/synonyms.hpp"

#include "mcp/search/request.hpp"
#include "mcp/search/words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test
using testing::ElementsAre;
using testing::IsEmpty;

synonym firm(std::string text) {
  return {.text = std::move(text), .is_loose = false};
}
synonym loose(std::string text) {
  return {.text = std::move(text), .is_loose = true};
}

TEST(synonyms, stand_for_one_another_in_every_form) {
  synonym_table table;
  table.add("folder,directory,dir");
  EXPECT_THAT(table.alternatives(base_form("folders")),
              ElementsAre(firm("directory"), firm("dir")));
  EXPECT_THAT(table.alternatives(base_form("directories")),
              ElementsAre(firm("folder"), firm("dir")));
  EXPECT_THAT(table.alternatives("file"), IsEmpty());
}

TEST(synonyms, of_several_groups_come_once_and_firm_wins) {
  synonym_table table;
  table.add("~get,show,read");
  table.add("get,read");
  EXPECT_THAT(table.alternatives("get"),
              ElementsAre(loose("show"), firm("read")));
}

TEST(synonyms, may_be_phrases) {
  synonym_table table;
  table.add("pull request,PR");
  EXPECT_EQ(table.longest(), 2U);
  const auto request = read_request("Merge the pull requests", 32, table);
  ASSERT_EQ(request.concepts.size(), 2U);
  EXPECT_EQ(request.concepts[1].literal, "pull requests");
  EXPECT_THAT(request.concepts[1].synonyms, ElementsAre(firm("pr")));
}

TEST(synonyms, are_bounded) {
  synonym_table table;
  std::vector<std::string> many;
  for (int i = 0; i < 1'000; ++i) many.push_back("w" + std::to_string(i));
  table.add(many);
  table.add("one two three four five six");
  table.add(",,\"*,");
  table.add("");
  EXPECT_EQ(table.alternatives("w0").size(), synonym_table::max_group - 1);
  EXPECT_EQ(table.longest(), synonym_table::max_phrase_words);
  const auto request = read_request("w0", 32, table);
  ASSERT_EQ(request.concepts.size(), 1U);
  EXPECT_EQ(request.concepts[0].synonyms.size(), max_synonyms);
}

TEST(search_request, leaves_out_what_says_nothing) {
  const synonym_table table;
  const auto request =
      read_request("What is the weather on 7 beaches", 32, table);
  ASSERT_EQ(request.concepts.size(), 2U);
  EXPECT_EQ(request.concepts[0].literal, "weather");
  EXPECT_EQ(request.concepts[1].literal, "beaches");
  EXPECT_EQ(request.wanted, deed::read);
}

TEST(search_request, keeps_stop_words_when_there_is_nothing_else) {
  const auto request = read_request("what is this", 32, synonym_table{});
  EXPECT_EQ(request.concepts.size(), 3U);
}

TEST(search_request, takes_a_word_once_and_a_bounded_number) {
  const synonym_table table;
  EXPECT_EQ(read_request("page pages PAGE", 32, table).concepts.size(), 1U);
  std::string text;
  for (int i = 0; i < 100; ++i) text += " w" + std::to_string(i);
  EXPECT_EQ(read_request(text, 100, table).concepts.size(), max_concepts);
}

TEST(search_request, takes_names_for_what_they_name) {
  const auto words = [](std::string_view text) {
    std::string out;
    for (const auto& each : read_request(text, 32, synonym_table{}).concepts) {
      out += each.literal + ';';
    }
    return out;
  };
  EXPECT_EQ(words("rename draft.md?"), "rename;file;");
  EXPECT_EQ(words("(logo.png)"), "image;file;");
  EXPECT_EQ(words("visit https://x.y/z and example.com"), "visit;url;site;");
  EXPECT_EQ(words("point 48.85, 2.35"), "point;coordinates;");
  EXPECT_EQ(words("pi 3.14"), "pi;");
  EXPECT_EQ(words("Node.js... .. ."), "file;");
  EXPECT_EQ(words("list_tables.query"), "list;tables;query;");
}

TEST(search_request, knows_what_the_first_verb_wants) {
  const synonym_table table;
  EXPECT_EQ(read_request("Delete the list", 32, table).wanted, deed::remove);
  EXPECT_EQ(read_request("Renaming a file", 32, table).wanted, deed::change);
  EXPECT_EQ(read_request("Created a page", 32, table).wanted, deed::create);
  EXPECT_EQ(read_request("banana", 32, table).wanted, deed::none);
}

}  // namespace
