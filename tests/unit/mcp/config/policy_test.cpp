// SPDX-License-Identifier: MIT
#include "configuration_support.hpp"
#include "mcp/config/configuration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace {

using pith::mcp::configuration;
using pith::mcp::rewrite_mode;
using pith::mcp::shown_form;
using pith_tests::accepted;
using pith_tests::errors_of;
using pith_tests::one_server;
using pith_tests::with_server;
using testing::ElementsAre;
using testing::HasSubstr;

// --- rewriting --------------------------------------------------------------

TEST(configuration, servers_inherit_how_to_rewrite) {
  const configuration made = accepted(
      "[server.a]\nurl = \"http://a/\"\n"
      "[server.a.rewrite]\nmode = \"passthrough\"\nslim = false\n"
      "[server.b]\nurl = \"http://b/\"\n"
      "[rewrite]\nmode = \"keep-structured\"\nformats = [\"tron\", \"GCF\", "
      "\"json\", \"gcf\"]\nslim = true\nmin_tokens = 9\nunfold = false\n"
      "errors = true\nresources = true\nmore = true\nask = true\n"
      "ask_tokens = 5000\n"
      "tokenizer = \"cl100k_base\"\nallow = [\"get_*\"]\ndeny = [\"get_x\"]\n"
      "tools = [{ match = \"read_*\", mode = \"passthrough\" }]\n");
  ASSERT_EQ(made.servers.size(), 2U);
  const auto& own = made.servers[0].rewrite;
  const auto& common = made.servers[1].rewrite;
  EXPECT_EQ(own.mode, rewrite_mode::passthrough);
  EXPECT_FALSE(own.slim.any());
  EXPECT_EQ(own.min_tokens, 9U);
  EXPECT_EQ(common.mode, rewrite_mode::keep_structured);
  EXPECT_THAT(common.formats, ElementsAre("tron", "gcf"));
  EXPECT_TRUE(common.slim.titles && common.slim.examples &&
              common.slim.schema_noise && common.slim.icons);
  EXPECT_FALSE(common.unfold);
  EXPECT_TRUE(common.errors && common.resources && common.more && common.ask);
  EXPECT_EQ(common.ask_tokens, 5'000U);
  EXPECT_EQ(common.tokenizer, "cl100k_base");
  ASSERT_EQ(common.tools.size(), 1U);
  EXPECT_EQ(common.tools[0].tools, "read_*");
  EXPECT_THAT(common.allow, ElementsAre("get_*"));
  EXPECT_THAT(common.deny, ElementsAre("get_x"));
}

TEST(configuration, rules_of_slimming) {
  const configuration made =
      with_server("[rewrite]\nslim = [\"titles\", \"schema-noise\"]");
  const auto& slim = made.servers.at(0).rewrite.slim;
  EXPECT_TRUE(slim.titles && slim.schema_noise);
  EXPECT_FALSE(slim.examples || slim.icons);
  EXPECT_THAT(errors_of("[rewrite]\nslim = [\"title\"]"),
              HasSubstr("unknown rule 'title'; did you mean 'titles'?"));
  EXPECT_THAT(errors_of("[rewrite]\nslim = 1"),
              HasSubstr("rewrite.slim must be true, false, or a list"));
}

TEST(configuration, wrong_rewriting) {
  EXPECT_EQ(errors_of("[rewrite]\nformats = [\"tronn\"]"),
            "2:12 unknown format 'tronn'; did you mean 'tron'?\n");
  EXPECT_THAT(errors_of("[rewrite]\nformats = [\"goon\"]"),
              HasSubstr("the format 'goon' cannot hold every value without "
                        "loss; choose one of 'gcf', "));
  EXPECT_EQ(errors_of("[rewrite]\ntokenizer = \"o200k_bas\""),
            "2:13 unknown tokenizer 'o200k_bas'; did you mean 'o200k_base'?\n");
  EXPECT_THAT(errors_of("[rewrite]\ntokenizer = \"./none.tiktoken\""),
              HasSubstr("2:13 rewrite.tokenizer: './none.tiktoken': "));
  EXPECT_THAT(errors_of("[rewrite]\nmode = \"textonly\""),
              HasSubstr("did you mean 'text-only'?"));
  EXPECT_THAT(errors_of("[rewrite]\ntools = [\"a\"]"),
              HasSubstr("each rule in rewrite.tools must be a table"));
  EXPECT_THAT(errors_of("[rewrite]\ntools = [{ match = \"a\" }]"),
              HasSubstr("a rule in rewrite.tools has no mode; choose one of "));
  EXPECT_THAT(
      errors_of("[rewrite]\ntools = [{ mach = \"a\", mode = \"text-only\" }]"),
      HasSubstr("did you mean 'match'?"));
}

TEST(configuration, native_servers) {
  EXPECT_FALSE(accepted(one_server).servers[0].rewrite.native);
  EXPECT_TRUE(accepted(std::string(one_server) + "native = true\n")
                  .servers[0]
                  .rewrite.native);
}

TEST(configuration, formats_of_clients) {
  const configuration made = with_server(
      "[client]\nformats = [\"gcf\", \"JSON\"]\n[clients.ours]\nformats = "
      "[\"json\"]\n[clients.codex]\n");
  EXPECT_THAT(made.client.asked.formats,
              testing::Optional(ElementsAre("gcf", "json")));
  EXPECT_TRUE(made.find_client("ours")->wants_results_unchanged());
  EXPECT_FALSE(made.find_client("codex")->asked.says_something());
  EXPECT_EQ(errors_of("[client]\nformats = [\"gfc\"]"),
            "2:12 unknown format 'gfc'; did you mean 'gcf'?\n");
  EXPECT_THAT(errors_of("[client]\nformats = [\"goon\"]"),
              HasSubstr("cannot hold every value without loss"));
}

// --- clients ----------------------------------------------------------------

TEST(configuration, clients) {
  const configuration made = with_server(
      "[client]\nname = \"codex\"\nmax_tokens = 8000\n"
      "[clients.gemini]\n[clients.ours]\nname = \"gemini\"\nshows = "
      "\"both\"\n");
  EXPECT_EQ(made.client.name, "codex");
  EXPECT_EQ(made.client.shows, shown_form::structured);
  EXPECT_EQ(made.client.max_tokens, 8000U);
  ASSERT_NE(made.find_client("gemini"), nullptr);
  EXPECT_EQ(made.find_client("gemini")->max_characters, 40'000U);
  EXPECT_EQ(made.find_client("gemini")->shows, shown_form::text);
  ASSERT_NE(made.find_client("ours"), nullptr);
  EXPECT_EQ(made.find_client("ours")->shows, shown_form::both);
  EXPECT_EQ(made.find_client("ours")->max_characters, 40'000U);
  EXPECT_EQ(made.find_client("none"), nullptr);
  EXPECT_EQ(errors_of("[client]\nname = \"codx\""),
            "2:8 unknown client 'codx'; did you mean 'codex'?\n");
  EXPECT_THAT(errors_of("[clients.\"A B\"]\nshows = \"text\""),
              HasSubstr("the name of a client must have"));
}

}  // namespace
