// SPDX-License-Identifier: MIT
#include "mcp/discover/mode.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

TEST(discover_mode, on_and_off_ask_nobody) {
  EXPECT_TRUE(should_discover(discover_mode::on, "claude-code", 0));
  EXPECT_FALSE(should_discover(discover_mode::off, "gemini", 1'000'000));
}

TEST(discover_mode, automatic_is_for_large_lists_only) {
  EXPECT_FALSE(should_discover(discover_mode::automatic, "gemini", 10'000));
  EXPECT_TRUE(should_discover(discover_mode::automatic, "gemini", 10'001));
  EXPECT_TRUE(should_discover(discover_mode::automatic, "", 10'001));
}

TEST(discover_mode, automatic_leaves_clients_that_defer_tools) {
  for (const std::string_view client :
       {"claude-code", "codex", "vscode", "cursor", "copilot-cli"}) {
    EXPECT_FALSE(should_discover(discover_mode::automatic, client, 1'000'000))
        << client;
  }
  for (const std::string_view client : {"claude-desktop", "default"}) {
    EXPECT_TRUE(should_discover(discover_mode::automatic, client, 1'000'000))
        << client;
  }
}

}  // namespace
