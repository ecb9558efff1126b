// SPDX-License-Identifier: MIT
#include "mcp/config/configuration.hpp"

#include "configuration_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdlib.h>

#include <string>

namespace {

using pith::mcp::configuration;
using pith::mcp::configuration_result;
using pith::mcp::is_loopback;
using pith::mcp::read_configuration;
using pith_tests::accepted;
using pith_tests::errors_of;
using pith_tests::one_server;
using pith_tests::with_server;
using pith_tests::words_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// --- defaults and simple keys -----------------------------------------------

TEST(configuration, one_server_and_defaults) {
  const configuration made = accepted(one_server);
  EXPECT_EQ(made.address, "127.0.0.1");
  EXPECT_EQ(made.port, 4100);
  EXPECT_EQ(made.threads, 0U);
  EXPECT_EQ(made.log_level, "info");
  ASSERT_EQ(made.servers.size(), 1U);
  EXPECT_EQ(made.servers[0].name, "a");
  EXPECT_EQ(made.servers[0].url, "http://127.0.0.1:1/mcp");
  EXPECT_THAT(made.servers[0].rewrite.formats, ElementsAre("gcf", "tron"));
  EXPECT_EQ(made.find_server("a"), &made.servers[0]);
  EXPECT_EQ(made.find_server("b"), nullptr);
}

TEST(configuration, addresses) {
  const configuration four = with_server("listen = \"0.0.0.0:0\"");
  EXPECT_EQ(four.address, "0.0.0.0");
  EXPECT_EQ(four.port, 0);
  const configuration six = with_server("listen = \"[::1]:65535\"");
  EXPECT_EQ(six.address, "::1");
  EXPECT_EQ(six.port, 65535);
  EXPECT_EQ(with_server("listen = \"localhost:80\"").address, "127.0.0.1");
}

TEST(configuration, unix_sockets) {
  const configuration made = with_server("listen = \"unix:/run/pith/s:1\"");
  EXPECT_EQ(made.socket, "/run/pith/s:1");
  EXPECT_EQ(made.socket_mode, 0660U);
  EXPECT_EQ(with_server("").socket, "");
  for (const auto& [text, mode] :
       {std::pair("0600", 0600U), std::pair("666", 0666U)}) {
    EXPECT_EQ(with_server("listen = \"unix:/s\"\nlisten_mode = \"" +
                          std::string(text) + "\"")
                  .socket_mode,
              mode);
  }
  for (const std::string& wrong :
       {std::string("unix:"), std::string("unix:s"), std::string("unix:@s"),
        std::string("unix:/s/"), std::string("unix:/a\\nb"),
        "unix:/" + std::string(107, 'a')}) {
    EXPECT_THAT(errors_of("listen = \"" + wrong + "\""),
                HasSubstr("1:10 listen: the path of a Unix socket must be"))
        << wrong;
  }
  for (const std::string_view wrong :
       {"", "0460", "0060", "06600", "1660", "0680", "rw", "-660", "66"}) {
    EXPECT_THAT(errors_of("listen = \"unix:/s\"\nlisten_mode = \"" +
                          std::string(wrong) + "\""),
                HasSubstr("2:15 listen_mode must be permissions"))
        << wrong;
  }
  EXPECT_THAT(errors_of("listen_mode = \"0660\""),
              HasSubstr("listen_mode is for a Unix socket"));
}

TEST(configuration, wrong_addresses) {
  for (const std::string_view wrong :
       {"", "4100", ":4100", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536",
        "127.0.0.1:x", "127.0.0.1:+1", "::1:4100", "[127.0.0.1]:1", "[::1]",
        "example.org:1", "[]:1", "127.0.0.1:-1", "127.0.0.1: 1"}) {
    EXPECT_THAT(errors_of("listen = \"" + std::string(wrong) + "\""),
                HasSubstr("1:10 listen must be an address and a port"))
        << wrong;
  }
}

TEST(configuration, loopback) {
  for (const std::string_view address :
       {"127.0.0.1", "127.255.0.9", "::1", "localhost", "::ffff:127.0.0.1",
        "0:0:0:0:0:0:0:1"}) {
    EXPECT_TRUE(is_loopback(address)) << address;
  }
  for (const std::string_view address :
       {"0.0.0.0", "::", "128.0.0.1", "::2", "", "127.0.0.1.example.org",
        "::ffff:10.0.0.1", "::7f00:1"}) {
    EXPECT_FALSE(is_loopback(address)) << address;
  }
}

TEST(configuration, limits) {
  const configuration made = with_server(
      "threads = 3\n[limits]\nbody_bytes = 2048\nconnections = 7\n"
      "request_seconds = 5\nsession_idle_seconds = 60\ndrain_seconds = 0\n"
      "[log]\nlevel = \"off\"");
  EXPECT_EQ(made.threads, 3U);
  EXPECT_EQ(made.limits.body_bytes, 2048U);
  EXPECT_EQ(made.limits.connections, 7U);
  EXPECT_EQ(made.limits.request_time, std::chrono::seconds(5));
  EXPECT_EQ(made.limits.session_idle_time, std::chrono::seconds(60));
  EXPECT_EQ(made.limits.drain_time, std::chrono::seconds(0));
  EXPECT_EQ(made.log_level, "off");
}

TEST(configuration, wrong_numbers) {
  EXPECT_EQ(errors_of("threads = -1"),
            "1:11 threads must be between 0 and 1024, not -1\n");
  EXPECT_EQ(errors_of("threads = 1.5"),
            "1:11 threads must be a whole number\n");
  EXPECT_EQ(errors_of("threads = \"2\""),
            "1:11 threads must be a whole number\n");
  EXPECT_EQ(errors_of("[limits]\nconnections = 0"),
            "2:15 limits.connections must be between 1 and 1000000, not 0\n");
  EXPECT_THAT(
      errors_of("[limits]\nbody_bytes = 9223372036854775807"),
      HasSubstr("limits.body_bytes must be between 1024 and 1073741824"));
}

// --- all that is wrong ------------------------------------------------------

TEST(configuration, unknown_keys_and_what_was_meant) {
  EXPECT_EQ(errors_of("lisen = \"127.0.0.1:1\""),
            "1:1 unknown key 'lisen'; did you mean 'listen'?\n");
  EXPECT_THAT(errors_of("[rewrite]\nleast_tokens = 9"),
              HasSubstr("unknown key 'least_tokens' in [rewrite]; use "
                        "'min_tokens' instead"));
  EXPECT_EQ(errors_of("[limits]\nbody_byte = 1"),
            "2:1 unknown key 'body_byte' in [limits]; did you mean "
            "'body_bytes'?\n");
  EXPECT_EQ(errors_of("something_else = 1"),
            "1:1 unknown key 'something_else'\n");
  EXPECT_THAT(
      words_of(read_configuration("[servers.a]\nurl = \"http://a/\"", "")),
      HasSubstr("unknown key 'servers'; did you mean 'server'?"));
}

TEST(configuration, all_errors_are_reported_by_line) {
  EXPECT_EQ(errors_of("threads = true\nlisten = 5\nfoo = 1\n"
                      "[log]\nlevel = \"inf\""),
            "1:11 threads must be a whole number\n"
            "2:10 listen must be a string\n"
            "3:1 unknown key 'foo'\n"
            "5:9 log.level must be one of 'debug', 'info', 'warn', 'error', "
            "'off', not 'inf'; did you mean 'info'?\n");
}

TEST(configuration, grammar) {
  const configuration_result result = read_configuration("a = 1\nb = = 2", "");
  ASSERT_EQ(result.errors.size(), 1U);
  EXPECT_EQ(result.errors[0].line, 2U);
  EXPECT_EQ(result.errors[0].column, 5U);
  EXPECT_FALSE(result.value.has_value());
}

TEST(configuration, bounds) {
  const std::string large(
      pith::mcp::configuration_result{}.errors.size() + (1U << 20U) + 1, '#');
  EXPECT_EQ(words_of(read_configuration(large, "")),
            "0:0 the configuration is larger than 1 MiB\n");
  std::string dots = "a";
  for (int i = 0; i < 100'000; ++i) dots += ".a";
  EXPECT_EQ(words_of(read_configuration(dots + " = 1", "")),
            "0:0 a dotted key has more than 256 dots; shorten it\n");
  EXPECT_EQ(errors_of("x = " + std::string(500'000, '[')).substr(0, 2), "1:");
  const std::string deep =
      "x = " + std::string(100, '[') + std::string(100, ']');
  EXPECT_THAT(errors_of(deep),
              HasSubstr("values are nested more than 32 levels deep"));
}

TEST(configuration, no_server) {
  EXPECT_EQ(words_of(read_configuration("", "")),
            "0:0 there is no server; add [server.NAME] with url or command\n");
  EXPECT_EQ(words_of(read_configuration("server = 1", "")),
            "0:0 there is no server; add [server.NAME] with url or command\n"
            "1:10 server must be a table, which begins with [server]\n");
}

// --- servers ----------------------------------------------------------------

TEST(configuration, servers_in_the_order_of_the_text) {
  const configuration made = accepted(
      "[server.zeta]\ncommand = [\"z\", \"--stdio\"]\npass_env = [\"AWS_*\"]\n"
      "env = { KEY = \"1\", ABLE = \"2\" }\n"
      "[server.alpha]\nurl = \"https://example.org/mcp\"\n"
      "timeout_seconds = 90\nheaders = { X-Key = \"v\" }\n");
  ASSERT_EQ(made.servers.size(), 2U);
  const auto& first = made.servers[0];
  EXPECT_EQ(first.name, "zeta");
  EXPECT_THAT(first.command.words, ElementsAre("z", "--stdio"));
  EXPECT_THAT(first.command.pass_environment, ElementsAre("AWS_*"));
  EXPECT_THAT(
      first.command.environment,
      ElementsAre(testing::Pair("KEY", "1"), testing::Pair("ABLE", "2")));
  const auto& second = made.servers[1];
  EXPECT_EQ(second.name, "alpha");
  EXPECT_EQ(second.timeout, std::chrono::seconds(90));
  EXPECT_EQ(second.headers.find("x-key").value_or(""), "v");
}

TEST(configuration, names_of_servers) {
  for (const std::string_view name :
       {"metrics", "healthz", "readyz", "mcp", "\"stats.json\""}) {
    EXPECT_THAT(
        errors_of("[server." + std::string(name) + "]\nurl = \"http://a/\""),
        HasSubstr("1:9 a server cannot be named"))
        << name;
  }
  for (const std::string_view name : {"A", "\"\"", "\"a b\"", "\"a/b\""}) {
    EXPECT_THAT(
        errors_of("[server." + std::string(name) + "]\nurl = \"http://a/\""),
        HasSubstr("the name of a server must have 1 to 64 characters"))
        << name;
  }
}

TEST(configuration, either_url_or_command) {
  EXPECT_EQ(errors_of("[server.x]\ntimeout_seconds = 1"),
            "1:9 [server.x] must have url or command\n");
  EXPECT_THAT(errors_of("[server.x]\nurl = \"http://a/\"\ncommand = [\"b\"]"),
              HasSubstr("3:1 [server.x] has both url and command"));
  EXPECT_EQ(
      errors_of("[server.x]\nurl = \"http://a/\"\nenv = { A = \"b\" }"),
      "3:1 server.x.env applies only to a server with command; remove it\n");
  EXPECT_EQ(
      errors_of("[server.x]\ncommand = [\"a\"]\nca_file = \"/dev/x\""),
      "3:1 server.x.ca_file applies only to a server with url; remove it\n"
      "3:11 server.x.ca_file: cannot read the file '/dev/x'; check its path "
      "and permissions\n");
  EXPECT_THAT(errors_of("[server.x]\ncommand = []"),
              HasSubstr("must begin with the name of a program"));
  EXPECT_THAT(errors_of("[server.x]\ncommand = \"npx a\""),
              HasSubstr("server.x.command must be a list of strings"));
}

TEST(configuration, wrong_urls) {
  for (const std::string_view url :
       {"", "example.org", "ftp://a/", "http://", "stdio://x"}) {
    EXPECT_THAT(errors_of("[server.x]\nurl = \"" + std::string(url) + "\""),
                HasSubstr("2:7 server.x.url must be a URL"))
        << url;
  }
}

TEST(configuration, wrong_headers) {
  const auto errors = [](std::string_view headers) {
    return errors_of("[server.x]\nurl = \"http://a/\"\nheaders = { " +
                     std::string(headers) + " }");
  };
  EXPECT_THAT(errors("\"a b\" = \"x\""),
              HasSubstr("is not a valid header name"));
  EXPECT_THAT(errors("Host = \"x\""), HasSubstr("that pith sets itself"));
  EXPECT_THAT(errors("mcp-session-ID = \"x\""),
              HasSubstr("that pith sets itself"));
  const std::string split = errors("A = \"secret\\r\\nB: c\"");
  EXPECT_THAT(split, HasSubstr("is not a valid header value"));
  EXPECT_THAT(split, Not(HasSubstr("secret")));
  EXPECT_THAT(errors("A = 1"),
              HasSubstr("server.x.headers.A must be a string"));
}

TEST(configuration, headers_from_the_environment) {
  ::setenv("PITH_TEST_HEADER", "s3cret", 1);
  ::unsetenv("PITH_TEST_NONE");
  const configuration made = accepted(
      "[server.x]\nurl = \"http://a/\"\n"
      "headers = { A = \"env:PITH_TEST_HEADER\", "
      "Authorization = \"Bearer env:PITH_TEST_HEADER\" }");
  ASSERT_EQ(made.servers.size(), 1U);
  EXPECT_EQ(made.servers[0].headers.find("A").value_or(""), "s3cret");
  EXPECT_EQ(made.servers[0].headers.find("authorization").value_or(""),
            "Bearer s3cret");
  EXPECT_EQ(errors_of("[server.x]\nurl = \"http://a/\"\n"
                      "headers = { A = \"Bearer env:PITH_TEST_NONE\" }"),
            "3:17 server.x.headers: the environment variable 'PITH_TEST_NONE' "
            "is not set, or is empty; set it before you start pith\n");
}

TEST(configuration, limits_of_one_client) {
  const auto usual = with_server("").limits;
  EXPECT_FALSE(usual.in_flight_per_client || usual.sessions_per_client ||
               usual.children_per_client || usual.kept_bytes_per_client ||
               usual.kept_results_per_client);
  const auto limits =
      with_server(
          "[limits]\nin_flight_per_client = 5\nsessions_per_client = 4\n"
          "children_per_client = 3\nkept_results_per_client = 2\n"
          "kept_bytes_per_client = 1000\n")
          .limits;
  EXPECT_EQ(limits.in_flight_per_client, 5U);
  EXPECT_EQ(limits.sessions_per_client, 4U);
  EXPECT_EQ(limits.children_per_client, 3U);
  EXPECT_EQ(limits.kept_results_per_client, 2U);
  EXPECT_EQ(limits.kept_bytes_per_client, 1000U);
  EXPECT_NE(errors_of("[limits]\nin_flight_per_client = 0"), "");
}

TEST(configuration, no_server_takes_for_ever) {
  EXPECT_EQ(with_server("").servers.front().timeout, std::chrono::seconds(300));
  const auto config =
      accepted(std::string(one_server).append("timeout_seconds = 0\n"));
  EXPECT_EQ(config.servers.front().timeout, std::chrono::seconds(0));
}

TEST(configuration, tokens_for_numbers_alone) {
  const auto config = with_server(
      "[auth]\ntokens = { alice = \"of-alice\" }\n"
      "metrics_tokens = { prometheus = \"for-numbers\" }\n");
  ASSERT_EQ(config.metrics_tokens.size(), 1U);
  EXPECT_EQ(config.metrics_tokens.front().principal, "prometheus");
  EXPECT_EQ(config.tokens.size(), 1U);
  EXPECT_NE(errors_of("[auth]\nmetrics_tokens = [\"for-numbers\"]")
                .find("protects nothing without auth.tokens"),
            std::string::npos);
  EXPECT_NE(errors_of("[auth]\ntokens = [\"the-same\"]\n"
                      "metrics_tokens = [\"the-same\"]")
                .find("same secret"),
            std::string::npos);
}

}  // namespace
