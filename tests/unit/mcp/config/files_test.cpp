// SPDX-License-Identifier: MIT
#include "configuration_support.hpp"
#include "mcp/config/configuration.hpp"
#include "test_data.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

using pith::mcp::configuration;
using pith::mcp::configuration_result;
using pith::mcp::read_configuration;
using pith_tests::accepted;
using pith_tests::errors_of;
using pith_tests::one_server;
using pith_tests::with_server;
using pith_tests::words_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class configuration_files : public testing::Test {
 protected:
  configuration_files()
      : directory_(std::filesystem::path(testing::TempDir()) /
                   ("pith-configuration-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(directory_);
  }
  ~configuration_files() override {
    std::error_code none;
    std::filesystem::remove_all(directory_, none);
  }
  void file(const std::string& name, std::string_view text) const {
    std::ofstream{directory_ / name} << text;
  }
  [[nodiscard]] configuration_result read(std::string_view toml) const {
    return read_configuration(toml, directory_.string());
  }
  std::filesystem::path directory_;
};

// --- who is let in ----------------------------------------------------------

TEST(configuration_auth, tokens_without_names) {
  const configuration made =
      with_server("[auth]\ntokens = [\"secret-1\", \"secret-2\"]");
  ASSERT_EQ(made.tokens.size(), 2U);
  EXPECT_EQ(made.tokens[0].principal, "token-1");
  EXPECT_EQ(made.tokens[1].principal, "token-2");
  EXPECT_EQ(made.tokens[1].secret, "secret-2");
}

TEST(configuration_auth, tokens_with_names_and_from_the_environment) {
  ::setenv("PITH_TEST_TOKEN", "hidden-secret", 1);
  const configuration made = accepted(
      "[auth]\ntokens = { bob = \"secret-b\", alice = \"env:PITH_TEST_TOKEN\" "
      "}\n"
      "origins = [\"https://example.org\", \"http://localhost:3000\"]\n"
      "hosts = [\"gateway.example.org:4100\"]\n"
      "[server.a]\nurl = \"http://a/\"\nprincipals = [\"alice\"]");
  ASSERT_EQ(made.tokens.size(), 2U);
  EXPECT_EQ(made.tokens[0].principal, "bob");
  EXPECT_EQ(made.tokens[1].principal, "alice");
  EXPECT_EQ(made.tokens[1].secret, "hidden-secret");
  EXPECT_THAT(made.origins,
              ElementsAre("https://example.org", "http://localhost:3000"));
  EXPECT_THAT(made.hosts, ElementsAre("gateway.example.org:4100"));
  EXPECT_THAT(made.servers.at(0).principals, ElementsAre("alice"));
}

TEST(configuration_auth, wrong_tokens_are_never_shown) {
  const std::string errors = errors_of(
      "[auth]\ntokens = [\"\", \"has blank\", \"twice-twice\", "
      "\"twice-twice\", 7, "
      "\"env:PITH_TEST_NONE\"]");
  EXPECT_THAT(errors, HasSubstr("visible ASCII"));
  EXPECT_THAT(errors, HasSubstr("another token has the same secret"));
  EXPECT_THAT(errors, HasSubstr("must be a string"));
  EXPECT_THAT(errors, HasSubstr("'PITH_TEST_NONE' is not set"));
  EXPECT_THAT(errors, Not(HasSubstr("blank'")));
  EXPECT_THAT(errors, Not(HasSubstr("twice")));
}

TEST(configuration_auth, wrong_origins_hosts_and_principals) {
  EXPECT_THAT(errors_of("[auth]\norigins = [\"example.org\"]"),
              HasSubstr("2:12 auth.origins: an origin must look like"));
  EXPECT_THAT(errors_of("[auth]\norigins = [\"https://example.org/\"]"),
              HasSubstr("an origin must look like"));
  EXPECT_THAT(errors_of("[auth]\nhosts = [\"http://a\"]"),
              HasSubstr("auth.hosts: a host must look like"));
  EXPECT_THAT(
      errors_of("[auth]\ntokens = { alice = \"secret-a\" }\n[server.x]\n"
                "url = \"http://a/\"\nprincipals = [\"alic\"]"),
      HasSubstr("no token belongs to 'alic'; did you mean 'alice'?"));
}

TEST(configuration_auth, short_secrets_can_be_guessed) {
  const std::string errors =
      errors_of("[auth]\ntokens = { alice = \"a\", bob = \"1234567\" }");
  EXPECT_THAT(errors, HasSubstr("must have at least 8 characters"));
  EXPECT_THAT(errors, HasSubstr("openssl rand -hex 32"));
  EXPECT_THAT(errors, Not(HasSubstr("1234567")));
  EXPECT_EQ(with_server("[auth]\ntokens = [\"12345678\"]").tokens.size(), 1U);
}

/// Its principal is none that nobody has.
TEST(configuration_auth, a_missing_variable_is_one_error) {
  const auto read = read_configuration(
      "[auth]\ntokens = { alice = \"env:PITH_TEST_NONE\" }\n[server.x]\n"
      "url = \"http://a/\"\nprincipals = [\"alice\"]",
      "");
  ASSERT_EQ(read.errors.size(), 1U);
  EXPECT_THAT(read.errors[0].what, HasSubstr("'PITH_TEST_NONE' is not set"));
}

TEST(configuration_auth, trusted_proxies) {
  const configuration made = with_server(
      "[auth]\ntrusted_proxies = [\"10.0.0.0/8\", \"2001:db8::1\"]");
  ASSERT_EQ(made.trusted_proxies.size(), 2U);
  EXPECT_TRUE(has_address(made.trusted_proxies, "10.1.2.3"));
  EXPECT_FALSE(has_address(made.trusted_proxies, "11.1.2.3"));
  for (const char* const wrong : {"10.0.0.1/8", "proxy", "10.0.0.0/33", "*"}) {
    EXPECT_THAT(
        errors_of("[auth]\ntrusted_proxies = [\"" + std::string(wrong) + "\"]"),
        HasSubstr("2:20 auth.trusted_proxies: a proxy must be an address"));
  }
}

TEST_F(configuration_files, tokens_of_a_file) {
  file("tokens",
       "# who\nalice secret-1\n\n  secret-2 \r\nbob\tsecret-3\n"
       "alice secret-4\n");
  const auto result =
      read("[auth]\ntokens_file = \"tokens\"\ntokens = [\"secret-0\"]\n" +
           std::string(one_server));
  EXPECT_EQ(words_of(result), "");
  ASSERT_TRUE(result.value.has_value());
  std::string all;
  for (const auto& token : result.value.value_or(configuration{}).tokens) {
    all.append(token.principal).append("=").append(token.secret).append(" ");
  }
  EXPECT_EQ(all,
            "token-1=secret-0 alice=secret-1 token-2=secret-2 bob=secret-3 "
            "alice=secret-4 ");
}

TEST_F(configuration_files, wrong_files_of_tokens) {
  file("tokens", "alice one two\nx secret-x\ny secret-x\n");
  const std::string text = words_of(
      read("[auth]\ntokens_file = \"tokens\"\n" + std::string(one_server)));
  EXPECT_THAT(text, HasSubstr("line 1 must be a principal and its secret"));
  EXPECT_THAT(text, HasSubstr("line 3: another token has the same secret"));
  EXPECT_THAT(words_of(read("[auth]\ntokens_file = \"none\"\n" +
                            std::string(one_server))),
              HasSubstr("cannot read the file"));
}

TEST_F(configuration_files, files_count_from_the_directory) {
  file("cert.pem", "");
  file("key.pem", "");
  std::filesystem::create_directory(directory_ / "work");
  const auto result = read(
      "[tls]\ncertificate = \"cert.pem\"\nkey = \"key.pem\"\n"
      "[log]\nfile = \"pith.log\"\n"
      "[server.a]\ncommand = [\"a\"]\ndirectory = \"work\"\n");
  EXPECT_EQ(words_of(result), "");
  const configuration made = result.value.value_or(configuration{});
  EXPECT_EQ(made.certificate_file, (directory_ / "cert.pem").string());
  EXPECT_EQ(made.key_file, (directory_ / "key.pem").string());
  EXPECT_EQ(made.log_file, (directory_ / "pith.log").string());
  EXPECT_EQ(made.servers.at(0).command.directory,
            (directory_ / "work").string());
}

TEST_F(configuration_files, files_that_are_not_there) {
  file("cert.pem", "");
  const std::string text = words_of(
      read("[tls]\ncertificate = \"cert.pem\"\n[log]\nfile = \"no/x.log\"\n"
           "[server.a]\ncommand = [\"a\"]\ndirectory = \"none\"\n"));
  EXPECT_THAT(text, HasSubstr("1:2 [tls] must have both certificate and key"));
  EXPECT_THAT(text, HasSubstr("4:8 log.file: cannot write to"));
  EXPECT_THAT(text,
              HasSubstr("7:13 server.a.directory: there is no directory"));
}

// --- the documentation ------------------------------------------------------

/// The blocks of this language in a page.
std::vector<std::string> blocks_of(const std::string& page,
                                   const std::string& language) {
  std::vector<std::string> blocks;
  const std::string opening = "\n```" + language + "\n";
  std::size_t at = 0;
  while ((at = page.find(opening, at)) != std::string::npos) {
    const std::size_t begin = at + opening.size();
    const std::size_t end = page.find("\n```\n", begin);
    blocks.push_back(page.substr(begin, end - begin + 1));
    at = end;
  }
  return blocks;
}

TEST_F(configuration_files, the_examples_of_the_documentation) {
  const std::string page =
      pith_tests::read_file(pith_tests::testdata_dir().parent_path() / "docs" /
                            "gateway-configuration.md");
  const auto blocks = blocks_of(page, "toml");
  ASSERT_FALSE(blocks.empty());
  // What the examples name.
  for (const char* const name :
       {"gateway.pem", "gateway.key", "tokens", "internal-ca.pem"}) {
    file(name, "");
  }
  std::filesystem::create_directory(directory_ / "notes");
  ::setenv("ALICE_TOKEN", "secret-of-alice", 1);
  ::setenv("GITHUB_TOKEN", "g", 1);
  ::setenv("TICKETS_KEY", "t", 1);
  ::setenv("COLLECTOR_TOKEN", "c", 1);
  ::setenv("PITH_REDIS_PASSWORD", "r", 1);
  ::setenv("PITH_STATE_KEY", std::string(32, 's').c_str(), 1);
  for (const std::string& block : blocks) {
    EXPECT_EQ(words_of(read(block)), "") << block;
  }
}

}  // namespace
