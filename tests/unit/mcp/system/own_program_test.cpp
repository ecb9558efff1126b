// SPDX-License-Identifier: MIT
#include "mcp/system/own_program.hpp"

#include "mcp/system/environment_list.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace {

using pith::mcp::environment_list;
using pith::mcp::own_program;

TEST(own_program, is_an_absolute_path_of_a_program) {
  const std::filesystem::path self = own_program();
  EXPECT_TRUE(self.is_absolute());
  EXPECT_EQ(::access(self.c_str(), X_OK), 0);
  EXPECT_TRUE(self.filename().string().starts_with("unit_mcp")) << self;
}

TEST(environment_list, has_what_was_set) {
  ASSERT_EQ(::setenv("PITH_TEST_LISTED", "here", 1), 0);
  bool is_there = false;
  for (char** at = environment_list(); *at != nullptr; ++at) {
    is_there = is_there || std::string_view(*at) == "PITH_TEST_LISTED=here";
  }
  EXPECT_TRUE(is_there);
}

}  // namespace
