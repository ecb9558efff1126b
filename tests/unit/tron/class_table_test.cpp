// SPDX-License-Identifier: MIT
#include "tron/class_table.hpp"

#include "random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using pith::tron::class_table;

TEST(tron_class_table, finds_classes_by_name) {
  std::vector<std::string> names;
  for (int i = 0; i < 1000; ++i) names.push_back("n" + std::to_string(i));
  names.emplace_back("A");
  names.emplace_back("z");
  class_table table;
  table.clear();
  EXPECT_EQ(table.find("A"), class_table::none);
  for (const std::string& name : names) table.add(name, class_table::none);
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(table.find(names[i]), i);
  }
  EXPECT_EQ(table.find("n1000"), class_table::none);
  EXPECT_EQ(table.find_letter('A'), 1000u);
  EXPECT_EQ(table.find_letter('z'), 1001u);
  EXPECT_EQ(table.find_letter('B'), class_table::none);
  table.clear();
  EXPECT_EQ(table.find("A"), class_table::none);
  EXPECT_EQ(table.find_letter('A'), class_table::none);
}

/// Random forests of classes, against a search through all ancestors.
TEST(tron_class_table, finds_the_first_duplicate_in_any_forest) {
  struct made {
    std::uint32_t parent;
    std::vector<std::uint32_t> keys;
  };
  pith_tests::random_source random(7);
  const std::string name = "x";  // they are not looked for
  for (int round = 0; round < 3000; ++round) {
    constexpr std::uint32_t keys = 40;
    class_table table;
    table.clear();
    std::vector<made> all;
    std::size_t expected = class_table::no_duplicate;
    std::size_t offset = 0;
    const std::uint32_t classes = random.between(1, 10);
    for (std::uint32_t c = 0; c < classes; ++c) {
      const bool is_root = c == 0 || random.one_in(4);
      const std::uint32_t parent =
          is_root ? class_table::none : random.below(c);
      table.add(name, parent);
      all.push_back({parent, {}});
      for (std::uint32_t n = random.between(1, 3); n != 0; --n, ++offset) {
        const std::uint32_t key = random.below(keys);
        bool is_there = false;
        for (std::uint32_t a = c; a != class_table::none; a = all[a].parent) {
          const auto& has = all[a].keys;
          is_there |= std::find(has.begin(), has.end(), key) != has.end();
        }
        if (is_there) expected = std::min(expected, offset);
        table.add_property(key, offset);
        all.back().keys.push_back(key);
      }
    }
    ASSERT_EQ(table.find_duplicate(keys), expected);
    for (std::uint32_t c = 0; c < classes; ++c) {
      std::uint32_t width = 0;
      std::vector<bool> has(keys, false);
      for (std::uint32_t a = c; a != class_table::none; a = all[a].parent) {
        width += static_cast<std::uint32_t>(all[a].keys.size());
        for (const std::uint32_t key : all[a].keys) has[key] = true;
      }
      EXPECT_EQ(table.width_of(c), width);
      for (std::uint32_t key = 0; key < keys; ++key) {
        EXPECT_EQ(table.has_property(c, key), has[key]);
      }
    }
  }
}

}  // namespace
