// SPDX-License-Identifier: MIT
#include "configuration_support.hpp"
#include "mcp/config/configuration.hpp"
#include "mcp/config/prefix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::mcp::configuration;
using pith::mcp::discover_mode;
using pith::mcp::endpoint_config;
using pith::mcp::endpoint_era;
using pith::mcp::is_prefix;
using pith::mcp::members_of;
using pith::mcp::merge_options;
using pith::mcp::read_configuration;
using pith::mcp::usual_prefix;
using pith_tests::accepted;
using pith_tests::errors_of;
using pith_tests::with_server;
using pith_tests::words_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A server with further keys.
std::string server(std::string_view name, std::string_view keys = "") {
  return "[server." + std::string(name) + "]\nurl = \"http://a/\"\n" +
         std::string(keys) + '\n';
}

std::vector<std::string> prefixes_of(const configuration& config) {
  std::vector<std::string> out;
  for (const auto& one : config.servers) out.push_back(one.prefix);
  return out;
}

std::vector<std::string> prefixes_at(const configuration& config,
                                     const endpoint_config& endpoint) {
  std::vector<std::string> out;
  for (const auto& member : members_of(config, endpoint)) {
    out.push_back(member.server->name + '=' + member.prefix);
  }
  return out;
}

// --- prefixes ---------------------------------------------------------------

TEST(prefix, of_a_name) {
  EXPECT_EQ(usual_prefix("files"), "files");
  EXPECT_EQ(usual_prefix("my_files_2"), "my-files-2");
  EXPECT_EQ(usual_prefix("abcdefghijklmnopqrst"), "abcdefghijklmnop");
  EXPECT_EQ(usual_prefix("9gag"), "s9gag");
  EXPECT_EQ(usual_prefix("_x"), "s-x");
  EXPECT_EQ(usual_prefix("9bcdefghijklmnopqrst"), "s9bcdefghijklmno");
  EXPECT_EQ(usual_prefix(""), "s");
  EXPECT_EQ(usual_prefix("Git Hub\xC3\xA4"), "git-hub--");
  for (int byte = 0; byte < 256; ++byte) {
    EXPECT_TRUE(
        is_prefix(usual_prefix(std::string(1, static_cast<char>(byte)))))
        << byte;
  }
}

TEST(prefix, what_one_is) {
  for (const std::string_view right : {"a", "a-1", "abcdefghijklmnop", "a--"}) {
    EXPECT_TRUE(is_prefix(right)) << right;
  }
  for (const std::string_view wrong :
       {"", "1a", "-a", "A", "a_b", "a.b", "abcdefghijklmnopq", "\xC3\xA4"}) {
    EXPECT_FALSE(is_prefix(wrong)) << wrong;
  }
}

TEST(configuration, prefixes_of_servers) {
  const configuration made =
      accepted(server("my_files") + server("git", "prefix = \"hub\"") +
               server("plain", "prefix = \"\"\nrequired = true"));
  EXPECT_THAT(prefixes_of(made), ElementsAre("my-files", "hub", ""));
  EXPECT_FALSE(made.servers[0].required);
  EXPECT_TRUE(made.servers[2].required);
}

TEST(configuration, prefixes_that_nobody_gave_are_distinct) {
  EXPECT_THAT(prefixes_of(accepted(server("a_b") + server("a-b"))),
              ElementsAre("a-b", "a-b-2"));
  // What was given counts first, wherever it is.
  EXPECT_THAT(prefixes_of(accepted(server("a") + server("b", "prefix = \"a\"") +
                                   server("c", "prefix = \"a-2\""))),
              ElementsAre("a-3", "a", "a-2"));
  // Names that differ only after 16 characters.
  EXPECT_THAT(prefixes_of(accepted(server("abcdefghijklmnopq") +
                                   server("abcdefghijklmnopr"))),
              ElementsAre("abcdefghijklmnop", "abcdefghijklmn-2"));
}

TEST(configuration, a_thousand_servers_of_one_prefix) {
  std::string toml;
  for (int i = 0; i < 1000; ++i) {
    toml += server("abcdefghijklmnop" + std::to_string(i));
  }
  const configuration made = accepted(toml);
  const auto prefixes = prefixes_of(made);
  EXPECT_EQ(std::set(prefixes.begin(), prefixes.end()).size(), 1000U);
  for (const std::string& prefix : prefixes) {
    EXPECT_TRUE(is_prefix(prefix)) << prefix;
  }
}

TEST(configuration, wrong_prefixes) {
  EXPECT_EQ(words_of(read_configuration(
                server("a", "prefix = \"My_Files\"\nrequired = 1"), "")),
            "3:10 server.a.prefix must begin with a letter from a-z and have "
            "at most 16 characters from a-z, 0-9 and '-', or none, not "
            "'My_Files'; did you mean 'my-files'?\n"
            "4:12 server.a.required must be true or false\n");
}

// --- [merge] ----------------------------------------------------------------

TEST(configuration, merge_defaults) {
  const configuration made = with_server("");
  EXPECT_EQ(made.merge, merge_options{});
  EXPECT_EQ(made.merge.discover, discover_mode::automatic);
  EXPECT_EQ(made.merge.discover_tokens, 10'000U);
  EXPECT_EQ(made.merge.max_name, 48U);
  EXPECT_EQ(made.merge.stale_time, std::chrono::seconds(3600));
  EXPECT_EQ(made.merge.era, endpoint_era::automatic);
  EXPECT_THAT(made.endpoints, IsEmpty());
  EXPECT_EQ(made.find_endpoint(""), nullptr);
  EXPECT_THAT(made.all_servers().servers, ElementsAre("a"));
}

TEST(configuration, merge_keys) {
  const configuration made = with_server(
      "[merge]\ndiscover = \"on\"\ndiscover_tokens = 5\npin = [\"a__get\", "
      "\"*_list\", \"a*\"]\nread_only = [\"a__get_*\"]\ntrust_hints = true\n"
      "synonyms = { Folder = [\"Directory\", \"dir\"], \"\xC3\xBC\" = [\"u\"] "
      "}\nmax_name = 64\nstale_seconds = 0\nera = \"modern\"");
  const merge_options& merge = made.merge;
  EXPECT_EQ(merge.discover, discover_mode::on);
  EXPECT_EQ(merge.discover_tokens, 5U);
  EXPECT_THAT(merge.pin, ElementsAre("a__get", "*_list", "a*"));
  EXPECT_THAT(merge.read_only, ElementsAre("a__get_*"));
  EXPECT_TRUE(merge.trust_hints);
  ASSERT_EQ(merge.synonyms.size(), 2U);
  EXPECT_EQ(merge.synonyms[0].word, "folder");
  EXPECT_THAT(merge.synonyms[0].others, ElementsAre("directory", "dir"));
  EXPECT_EQ(merge.synonyms[1].word, "\xC3\xBC");
  EXPECT_EQ(merge.max_name, 64U);
  EXPECT_EQ(merge.stale_time, std::chrono::seconds(0));
  EXPECT_EQ(merge.era, endpoint_era::modern);
}

TEST(configuration, wrong_merge_keys) {
  EXPECT_EQ(errors_of("[merge]\ndiscover = \"auot\""),
            "2:12 merge.discover must be one of 'off', 'on', 'auto', not "
            "'auot'; did you mean 'auto'?\n");
  EXPECT_EQ(errors_of("[merge]\nera = \"new\""),
            "2:7 merge.era must be one of 'auto', 'legacy', 'modern', not "
            "'new'\n");
  EXPECT_EQ(errors_of("[merge]\nmax_name = 31"),
            "2:12 merge.max_name must be between 32 and 128, not 31\n");
  EXPECT_EQ(errors_of("[merge]\npins = []"),
            "2:1 unknown key 'pins' in [merge]; did you mean 'pin'?\n");
  EXPECT_EQ(errors_of("merge = 1"),
            "1:9 merge must be a table, which begins with [merge]\n");
  EXPECT_EQ(errors_of("[merge]\nservers = [\"a\"]"),
            "2:1 unknown key 'servers' in [merge]\n");
}

TEST(configuration, patterns_that_match_nothing) {
  EXPECT_EQ(errors_of("[merge]\npin = [\"get.x\", \"\"]"),
            "2:8 merge.pin: the name of a tool has 1 to 256 characters from "
            "A-Z, a-z, 0-9, '_' and '-', and '*' for anything; change "
            "'get.x'\n"
            "2:17 merge.pin: the name of a tool has 1 to 256 characters from "
            "A-Z, a-z, 0-9, '_' and '-', and '*' for anything; change ''\n");
  EXPECT_EQ(errors_of("[merge]\nread_only = [\"get_*\"]"),
            "2:14 merge.read_only: no tool can be named 'get_*'; put the "
            "prefix of its server before it, as in 'a__get_*'\n");
  // Only a whole prefix is one, and a tool has a name.
  EXPECT_THAT(errors_of("[merge]\npin = [\"a_x*\"]"), HasSubstr("no tool can"));
  EXPECT_THAT(errors_of("[merge]\npin = [\"a__\"]"), HasSubstr("no tool can"));
  // A server without a prefix can have any tool.
  accepted("[merge]\npin = [\"get_x\"]\n" + server("a") +
           server("b", "prefix = \"\""));
  // The servers of the endpoint count, not all.
  EXPECT_THAT(words_of(read_configuration(
                  server("a") + server("b") +
                      "[endpoint.e]\nservers = [\"a\"]\npin = [\"b__x\"]",
                  "")),
              HasSubstr("endpoint.e.pin: no tool can be named 'b__x'; put the "
                        "prefix of its server before it, as in 'a__b__x'"));
}

TEST(configuration, wrong_synonyms) {
  EXPECT_EQ(errors_of("[merge]\nsynonyms = { a = \"b\" }"),
            "2:18 merge.synonyms.a must be a list of words such as "
            "[\"directory\", \"dir\"]\n");
  EXPECT_THAT(errors_of("[merge]\nsynonyms = { a = [] }"),
              HasSubstr("must be a list of words"));
  EXPECT_EQ(errors_of("[merge]\nsynonyms = { a = [\"b c\"], \"d-e\" = [\"f\"] "
                      "}"),
            "2:19 merge.synonyms.a: use single words of at most 64 letters "
            "and digits, not 'b c'\n"
            "2:27 merge.synonyms: use single words of at most 64 letters and "
            "digits, not 'd-e'\n");
  std::string many = "[merge]\nsynonyms = { a = [";
  for (int i = 0; i < 51; ++i) many += "\"w\",";
  EXPECT_THAT(errors_of(many + "] }"),
              HasSubstr("has more than 50 words; remove some"));
  many = "[merge.synonyms]\n";
  for (int i = 0; i < 1001; ++i) many += 'w' + std::to_string(i) + "=[\"a\"]\n";
  EXPECT_THAT(errors_of(many), HasSubstr("has more than 1000 words"));
}

// --- [endpoint.NAME] --------------------------------------------------------

TEST(configuration, endpoints) {
  const configuration made = accepted(
      "[endpoint.work]\nservers = [\"c\", \"a\"]\npin = [\"c__x\"]\n"
      "[endpoint.home]\nservers = [\"b\"]\n" +
      server("a") + server("b") + server("c") +
      "[merge]\nmax_name = 40\npin = [\"*\"]\ntrust_hints = true");
  ASSERT_EQ(made.endpoints.size(), 2U);
  const endpoint_config* const work = made.find_endpoint("work");
  ASSERT_NE(work, nullptr);
  EXPECT_THAT(work->servers, ElementsAre("c", "a"));
  EXPECT_THAT(work->options.pin, ElementsAre("c__x"));  // replaced, not added
  EXPECT_EQ(work->options.max_name, 40U);
  EXPECT_TRUE(work->options.trust_hints);
  EXPECT_EQ(made.find_endpoint("home")->options, made.merge);
  EXPECT_EQ(made.find_endpoint("a"), nullptr);
  EXPECT_THAT(prefixes_at(made, *work), ElementsAre("c=c", "a=a"));
  const endpoint_config all = made.all_servers();
  EXPECT_EQ(all.name, "");
  EXPECT_EQ(all.options, made.merge);
  EXPECT_THAT(prefixes_at(made, all), ElementsAre("a=a", "b=b", "c=c"));
}

TEST(configuration, servers_of_endpoints) {
  const std::string servers = server("files") + server("git");
  const auto errors = [&servers](std::string_view toml) {
    return words_of(read_configuration(std::string(toml) + '\n' + servers, ""));
  };
  EXPECT_EQ(errors("[endpoint.e]\nservers = [\"files\", \"gti\", \"zebra\"]"),
            "2:21 endpoint.e.servers: there is no server 'gti'; did you mean "
            "'git'?\n"
            "2:28 endpoint.e.servers: there is no server 'zebra'; add "
            "[server.NAME] for it\n");
  EXPECT_EQ(errors("[endpoint.e]\nservers = [\"git\", \"git\"]"),
            "2:19 endpoint.e.servers: 'git' is there twice; remove one of "
            "them\n");
  EXPECT_EQ(errors("[endpoint.e]\nservers = []"),
            "2:11 endpoint.e.servers must name at least one server\n");
  EXPECT_EQ(errors("[endpoint.e]\nera = \"auto\""),
            "1:11 [endpoint.e] must have servers, a list of names\n");
  EXPECT_EQ(errors("[endpoint.e]\nservers = \"git\""),
            "2:11 endpoint.e.servers must be a list of strings\n");
  EXPECT_EQ(errors("[endpoint]\ne = 1"), "2:5 endpoint.e must be a table\n");
}

TEST(configuration, names_of_endpoints) {
  EXPECT_EQ(errors_of("[endpoint.a]\nservers = [\"a\"]"),
            "1:11 an endpoint cannot be named 'a', which is a server; rename "
            "it\n");
  EXPECT_EQ(errors_of("[endpoint.mcp]\nservers = [\"a\"]"),
            "1:11 an endpoint cannot be named 'mcp', which is a path of the "
            "gateway; rename it\n");
  EXPECT_THAT(errors_of("[endpoint.\"A b\"]\nservers = [\"a\"]"),
              HasSubstr("the name of an endpoint must have 1 to 64"));
  std::string many;
  for (int i = 0; i < 1001; ++i) {
    many += "[endpoint.e" + std::to_string(i) + "]\nservers = [\"a\"]\n";
  }
  EXPECT_THAT(errors_of(many), HasSubstr("more than 1000 endpoints"));
}

TEST(configuration, equal_prefixes_in_an_endpoint) {
  const std::string two =
      server("a", "prefix = \"x\"") + server("b", "prefix = \"x\"") +
      server("c", "prefix = \"\"") + server("d", "prefix = \"\"");
  EXPECT_EQ(
      words_of(read_configuration(
          "[endpoint.e]\nservers = [\"a\", \"b\", \"c\", \"d\"]\n" + two, "")),
      "2:17 endpoint.e.servers: 'a' and 'b' both have the prefix 'x'; "
      "set another in [server.b]\n"
      "2:27 endpoint.e.servers: 'c' and 'd' both have no prefix; set "
      "another in [server.d]\n");
  // In different endpoints they may be equal; /mcp gives the later another.
  const configuration made = accepted(
      "[endpoint.e]\nservers = [\"a\", \"c\"]\n"
      "[endpoint.f]\nservers = [\"d\", \"b\"]\n" +
      two);
  EXPECT_THAT(prefixes_at(made, made.endpoints[0]), ElementsAre("a=x", "c="));
  EXPECT_THAT(prefixes_at(made, made.endpoints[1]), ElementsAre("d=", "b=x"));
  EXPECT_THAT(prefixes_at(made, made.all_servers()),
              ElementsAre("a=x", "b=b", "c=", "d=d"));
}

TEST(configuration, no_servers_is_said_once) {
  EXPECT_EQ(words_of(read_configuration(
                "[endpoint.e]\nservers = [\"a\"]\npin = [\"x\"]", "")),
            "0:0 there is no server; add [server.NAME] with url or command\n");
}

}  // namespace
