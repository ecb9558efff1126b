// SPDX-License-Identifier: MIT
// Numbers and names, in both directions.
#include "gcb/names.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using pith::gcb::edge_types;
using pith::gcb::find_status;
using pith::gcb::kinds;
using pith::gcb::name_table;
using pith::gcb::provenances;

void check_both_ways(const name_table& table, std::size_t named) {
  for (unsigned i = 0; i < 256; ++i) {
    const auto number = static_cast<std::uint8_t>(i);
    const std::string_view name = table[number];
    EXPECT_EQ(table.find(name), number) << name;
    EXPECT_EQ(name == "unknown_" + std::to_string(i), i == 0 || i > named);
  }
}

TEST(gcb_names, go_both_ways) {
  check_both_ways(kinds, 18);
  check_both_ways(provenances, 7);
  check_both_ways(edge_types, 38);
}

TEST(gcb_names, have_the_numbers_of_the_format) {
  EXPECT_EQ(kinds.find("function"), 1);
  EXPECT_EQ(kinds.find("service"), 16);
  EXPECT_EQ(kinds.find("env_var"), 17);
  EXPECT_EQ(kinds.find("process"), 18);
  EXPECT_EQ(provenances.find("structural"), 7);
  EXPECT_EQ(edge_types.find("overrides"), 11);
  EXPECT_EQ(edge_types.find("contains"), 21);
  EXPECT_EQ(edge_types.find("subscribes"), 31);
  EXPECT_EQ(edge_types.find("executes_process"), 38);
}

TEST(gcb_names, that_are_none) {
  for (const char* name :
       {"", "f", "functio", "Function", "unknown", "unknown_", "unknown_1",
        "unknown_18", "unknown_019", "unknown_256", "unknown_999", "unknown_-1",
        "unknown_1e", "unknown_ 19", "unknown_0000", "unknown_19x"}) {
    EXPECT_FALSE(kinds.find(name)) << name;
  }
}

TEST(gcb_names, statuses) {
  EXPECT_EQ(find_status(""), 0);
  EXPECT_EQ(find_status("unchanged"), 0);
  EXPECT_EQ(find_status("added"), 1);
  EXPECT_EQ(find_status("removed"), 2);
  EXPECT_FALSE(find_status("changed"));
}

}  // namespace
