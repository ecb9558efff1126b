// SPDX-License-Identifier: MIT
#include "tokenizer/unicode/compose.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using pith::tokens::append_composed;
using pith::tokens::composition;

std::string form(const std::string& text, composition which) {
  std::string out = ">";
  if (!append_composed(out, text, which)) {
    EXPECT_EQ(out, ">") << "nothing is appended to what is normal already";
    return text;
  }
  return out.substr(1);
}

std::string nfc(const std::string& text) {
  return form(text, composition::canonical);
}
std::string nfkc(const std::string& text) {
  return form(text, composition::compatible);
}

TEST(compose_test, letters_and_marks_become_one) {
  EXPECT_EQ(nfc("e\u0301"), "\u00e9");
  EXPECT_EQ(nfc("xe\u0301y"), "x\u00e9y");
  // Step by step: a circumflex, then an acute.
  EXPECT_EQ(nfc("a\u0302\u0301"), "\u1ea5");
  EXPECT_EQ(nfc("=\u0338"), "\u2260");
}

TEST(compose_test, marks_go_by_class_and_keep_their_order_within_one) {
  EXPECT_EQ(nfc("a\u0301\u0323"), "\u1ea1\u0301");
  EXPECT_EQ(nfc("x\u0301\u0300"), "x\u0301\u0300");
  // A mark of the same class stands between.
  EXPECT_EQ(nfc("a\u0313\u0301"), "a\u0313\u0301");
}

TEST(compose_test, what_decomposes_to_one_character_stays_apart) {
  EXPECT_EQ(nfc("\u212b"), "\u00c5");        // angstrom sign
  EXPECT_EQ(nfc("\uf900"), "\u8c48");        // compatibility ideograph
  EXPECT_EQ(nfc("\u0958"), "\u0915\u093c");  // excluded from composition
}

TEST(compose_test, hangul) {
  EXPECT_EQ(nfc("\u1100\u1161"), "\uac00");
  EXPECT_EQ(nfc("\u1100\u1161\u11a8"), "\uac01");
  EXPECT_EQ(nfc("\uac00\u11a8"), "\uac01");
  EXPECT_EQ(nfc("\uac01\u11a8"), "\uac01\u11a8");  // has a final already
  EXPECT_EQ(nfc("\uac01"), "\uac01");
}

TEST(compose_test, compatibility) {
  EXPECT_EQ(nfkc("\ufb01\u2460\u00bd"), "fi11\u20442");
  EXPECT_EQ(nfkc("\u00a0x"), " x");
  EXPECT_EQ(nfkc("\uff21\u0301"), "\u00c1");
  EXPECT_EQ(nfc("\ufb01\u2460"), "\ufb01\u2460");
}

TEST(compose_test, broken_bytes_stay_and_join_nothing) {
  EXPECT_EQ(nfc("\xff\u0301"), "\xff\u0301");
  EXPECT_EQ(nfc("e\xff\u0301"), "e\xff\u0301");
  EXPECT_EQ(nfc("e\u0301\xe4\xb8"), "\u00e9\xe4\xb8");
  EXPECT_EQ(nfc("\x80\x80\u0301"), "\x80\x80\u0301");
}

TEST(compose_test, looks_past_long_stretches_of_plain_text) {
  for (std::size_t size = 0; size < 200; ++size) {
    const std::string plain(size, 'x');
    EXPECT_EQ(nfc(plain), plain);
    EXPECT_EQ(nfc(plain + "e\u0301" + plain), plain + "\u00e9" + plain);
    EXPECT_EQ(nfc(plain + "\u00e9\u0323"), plain + "\u1eb9\u0301");
  }
}

TEST(compose_test, many_marks_in_one_run) {
  std::string text = "a";
  for (int i = 0; i < 20000; ++i) text += i % 2 == 0 ? "\u0301" : "\u0323";
  const std::string composed = nfc(text);
  // The dot below goes first, joins, and the rest is in order.
  EXPECT_TRUE(composed.starts_with("\u1ea1\u0323"));
  EXPECT_TRUE(composed.ends_with("\u0301\u0301"));
}

}  // namespace
