// SPDX-License-Identifier: MIT
// Delimiters, tokens and lines by themselves.
#include <pith/equality.hpp>
#include <pith/gcf.hpp>
#include <pith/json.hpp>

#include "document/document_data.hpp"
#include "gcf/lex/delimiters.hpp"
#include "gcf/lex/item_id.hpp"
#include "gcf/lex/lines.hpp"
#include "gcf/lex/token.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <string_view>

namespace {

using namespace pith::gcf::decoding;  // NOLINT: this file is about nothing else
using pith::error_code;
using pith::detail::word;

/// A text as the decoder has it: with room after and a line feed at the end.
class text_source : public source {
 public:
  explicit text_source(std::string_view text) : bytes_(text) {
    bytes_.push_back('\n');
    bytes_.append(pith::detail::text_padding, '\0');
    first = bytes_.data();
    last = first + text.size();
  }

 private:
  std::string bytes_;
};

TEST(GcfDelimiters, AreFoundInOrder) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::string text;
    for (unsigned i = 0; i < random() % 300; ++i) {
      text += "|\nabcdefghijk"[random() % (round % 2 == 0 ? 13 : 3)];
    }
    text_source s(text);
    delimiter_cursor cursor(s.first);
    for (char* p = s.first; p <= s.last; ++p) {
      if (*p != '|' && *p != '\n') continue;
      ASSERT_EQ(cursor.next(), p);
      ASSERT_EQ(cursor.next(), p);
      cursor.pass();
    }
  }
}

TEST(GcfDelimiters, AreSkipped) {
  std::string text(300, '|');
  for (std::size_t to : {1u, 5u, 63u, 64u, 65u, 130u, 300u}) {
    text_source s(text);
    delimiter_cursor cursor(s.first);
    EXPECT_EQ(cursor.next(), s.first);
    cursor.skip_to(s.first + to);
    EXPECT_EQ(cursor.next(), s.first + to);
    cursor.pass();
    if (to == 300) continue;
    EXPECT_EQ(cursor.next(), s.first + to + 1);
  }
}

/// A cell that read_cells() reads in line is what it is elsewhere.
void expect_same_number(const std::string& cell) {
  static pith::gcf::decoder decoder;
  static pith::document row;
  static pith::document alone;
  const std::string header = "GCF profile=generic\n";
  const auto first =
      decoder.decode_into(row, header + "## [1]{b,a}\nx|" + cell + "\n");
  const auto second = decoder.decode_into(alone, header + "=" + cell + "\n");
  ASSERT_EQ(first.has_value(), second.has_value()) << cell;
  if (!first) {
    EXPECT_EQ(first.error().code, second.error().code) << cell;
    return;
  }
  const pith::value in_row = *row.root().at(0)->find("a");
  EXPECT_EQ(in_row.type(), alone.root().type()) << cell;
  EXPECT_TRUE(pith::equal(in_row, alone.root())) << cell;
  EXPECT_EQ(*pith::json::write(in_row), *pith::json::write(alone.root()));
}

TEST(GcfShortNumbers, AreThoseOfTheOrdinaryWay) {
  for (int i = 0; i <= 9999; ++i) expect_same_number(std::to_string(i));
  for (const char* const cell : {"0",          "00",
                                 "01",         "0.",
                                 ".0",         "0.0",
                                 "0.00",       "00.5",
                                 "0.5",        "1.",
                                 "1..2",       "1.2.3",
                                 "12345678",   "99999999",
                                 "1234567.",   "1234.567",
                                 "0.123456",   "0.000001",
                                 "0.000000",   "9999.999",
                                 "1e5",        "1E5",
                                 "1.e5",       "12:30",
                                 "1.5x",       "x",
                                 "1-2",        "1 2",
                                 "12/34",      "1.2:3",
                                 "\xC3\xA9",   "1\xC3\xA9",
                                 "123456789",  "1234567890123456789",
                                 "0.12345678", "1234.56789012345",
                                 "-1",         "-1.5",
                                 "-0",         "-0.5",
                                 "-x",         "2026-01-02",
                                 "1e400x",     "12e"}) {
    expect_same_number(cell);
  }
  std::mt19937 random(2);
  for (int i = 0; i < 50'000; ++i) {
    std::string cell;
    const std::size_t length = 1 + random() % 20;
    while (cell.size() < length) {
      cell += "00112345678999..e-x:/ "[random() % (i % 3 == 0 ? 22 : 16)];
    }
    expect_same_number(cell);
  }
}

TEST(GcfTokens, EndWhereTheirDelimiterIs) {
  text_source s("abc , \"d,e\" ,7");
  word words[8] = {};
  word* out = words;
  token_kind kind{};
  char* p = read_token<','>(s, s.first, out, kind);
  ASSERT_EQ(p, s.first + 4);
  p = read_token<','>(s, p + 1, out, kind);
  ASSERT_EQ(p, s.first + 12);
  p = read_token<','>(s, p + 1, out, kind);
  ASSERT_EQ(p, s.last);
  EXPECT_EQ(out, words + 3);
}

/// A row of beginnings of schemas must not be searched to its end from each:
/// twice as many take about twice as long, which this only shows by ending.
TEST(GcfTokens, UnfinishedSchemasAreReadOnce) {
  for (const char* const piece :
       {"^{a|", "^{\"|", "^{\"a\",\"|", "^{\"\\\"|", "^{ , |"}) {
    std::string text;
    while (text.size() < 4'000'000) text += piece;
    text_source s(text);
    char* p = s.first;
    while (p < s.last) {
      word words[token_words];
      word* out = words;
      token_kind kind{};
      p = read_any_token<'|'>(s, p, out, kind);
      ASSERT_NE(p, nullptr);
      ++p;
    }
  }
}

TEST(GcfLines, ArePassedOver) {
  text_source s("\n  \n# x\n    # y\n\t\r\n    a\n b");
  line found;
  ASSERT_EQ(find_line(s, s.first, found), line_search::found);
  EXPECT_EQ(found.level, 2u);
  EXPECT_EQ(*found.first, 'a');
  EXPECT_EQ(find_line(s, found.first + 2, found), line_search::failed);
  EXPECT_EQ(s.problem.code, error_code::invalid_indent);
  line peeked;
  EXPECT_TRUE(peek_line(s, after_line(s.last - 4), peeked));
  EXPECT_EQ(*peeked.first, 'b');
  EXPECT_EQ(find_line(s, s.last, found), line_search::end_of_text);
  EXPECT_FALSE(peek_line(s, s.last, peeked));
}

TEST(GcfLines, IndentationOfEveryDepth) {
  for (std::size_t n = 0; n < 100; ++n) {
    text_source s(std::string(n, ' ') + "x");
    EXPECT_EQ(skip_spaces(s.first), s.first + n);
    EXPECT_TRUE(is_indented(s.first, n));
    EXPECT_FALSE(is_indented(s.first, n + 1));
    line found;
    const line_search search = find_line(s, s.first, found);
    EXPECT_EQ(search == line_search::found, n % 2 == 0);
    EXPECT_EQ(found.level, n / 2);
  }
}

TEST(GcfItemIds, MustBeTheOneThatIsExpected) {
  for (const char* const text : {"@12 x", "@12", "@12  ", "@12 "}) {
    text_source s(text);
    char* p = s.first;
    EXPECT_TRUE(read_item_id(s, p, 12)) << text;
    EXPECT_EQ(p, s.first + (text[3] == ' ' ? 4 : 3)) << text;
  }
  for (const char* const text : {"@", "@1", "@120 x", "@12x", "@-12", "@ 12",
                                 "@99999999999999999999999"}) {
    text_source s(text);
    char* p = s.first;
    EXPECT_FALSE(read_item_id(s, p, 12)) << text;
    EXPECT_EQ(s.problem.code, error_code::invalid_item_id) << text;
    EXPECT_EQ(s.problem.offset, 0u) << text;
  }
}

}  // namespace
