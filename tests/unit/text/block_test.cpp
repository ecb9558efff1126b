// SPDX-License-Identifier: MIT
#include "text/block.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace {

using pith::text::block;
using pith::text::block_bytes;
using pith::text::block_reference;

using bytes = std::array<char, block_bytes>;

/// Calls `test` with every byte value at every position of a block, among
/// neighbours that are the same, next to it in value, or far from it.
template <class Test>
void for_every_byte_and_place(Test test) {
  for (unsigned value = 0; value < 256; ++value) {
    for (const unsigned distance : {0u, 1u, 2u, 0x80u}) {
      for (std::size_t place = 0; place < block_bytes; ++place) {
        bytes b;
        b.fill(static_cast<char>(value ^ distance));
        b[place] = static_cast<char>(value);
        test(b);
      }
    }
  }
}

TEST(block, agrees_with_its_reference_on_every_byte_at_every_place) {
  for_every_byte_and_place([](const bytes& b) {
    const block fast = block::load(b.data());
    const block_reference slow = block_reference::load(b.data());
    ASSERT_EQ(fast.non_ascii(), slow.non_ascii());
    ASSERT_EQ(fast.digits(), slow.digits());
    ASSERT_EQ(fast.needs_escape(), slow.needs_escape());
    ASSERT_EQ(fast.may_forbid_bare(), slow.may_forbid_bare());
    for (const char c : {',', '\t', '|'}) {
      ASSERT_EQ(fast.may_need_quotes(c), slow.may_need_quotes(c));
      ASSERT_EQ(fast.ends_cell(c), slow.ends_cell(c));
    }
    for (const char c : {'\0', '"', '\\', '|', '\x7F', '\x80', '\xFF'}) {
      ASSERT_EQ(fast.equals(c), slow.equals(c));
      ASSERT_EQ(fast.equals_either(c, '|'), slow.equals_either(c, '|'));
    }
    for (const int c : {0x01, 0x20, 0x7F, 0x80, 0x81, 0xFF}) {
      const auto bound = static_cast<unsigned char>(c);
      ASSERT_EQ(fast.below(bound), slow.below(bound));
    }
  });
}

TEST(block, finds_where_two_blocks_are_equal) {
  for_every_byte_and_place([](const bytes& b) {
    bytes other;
    other.fill('"');
    ASSERT_EQ(block::load(b.data()).equals(block::load(other.data())),
              block_reference::load(b.data()).equals(
                  block_reference::load(other.data())));
    ASSERT_EQ(block::load(b.data()).equals(block::load(b.data())), 0xFFFFu);
  });
}

TEST(block, sets_bit_i_for_byte_i) {
  const char text[] = "a\"b\\c\n0123456789";
  static_assert(sizeof text == block_bytes + 1);
  EXPECT_EQ(block::load(text).equals('"'), 0b10u);
  EXPECT_EQ(block::load(text).needs_escape(), 0b101010u);
  EXPECT_EQ(block::load(text).digits(), 0xFFC0u);
  EXPECT_EQ(block::load(text).below('b'), 0b1111111111101011u);
}

TEST(block, stores_what_it_loaded) {
  bytes from{};
  for (std::size_t i = 0; i < block_bytes; ++i) {
    from[i] = static_cast<char>(i * 17);
  }
  bytes to{};
  block::load(from.data()).store(to.data());
  EXPECT_EQ(from, to);
  to = {};
  block_reference::load(from.data()).store(to.data());
  EXPECT_EQ(from, to);
}

}  // namespace
