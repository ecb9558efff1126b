// SPDX-License-Identifier: MIT
#include "digest/sha256.hpp"
#include "tokenizer/ranked/encodings.hpp"
#include "tokenizer/ranked/image_maker.hpp"
#include "tokenizer/ranked/merge.hpp"
#include "tokenizer/ranked/token_texts.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace pith::tokens;
using testing::ElementsAre;

/// All bytes, and some words in the order of their merges.
vocabulary_source small_source() {
  vocabulary_source source;
  for (int byte = 0; byte < 256; ++byte) {
    source.tokens.emplace_back(1, static_cast<char>(byte));
  }
  for (const char* word :
       {"ab", "bc", "abc", "aa", "aaa", "aaaa", "cd", "ba", "abcd", "dd",
        "twelve bytes", "a long token", "thirteen byte", "a still longer token",
        "a token that is too long for any key"}) {
    source.tokens.emplace_back(word);
  }
  source.specials = {{300, "<end>"}};
  return source;
}

TEST(image_test, holds_what_it_was_made_from) {
  const vocabulary_source source = small_source();
  const auto image = make_image(source);
  ASSERT_TRUE(image);
  ASSERT_TRUE(vocabulary::check(*image));
  vocabulary words;
  ASSERT_TRUE(words.attach(*image));
  const token_texts texts{words};
  for (std::uint32_t id = 0; id < source.tokens.size(); ++id) {
    EXPECT_EQ(texts.find(id), source.tokens[id]);
    EXPECT_EQ(words.find(source.tokens[id]), id);
  }
  EXPECT_EQ(words.find("abcde"), no_token);
  EXPECT_EQ(words.special_id(0), 300u);
  EXPECT_EQ(words.special_text(0), "<end>");
  EXPECT_FALSE(words.has_digit_groups());
}

/// The line of a rank file.
std::string rank_line(std::string_view token, std::uint32_t rank) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string line;
  for (std::size_t at = 0; at < token.size(); at += 3) {
    std::uint32_t bits = 0;
    for (std::size_t i = at; i < at + 3; ++i) {
      bits =
          bits << 8 | (i < token.size() ? static_cast<unsigned char>(token[i])
                                        : std::uint32_t{0});
    }
    const std::size_t given = std::min<std::size_t>(token.size() - at, 3);
    for (std::size_t i = 0; i < 4; ++i) {
      line += i <= given ? digits[bits >> (18 - 6 * i) & 63] : '=';
    }
  }
  return line + ' ' + std::to_string(rank) + '\n';
}

/// r50k_base is made from p50k_base, yet it is the published one.
TEST(image_test, every_embedded_image_holds_the_published_ranks) {
  for (const encoding& known : encodings()) {
    const std::string_view image = embedded_image(known.name);
    if (image.empty()) GTEST_SKIP() << "no embedded tokenizers";
    ASSERT_TRUE(vocabulary::check(image)) << known.name;
    vocabulary words;
    ASSERT_TRUE(words.attach(image));
    const token_texts texts{words};
    pith::detail::sha256 hash;
    for (std::uint32_t id = 0; id < words.size(); ++id) {
      const std::string_view text = texts.find(id);
      if (!text.empty()) hash.update(rank_line(text, id));
    }
    EXPECT_EQ(pith::detail::to_hex(*hash.finish()), known.sha256) << known.name;
    EXPECT_EQ(words.special_count(), known.specials.size());
  }
}

TEST(image_test, only_p50k_becomes_r50k) {
  EXPECT_FALSE(make_r50k_image(""));
  EXPECT_FALSE(make_r50k_image(*make_image(small_source())));
}

TEST(image_test, refuses_a_vocabulary_that_cannot_work) {
  vocabulary_source twice = small_source();
  twice.tokens.emplace_back("ab");
  EXPECT_FALSE(make_image(twice));
  vocabulary_source incomplete = small_source();
  incomplete.tokens[65] = "something else";
  EXPECT_FALSE(make_image(incomplete));
}

TEST(image_test, damage_is_found_or_harmless) {
  const auto image = make_image(small_source());
  ASSERT_TRUE(image);
  EXPECT_FALSE(vocabulary::check(image->substr(0, image->size() - 8)));
  EXPECT_FALSE(vocabulary::check(*image + std::string(8, '\0')));
  std::mt19937_64 random{1};
  for (int i = 0; i < 20000; ++i) {
    std::string damaged = *image;
    damaged[random() % damaged.size()] = static_cast<char>(random());
    if (!vocabulary::check(damaged)) continue;
    vocabulary words;
    ASSERT_TRUE(words.attach(damaged));
    // Whatever it says, it says it without leaving the image.
    for (std::uint32_t place = 0; place < words.place_count(); ++place) {
      static_cast<void>(words.find(words.text_at(place)));
    }
    const token_texts texts{words};
    static_cast<void>(texts.find(0));
    static_cast<void>(words.find("abcabc"));
  }
}

TEST(ranks_test, reads_rank_files) {
  const auto ranks = read_ranks("YQ== 0\nYWI= 2\n");
  ASSERT_TRUE(ranks);
  EXPECT_THAT(*ranks, ElementsAre("a", "", "ab"));
  for (const char* bad : {"YQ==\n", "YQ== x\n", "YQ== 0\nYQ== 0\n", "!! 0\n",
                          "YQ== 99999999999\n", " 0\n"}) {
    EXPECT_FALSE(read_ranks(bad)) << bad;
  }
}

TEST(merge_test, merges_the_lowest_number_first) {
  const auto image = make_image(small_source());
  vocabulary words;
  ASSERT_TRUE(words.attach(*image));
  merger merge{words};
  std::vector<std::uint32_t> ids;
  // "ab" goes before "bc", and then "abc" is there.
  EXPECT_EQ(merge.encode("xabcx", ids), 3u);
  EXPECT_THAT(ids, ElementsAre('x', 258, 'x'));
  ids.clear();
  // Of equal ones the leftmost: aa aa a; then aaa goes before aaaa.
  EXPECT_EQ(merge.encode("aaaaa", ids), 2u);
  EXPECT_THAT(ids, ElementsAre(259, 260));
}

TEST(merge_test, long_pieces_merge_as_short_ones) {
  const auto image = make_image(small_source());
  vocabulary words;
  ASSERT_TRUE(words.attach(*image));
  merger merge{words};
  std::mt19937_64 random{3};
  for (int i = 0; i < 300; ++i) {
    std::string half;
    const std::size_t size = 40 + random() % 50;
    for (std::size_t n = 0; n < size; ++n) {
      half += static_cast<char>('a' + random() % 4);
    }
    std::vector<std::uint32_t> one;
    merge.encode(half, one);
    // 'x' merges with nothing, so both halves stand alone in the long piece.
    std::vector<std::uint32_t> both;
    const std::size_t count = merge.encode(half + "xxxxx" + half, both);
    std::vector<std::uint32_t> expected = one;
    expected.insert(expected.end(), 5, 'x');
    expected.insert(expected.end(), one.begin(), one.end());
    ASSERT_EQ(both, expected) << half;
    ASSERT_EQ(count, expected.size());
    ASSERT_EQ(merge.count(half + "xxxxx" + half), expected.size());
  }
}

}  // namespace
