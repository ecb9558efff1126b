// SPDX-License-Identifier: MIT
#include "document/shape_tree.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::detail::document_data;
using pith::detail::shape_cursor;
using pith::detail::shape_tree;

class shape_tree_test : public testing::Test {
 protected:
  shape_tree_test() {
    data_.reset();
    tree_.reset(data_);
  }

  bool step(shape_cursor& cursor, std::string_view key) {
    return tree_.advance(cursor, key, [&] {
      const std::size_t offset = data_.text.size();
      data_.text.append(key.data(), key.size());
      return offset;
    });
  }
  std::uint32_t shape(const std::vector<std::string>& keys) {
    shape_cursor cursor;
    for (const std::string& k : keys) EXPECT_TRUE(step(cursor, k)) << k;
    return tree_.shape_at(cursor.node);
  }

  document_data data_;
  shape_tree tree_;
};

TEST_F(shape_tree_test, equal_key_lists_have_one_shape) {
  const auto a = shape({"x", "y"});
  EXPECT_EQ(shape({"x", "y"}), a);
  EXPECT_NE(shape({"y", "x"}), a);
  EXPECT_NE(shape({"x"}), a);
  EXPECT_NE(shape({"x", "y", "z"}), a);
  EXPECT_EQ(shape({}), 0u);
  EXPECT_EQ(data_.shapes[a].count, 2u);
  EXPECT_EQ(data_.key_text(data_.keys_of(data_.shapes[a])[1]), "y");
}

TEST_F(shape_tree_test, keys_are_interned) {
  shape({"a", "b"});
  shape({"b", "a", "c"});
  EXPECT_EQ(data_.keys.size(), 3u);
  EXPECT_EQ(tree_.find_key("nope"), shape_tree::none);
  EXPECT_EQ(data_.key_text(tree_.find_key("c")), "c");
  EXPECT_EQ(tree_.intern("c", [] { return std::size_t{0}; }),
            tree_.find_key("c"));
}

TEST_F(shape_tree_test, a_node_may_have_very_many_children) {
  constexpr int many = 20'000;
  std::vector<std::uint32_t> shapes;
  for (int i = 0; i < many; ++i) {
    shapes.push_back(shape({"id", "private" + std::to_string(i)}));
  }
  for (int i = 0; i < many; i += 7) {
    EXPECT_EQ(shape({"id", "private" + std::to_string(i)}),
              shapes[static_cast<std::size_t>(i)]);
  }
}

TEST_F(shape_tree_test, duplicates_are_found_on_old_and_new_paths) {
  std::vector<std::string> wide;
  for (int i = 0; i < 100; ++i) wide.push_back("k" + std::to_string(i));
  shape(wide);
  for (const std::size_t at : {0u, 10u, 17u, 50u, 99u}) {
    shape_cursor cursor;
    for (std::size_t i = 0; i <= at; ++i) ASSERT_TRUE(step(cursor, wide[i]));
    for (std::size_t i = 0; i <= at; ++i) {
      EXPECT_FALSE(step(cursor, wide[i])) << at << ' ' << i;
    }
  }
}

TEST_F(shape_tree_test, reset_forgets) {
  shape({"a"});
  data_.reset();
  tree_.reset(data_);
  EXPECT_EQ(tree_.find_key("a"), shape_tree::none);
  EXPECT_EQ(shape({"b"}), 1u);
}

}  // namespace
