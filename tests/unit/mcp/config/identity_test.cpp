// SPDX-License-Identifier: MIT
/// @file
/// Callers without a token of their own: keys that seal, proxies, rules.
#include "configuration_support.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

using pith_tests::accepted;
using pith_tests::errors_of;
using pith_tests::one_server;
using pith_tests::with_server;

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(seal_keys, from_the_text_a_variable_and_a_file) {
  const auto directory = std::filesystem::temp_directory_path() /
                         ("pith-keys-" + std::to_string(::getpid()));
  std::filesystem::create_directory(directory);
  std::ofstream(directory / "key") << "  of a file, 0123456789\n";
  ::setenv("PITH_TEST_SEAL_KEY", "of a variable, 012", 1);
  const auto made =
      accepted(std::string("[auth]\nseal_keys = [\"0123456789abcdef\", "
                           "\"env:PITH_TEST_SEAL_KEY\", \"file:key\"]\n")
                   .append(one_server),
               directory.string());
  std::filesystem::remove_all(directory);
  EXPECT_EQ(made.seal_keys,
            (std::vector<std::string>{"0123456789abcdef", "of a variable, 012",
                                      "of a file, 0123456789"}));
  // They ask nobody who they are.
  EXPECT_FALSE(made.asks_who());
  EXPECT_TRUE(with_server("").seal_keys.empty());
}

TEST(seal_keys, errors_show_no_key) {
  EXPECT_TRUE(has(errors_of("[auth]\nseal_keys = []"), "1 to 16 keys"));
  const std::string brief = errors_of("[auth]\nseal_keys = [\"too short\"]");
  EXPECT_TRUE(has(brief, "2:14 auth.seal_keys: a key must have 16 to 1024"));
  EXPECT_FALSE(has(brief, "too short"));
  EXPECT_TRUE(has(errors_of("[auth]\nseal_keys = [\"file:/no/such/file\"]"),
                  "cannot read the file '/no/such/file'"));
  EXPECT_TRUE(has(errors_of("[auth]\nseal_keys = [\"0123456789abcdef\", "
                            "\"0123456789abcdef\"]"),
                  "twice"));
  EXPECT_TRUE(
      has(errors_of("[auth]\nseal_keys = \"0123456789abcdef\""), "a list"));
}

}  // namespace
