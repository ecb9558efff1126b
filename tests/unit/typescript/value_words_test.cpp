// SPDX-License-Identifier: MIT
#include <pith/json.hpp>

#include "native/value_reader.hpp"
#include "native/value_writer.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::wasm::kind;
using pith::wasm::kind_bits;

std::uint32_t word(kind of, std::uint32_t number = 0) {
  return (number << kind_bits) | static_cast<std::uint32_t>(of);
}

/// As JSON; empty when the words are refused.
std::string read(const std::vector<std::uint32_t>& words,
                 std::string_view text = {}) {
  pith::detail::pod_buffer<char> slot;
  slot.append(reinterpret_cast<const char*>(words.data()),
              words.size() * sizeof(std::uint32_t));
  pith::document tree;
  if (!pith::wasm::read_value(slot, words.size(), text, tree).is_good()) {
    return {};
  }
  return *pith::json::write(tree.root());
}

std::vector<std::uint32_t> number(double of) {
  const auto bits = std::bit_cast<std::uint64_t>(of);
  return {word(kind::number), static_cast<std::uint32_t>(bits),
          static_cast<std::uint32_t>(bits >> 32)};
}

TEST(value_words, reads_scalars) {
  EXPECT_EQ(read({word(kind::null)}), "null");
  EXPECT_EQ(read({word(kind::no)}), "false");
  EXPECT_EQ(read({word(kind::yes)}), "true");
  EXPECT_EQ(read({word(kind::integer, 7)}), "7");
  EXPECT_EQ(read({word(kind::integer, (1u << 28) - 1)}), "-1");
  EXPECT_EQ(read({word(kind::wide), 0, 1}), "4294967296");
  EXPECT_EQ(read({word(kind::string, 3)}, "abc"), R"("abc")");
  EXPECT_EQ(read(number(1.5)), "1.5");
}

TEST(value_words, reads_objects_by_their_shape) {
  EXPECT_EQ(read({word(kind::array, 2), word(kind::shape, 2), 1, 2,
                  word(kind::integer, 1), word(kind::null),
                  word(kind::object, 0), word(kind::array, 0), word(kind::yes)},
                 "abc"),
            R"([{"a":1,"bc":null},{"a":[],"bc":true}])");
}

TEST(value_words, refuses_what_is_cut) {
  EXPECT_EQ(read({}), "");
  EXPECT_EQ(read({word(kind::array, 1)}), "");
  EXPECT_EQ(read({word(kind::number), 0}), "");
  EXPECT_EQ(read({word(kind::wide)}), "");
  EXPECT_EQ(read({word(kind::shape, 2), 1}, "a"), "");
  EXPECT_EQ(read({word(kind::array, (1u << 28) - 1), word(kind::null)}), "");
}

TEST(value_words, refuses_what_is_left) {
  EXPECT_EQ(read({word(kind::null), word(kind::null)}), "");
  EXPECT_EQ(read({word(kind::string, 1)}, "ab"), "");
}

TEST(value_words, refuses_text_that_is_not_there) {
  EXPECT_EQ(read({word(kind::string, 4)}, "abc"), "");
  EXPECT_EQ(read({word(kind::string, (1u << 28) - 1)}, "abc"), "");
  EXPECT_EQ(read({word(kind::shape, 1), 0xFFFFFFFF, word(kind::null)}, "a"),
            "");
}

TEST(value_words, refuses_unknown_shapes_and_kinds) {
  EXPECT_EQ(read({word(kind::object, 0)}), "");
  for (std::uint32_t unknown = 10; unknown < 16; ++unknown) {
    EXPECT_EQ(read({unknown}), "") << unknown;
  }
}

TEST(value_words, refuses_a_key_that_comes_twice) {
  EXPECT_EQ(
      read({word(kind::shape, 2), 1, 1, word(kind::null), word(kind::null)},
           "aa"),
      "");
}

TEST(value_words, refuses_numbers_that_are_not_finite) {
  EXPECT_EQ(read(number(std::numeric_limits<double>::infinity())), "");
  EXPECT_EQ(read(number(std::numeric_limits<double>::quiet_NaN())), "");
}

TEST(value_words, reads_any_depth) {
  std::vector<std::uint32_t> words(100'000, word(kind::array, 1));
  words.push_back(word(kind::null));
  EXPECT_EQ(read(words).size(), 200'004u);
}

TEST(value_words, writes_what_it_reads) {
  const std::string text =
      R"([{"a":1,"b":[true,null,-2.5]},{"a":9007199254740993,"b":"x"},{}])";
  const auto tree = pith::json::parse(text);
  ASSERT_TRUE(tree);
  std::vector<std::int32_t> words;
  std::string strings;
  pith::wasm::value_writer(words, strings).write(tree->root());
  EXPECT_EQ(read({words.begin(), words.end()}, strings), text);
}

TEST(value_words, counts_utf_16_units_for_javascript) {
  const auto tree = pith::json::parse("\"a\u00e9\U0001F600\"");
  ASSERT_TRUE(tree);
  std::vector<std::int32_t> words;
  std::string strings;
  pith::wasm::value_writer(words, strings).write(tree->root());
  ASSERT_EQ(words.size(), 1u);
  EXPECT_EQ(static_cast<std::uint32_t>(words[0]), word(kind::string, 4));
}

}  // namespace
