// SPDX-License-Identifier: MIT
#include "toon/decode/container_stack.hpp"

#include "loaded_text.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

using namespace pith::toon::decoding;  // NOLINT: this file is about it alone
using pith::toon::decode_options;
using toon_tests::loaded_text;
using toon_tests::loose;

/// A text whose bytes are keys, and nothing open.
struct open_containers : loaded_text {
  container_stack containers{shared};

  explicit open_containers(const decode_options& options = {})
      : loaded_text("abcdef", options) {
    containers.reset();
  }
  bool add_key(std::size_t offset) {
    const std::string_view key(at(offset), 1);
    return containers.add_key(containers.innermost(), key, at(offset));
  }
  bool add(std::size_t key_offset, std::int64_t value) {
    if (!add_key(key_offset)) return false;
    shared.writer().integer(value);
    containers.note_value(pith::detail::has_scalar);
    return true;
  }
};

TEST(toon_container_stack, puts_containers_into_one_another) {
  open_containers t;
  ASSERT_NE(t.containers.push(body::object, 0, t.at(0)), nullptr);
  EXPECT_TRUE(t.add(0, 1));
  ASSERT_TRUE(t.add_key(1));
  frame* const list = t.containers.push(body::list, 1, t.at(1));
  ASSERT_NE(list, nullptr);
  EXPECT_NE(list->key_id, no_key_id);
  list->declared = 1;
  EXPECT_TRUE(t.containers.begin_item(*list, t.at(2)));
  t.shared.writer().null();
  EXPECT_TRUE(t.containers.close(t.at(3)));
  EXPECT_TRUE(t.add(2, 3));
  EXPECT_TRUE(t.containers.close(t.at(4)));
  EXPECT_TRUE(t.containers.empty());
  EXPECT_EQ(t.json(), R"({"a":1,"b":[null],"c":3})");
}

TEST(toon_container_stack, closes_what_a_line_does_not_belong_to) {
  open_containers t;
  for (std::size_t floor = 0; floor < 3; ++floor) {
    if (floor != 0) {
      ASSERT_TRUE(t.add_key(0));
    }
    ASSERT_NE(t.containers.push(body::object, floor, t.at(0)), nullptr);
  }
  EXPECT_TRUE(t.containers.close_before(2, t.at(1)));
  EXPECT_EQ(t.containers.size(), 3u);
  EXPECT_TRUE(t.containers.close_before(0, t.at(1)));
  EXPECT_EQ(t.containers.size(), 1u);
  EXPECT_TRUE(t.containers.close(t.at(2)));
  EXPECT_TRUE(t.containers.close_before(0, t.at(2)));
  EXPECT_EQ(t.json(), R"({"a":{"a":{}}})");
}

TEST(toon_container_stack, refuses_one_too_many_levels) {
  decode_options options;
  options.bounds.max_depth = 2;
  open_containers t(options);
  EXPECT_NE(t.containers.push(body::list, 0, t.at(0)), nullptr);
  EXPECT_TRUE(t.containers.check_depth(1, t.at(1)));
  EXPECT_FALSE(t.containers.check_depth(2, t.at(1)));
  EXPECT_EQ(t.problem(), "depth_limit@1");
  EXPECT_NE(t.containers.push(body::list, 0, t.at(2)), nullptr);
  EXPECT_EQ(t.containers.push(body::list, 0, t.at(3)), nullptr);
  EXPECT_EQ(t.problem(), "depth_limit@3");
}

TEST(toon_container_stack, compares_counts_when_strict) {
  open_containers t;
  frame* const list = t.containers.push(body::list, 0, t.at(0));
  ASSERT_NE(list, nullptr);
  list->declared = 1;
  EXPECT_FALSE(t.containers.has_begun());
  EXPECT_FALSE(t.containers.close(t.at(1)));
  EXPECT_EQ(t.problem(), "count_mismatch@1");
  EXPECT_TRUE(t.containers.begin_item(*list, t.at(2)));
  EXPECT_TRUE(t.containers.has_begun());
  EXPECT_FALSE(t.containers.begin_item(*list, t.at(3)));
  EXPECT_EQ(t.problem(), "count_mismatch@3");
  EXPECT_TRUE(t.containers.close(t.at(4)));
  EXPECT_FALSE(t.containers.has_begun());
}

TEST(toon_container_stack, counts_no_further_than_allowed) {
  decode_options options = loose();
  options.bounds.max_items = 1;
  open_containers t(options);
  frame* const list = t.containers.push(body::list, 0, t.at(0));
  ASSERT_NE(list, nullptr);
  EXPECT_TRUE(t.containers.begin_item(*list, t.at(1)));
  EXPECT_FALSE(t.containers.begin_item(*list, t.at(2)));
  EXPECT_EQ(t.problem(), "item_limit@2");

  open_containers object(options);
  ASSERT_NE(object.containers.push(body::object, 0, object.at(0)), nullptr);
  EXPECT_TRUE(object.add(0, 1));
  EXPECT_FALSE(object.add(1, 1));
  EXPECT_EQ(object.problem(), "item_limit@1");
}

TEST(toon_container_stack, refuses_or_replaces_duplicates) {
  open_containers strict;
  ASSERT_NE(strict.containers.push(body::object, 0, strict.at(0)), nullptr);
  EXPECT_TRUE(strict.add(0, 1));
  EXPECT_FALSE(strict.add(0, 2));
  EXPECT_EQ(strict.problem(), "duplicate_key@0");

  open_containers t(loose());
  ASSERT_NE(t.containers.push(body::object, 0, t.at(0)), nullptr);
  EXPECT_TRUE(t.add(0, 1));
  EXPECT_TRUE(t.add(1, 2));
  EXPECT_TRUE(t.add(0, 3));
  t.containers.add_known_key(t.containers.innermost(),
                             t.shared.shapes.find_key("b"));
  t.shared.writer().integer(4);
  EXPECT_TRUE(t.containers.close(t.at(5)));
  EXPECT_EQ(t.json(), R"({"a":3,"b":4})");
}

}  // namespace
