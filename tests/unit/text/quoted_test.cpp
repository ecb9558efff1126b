// SPDX-License-Identifier: MIT
#include "text/quoted.hpp"

#include <pith/sink.hpp>

#include "text/escape.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>

namespace {

using pith::error_code;

/// Reads a quoted string in memory that ends where the function may look.
struct read {
  explicit read(std::string_view source)
      : size(source.size()),
        room(std::make_unique<char[]>(size + 2 * pith::text::block_bytes)) {
    source.copy(room.get(), size);
    r = pith::text::read_quoted(room.get(), room.get() + size);
  }
  [[nodiscard]] std::string text() const { return {room.get() + 1, r.length}; }
  [[nodiscard]] std::size_t end() const {
    return static_cast<std::size_t>(r.end - room.get());
  }
  std::size_t size;
  std::unique_ptr<char[]> room;
  pith::text::read_quoted_result r;
};

std::string in_quotes(std::string_view text) {
  std::string out;
  pith::string_sink sink(out);
  pith::text::output target;
  target.open(sink, ~std::size_t{0});
  pith::text::write_quoted(target, text);
  EXPECT_TRUE(target.close());
  return out;
}

std::string in_quotes_at(std::string_view text) {
  std::string room(pith::text::max_quoted_bytes(text.size()), '#');
  char* const end = pith::text::write_quoted(room.data(), text);
  return {room.data(), end};
}

TEST(read_quoted, decodes_every_escape) {
  const struct {
    std::string_view source;
    std::string_view text;
  } cases[] = {
      {R"("")", ""},
      {R"("a")", "a"},
      {R"("\"\\\/\b\f\n\r\t")", "\"\\/\b\f\n\r\t"},
      {R"("\u0041\u00e9\u6f22")", "A\u00e9\u6f22"},
      {R"("\u00E9\uABCD\uabcd")", "\u00e9\uabcd\uabcd"},
      {R"("\u007f\u0080\u07ff\u0800\uffff")",
       "\x7f\xC2\x80\xDF\xBF\u0800\uffff"},
      {R"("\ud83d\ude00")", "\U0001f600"},
      {R"("\uD800\uDC00\uDBFF\uDFFF")", "\U00010000\U0010ffff"},
      {R"("\ud7ff\ue000")", "\ud7ff\ue000"},
      {R"("a\nb")", "a\nb"},
      {R"("0123456789abcdef\n0123456789abcdef")",
       "0123456789abcdef\n0123456789abcdef"},
      {"\"\u6f22\u5b57\"", "\u6f22\u5b57"},
      {"\"\x7f\"", "\x7f"},
  };
  for (const auto& c : cases) {
    const read r(c.source);
    ASSERT_TRUE(r.r.ok) << c.source;
    EXPECT_EQ(r.text(), c.text) << c.source;
    EXPECT_EQ(r.end(), c.source.size()) << c.source;
  }
  const read zero(R"("a\u0000b")");
  ASSERT_TRUE(zero.r.ok);
  EXPECT_EQ(zero.text(), std::string("a\0b", 3));
}

TEST(read_quoted, stops_after_the_closing_quote) {
  const read r(R"("a\n" "b")");
  ASSERT_TRUE(r.r.ok);
  EXPECT_EQ(r.text(), "a\n");
  EXPECT_EQ(r.end(), 5u);
}

TEST(read_quoted, says_what_is_wrong_and_where) {
  const struct {
    std::string_view source;
    error_code code;
    std::size_t at;
  } cases[] = {
      {"\"", error_code::unterminated_quote, 0},
      {"\"abc", error_code::unterminated_quote, 0},
      {"\"abc\\", error_code::unterminated_quote, 0},
      {"\"abc\\\"", error_code::unterminated_quote, 0},
      {"\"\\u", error_code::unterminated_quote, 0},
      {"\"\\u12", error_code::unterminated_quote, 0},
      {"\"\\ud800", error_code::unterminated_quote, 0},
      {"\"\\ud800\\", error_code::unterminated_quote, 0},
      {"\"\\ud800\\u", error_code::unterminated_quote, 0},
      {"\"\\ud800\\ud", error_code::unterminated_quote, 0},
      {"\"\\ud800\\udc", error_code::unterminated_quote, 0},
      {"\"\\ud800\\udfff", error_code::unterminated_quote, 0},
      {"\"0123456789abcdef0123456789abcdef", error_code::unterminated_quote, 0},
      {"\"a\nb\"", error_code::control_character, 2},
      {"\"a\\n\tb\"", error_code::control_character, 4},
      {"\"\x1f\"", error_code::control_character, 1},
      {"\"\\x41\"", error_code::invalid_escape, 1},
      {"\"\\'\"", error_code::invalid_escape, 1},
      {"\"\\0\"", error_code::invalid_escape, 1},
      {"\"\\N\"", error_code::invalid_escape, 1},
      {"\"\\U0041\"", error_code::invalid_escape, 1},
      {"\"\\u12\"", error_code::invalid_escape, 1},
      {"\"\\u12g4\"", error_code::invalid_escape, 1},
      {"\"\\u 123\"", error_code::invalid_escape, 1},
      {"\"\\u+123\"", error_code::invalid_escape, 1},
      {"\"ab\\\xC3\xA9\"", error_code::invalid_escape, 3},
      {"\"\\ud800\"", error_code::invalid_surrogate, 1},
      {"\"\\udc00\"", error_code::invalid_surrogate, 1},
      {"\"\\udfff\\ud800\"", error_code::invalid_surrogate, 1},
      {"\"\\ud800\\ud800\"", error_code::invalid_surrogate, 1},
      {"\"\\ud800x\"", error_code::invalid_surrogate, 1},
      {"\"\\ud800\\n\"", error_code::invalid_surrogate, 1},
      {"\"\\ud800\\u0041\"", error_code::invalid_surrogate, 1},
      {"\"\\ud800\\ue000\"", error_code::invalid_surrogate, 1},
      {"\"\\ud800\\udc0\"", error_code::invalid_surrogate, 1},
      {"\"\\ud800\\u00", error_code::invalid_surrogate, 1},
      {"\"\\ud800\\udbf", error_code::invalid_surrogate, 1},
      {"\"\\ud83d\\ude00\\ud83d\"", error_code::invalid_surrogate, 13},
  };
  for (const auto& c : cases) {
    const read r(c.source);
    ASSERT_FALSE(r.r.ok) << c.source;
    EXPECT_EQ(name(r.r.code), name(c.code)) << c.source;
    EXPECT_EQ(r.end(), c.at) << c.source;
  }
}

TEST(read_quoted, treats_a_zero_byte_as_a_control_character) {
  const read r(std::string_view("\"a\0b\"", 5));
  ASSERT_FALSE(r.r.ok);
  EXPECT_EQ(r.r.code, error_code::control_character);
  EXPECT_EQ(r.end(), 2u);
}

TEST(read_quoted, does_not_look_for_the_quote_after_the_end) {
  const std::string source = "\"abc\"";
  for (std::size_t size = 1; size < source.size(); ++size) {
    std::string room = source + std::string(64, '"');
    const auto r = pith::text::read_quoted(room.data(), room.data() + size);
    ASSERT_FALSE(r.ok);
    EXPECT_EQ(r.code, error_code::unterminated_quote);
    EXPECT_EQ(r.end, room.data());
  }
}

TEST(read_quoted, leaves_what_stands_after_the_string) {
  std::string room = R"("a\n\u0041b" and more text after it, as in a document)";
  const std::string before = room;
  room.append(64, '\0');
  const auto r = pith::text::read_quoted(room.data(), room.data() + 50);
  ASSERT_TRUE(r.ok);
  EXPECT_EQ(room.substr(12, 38), before.substr(12, 38));
}

TEST(read_quoted, reads_text_of_any_length_with_an_escape_anywhere) {
  for (std::size_t length = 0; length < 1200; length += length < 80 ? 1 : 97) {
    for (std::size_t at = 0; at <= length; at += length < 80 ? 1 : 61) {
      std::string text(length, 'x');
      for (std::size_t i = 0; i < length; ++i) {
        text[i] = static_cast<char>('a' + i % 26);
      }
      std::string source = '"' + text + '"';
      source.insert(1 + at, "\\n");
      text.insert(at, 1, '\n');
      const read r(source);
      ASSERT_TRUE(r.r.ok);
      ASSERT_EQ(r.text(), text);
      ASSERT_EQ(r.end(), source.size());
    }
  }
}

TEST(write_quoted, escapes_what_must_be_escaped_and_nothing_else) {
  EXPECT_EQ(in_quotes(""), R"("")");
  EXPECT_EQ(in_quotes("plain / text"), R"("plain / text")");
  EXPECT_EQ(in_quotes("\"\\\b\f\n\r\t"), R"("\"\\\b\f\n\r\t")");
  EXPECT_EQ(in_quotes("\u00e9\u6f22\U0001f600\x7f"),
            "\"\u00e9\u6f22\U0001f600\x7f\"");
  for (char c = 0; c < 0x20; ++c) {
    const std::string text = in_quotes(std::string(1, c));
    const read r(text);
    ASSERT_TRUE(r.r.ok);
    EXPECT_EQ(r.text(), std::string(1, c));
  }
  EXPECT_EQ(in_quotes(std::string_view("\0\x01\x1f", 3)),
            R"("\u0000\u0001\u001f")");
}

TEST(write_quoted, writes_texts_larger_than_the_buffer) {
  const std::size_t large = 3 * pith::text::output::chunk_bytes + 17;
  EXPECT_EQ(in_quotes(std::string(large, 'x')),
            '"' + std::string(large, 'x') + '"');
  const std::string zeros = in_quotes(std::string(large, '\0'));
  EXPECT_EQ(zeros.size(), 6 * large + 2);
  EXPECT_EQ(zeros.substr(0, 14), R"("\u0000\u0000\)");
}

TEST(write_quoted, has_forms_that_agree_and_read_back) {
  std::mt19937_64 random(5);
  const std::string_view pieces[] = {
      "a", "text", "\"", "\\", "\n", "\x01", "\u6f22", "0123456789abcdef"};
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (std::uint64_t n = random() % 12; n != 0; --n) {
      text += pieces[random() % std::size(pieces)];
    }
    const std::string form = in_quotes(text);
    ASSERT_EQ(in_quotes_at(text), form);
    // The form for padded text, with what would be escaped in the padding.
    const std::string padded = text + std::string(pith::text::step_bytes, '"');
    std::string room(pith::text::max_quoted_bytes(text.size()), '#');
    char* const end = pith::text::write_quoted_padded(
        room.data(), std::string_view(padded).substr(0, text.size()));
    ASSERT_EQ(std::string(room.data(), end), form);
    const read r(form);
    ASSERT_TRUE(r.r.ok);
    ASSERT_EQ(r.text(), text);
  }
}

}  // namespace
