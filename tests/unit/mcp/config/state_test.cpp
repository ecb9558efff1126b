// SPDX-License-Identifier: MIT
#include "configuration_support.hpp"
#include "mcp/config/configuration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdlib.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith_tests::errors_of;
using pith_tests::with_server;
using testing::HasSubstr;
using testing::Not;

const std::string key(32, 'k');
const std::string keys = "keys = [\"" + key + "\"]\n";

TEST(state_settings, is_memory_without_a_table) {
  EXPECT_TRUE(with_server("").state.servers.empty());
}

TEST(state_settings, reads_all_keys) {
  ::setenv("PITH_TEST_STATE_KEY", std::string(32, 'e').c_str(), 1);
  ::setenv("PITH_TEST_STATE_PASSWORD", "secret", 1);
  const auto state =
      with_server(
          "[state]\n"
          "redis = [\"redis://a:7000\", \"rediss://b\", \"unix:/run/r\"]\n"
          "keys = [\"env:PITH_TEST_STATE_KEY\", \"" +
          key +
          "\"]\n"
          "user = \"pith\"\npassword = \"env:PITH_TEST_STATE_PASSWORD\"\n"
          "database = 2\ntimeout_ms = 20\nmax_value_bytes = 4096\n")
          .state;
  ASSERT_EQ(state.servers.size(), 3U);
  EXPECT_EQ(state.servers[1].text(), "rediss://b:6379");
  ASSERT_EQ(state.keys.size(), 2U);
  EXPECT_EQ(state.keys[0], std::string(32, 'e'));
  EXPECT_EQ(state.user, "pith");
  EXPECT_EQ(state.password, "secret");
  EXPECT_EQ(state.database, 2U);
  EXPECT_EQ(state.timeout, std::chrono::milliseconds(20));
  EXPECT_EQ(state.max_value_bytes, 4096U);
  EXPECT_FALSE(state.is_cluster);
  const auto usual =
      with_server("[state]\nredis = [\"redis://a\"]\ncluster = true\n" + keys)
          .state;
  EXPECT_TRUE(usual.is_cluster);
  EXPECT_EQ(usual.timeout, std::chrono::milliseconds(5));
  EXPECT_EQ(usual.max_value_bytes, 256U << 10U);
}

TEST(state_settings, says_what_is_wrong) {
  EXPECT_THAT(errors_of("[state]\n" + keys),
              HasSubstr("1:2 [state] must have redis"));
  EXPECT_THAT(errors_of("[state]\nredis = [\"redis://a\"]\n"),
              HasSubstr("[state] must have keys"));
  EXPECT_THAT(errors_of("[state]\nredis = []\n" + keys),
              HasSubstr("state.redis names no server"));
  EXPECT_THAT(errors_of("[state]\nredis = [\"redis://a\"]\nkeys = []\n"),
              HasSubstr("state.keys has no key"));
  EXPECT_EQ(errors_of("[state]\nredis = \"redis://a\"\n" + keys),
            "2:9 state.redis must be a list of strings\n");
  EXPECT_THAT(errors_of("[state]\nredis = [\"http://a\"]\n" + keys),
              HasSubstr("2:10 state.redis: a server must look like"));
  EXPECT_THAT(
      errors_of("[state]\nredis = [\"redis://a\"]\nuser = \"u\"\n" + keys),
      HasSubstr("state.user needs state.password"));
  EXPECT_THAT(
      errors_of("[state]\nredis = [\"unix:/a\"]\ncluster = true\n" + keys),
      HasSubstr("not 'unix:'"));
  EXPECT_THAT(errors_of("[state]\nredis = [\"redis://a\"]\ncluster = true\n"
                        "database = 1\n" +
                        keys),
              HasSubstr("state.database must be 0"));
  EXPECT_THAT(errors_of("[state]\nredis = [\"redis://a\"]\nredsi = 1\n" + keys),
              HasSubstr("unknown key 'redsi'"));
  EXPECT_THAT(
      errors_of("[state]\nredis = [\"redis://a\"]\ntimeout_ms = 0\n" + keys),
      HasSubstr("timeout_ms"));
}

TEST(state_settings, secrets_from_files) {
  std::string folder = std::filesystem::temp_directory_path() / "pith-XXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const std::string secret(64, 's');
  std::ofstream(folder + "/key") << secret << "\n";
  std::ofstream(folder + "/word") << " hidden \n";
  std::ofstream(folder + "/long") << std::string(1025, 'x');
  const auto text = [](std::string_view key_file, std::string_view word_file) {
    return std::string(pith_tests::one_server)
        .append("[state]\nredis = [\"redis://a\"]\nkeys = [\"file:")
        .append(key_file)
        .append("\"]\npassword = \"file:")
        .append(word_file)
        .append("\"\n");
  };
  const pith::mcp::configuration made =
      pith_tests::accepted(text("key", folder + "/word"), folder);
  EXPECT_EQ(made.state.keys, std::vector<std::string>{secret});
  EXPECT_EQ(made.state.password, "hidden");
  const auto errors = [&](std::string_view key_file,
                          std::string_view word_file) {
    return pith_tests::words_of(
        pith::mcp::read_configuration(text(key_file, word_file), folder));
  };
  EXPECT_THAT(errors("none", "word"), HasSubstr("cannot read the file"));
  EXPECT_THAT(errors("word", "word"), HasSubstr("32 to 1024 characters"));
  EXPECT_THAT(errors("long", "word"), HasSubstr("32 to 1024 characters"));
  EXPECT_THAT(errors("key", "long"), HasSubstr("more than 1024 bytes"));
  EXPECT_THAT(errors("word", "long"), Not(HasSubstr("hidden")));
  std::filesystem::remove_all(folder);
}

TEST(state_settings, shows_no_secret) {
  const std::string words = errors_of(
      "[state]\nredis = [\"redis://u:hidden@a\"]\nkeys = [\"hidden\"]\n");
  EXPECT_THAT(words, HasSubstr("32 to 1024 characters"));
  EXPECT_THAT(words, Not(HasSubstr("hidden")));
}

}  // namespace
