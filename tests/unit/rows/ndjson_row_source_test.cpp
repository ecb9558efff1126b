// SPDX-License-Identifier: MIT
#include "rows/ndjson_row_source.hpp"

#include "rows_support.hpp"

#include <string>
#include <string_view>

namespace {

using cli::rows::ndjson_row_source;
using cli::rows::read_options;
using pith_tests::read_all;
using pith_tests::slow_bytes;

/// The same for every way to cut the text.
void expect_rows(std::string_view text, std::string_view expected,
                 read_options options = {}) {
  for (const std::size_t chunk : {1UL, 2UL, 3UL, 7UL, 64UL, 100'000UL}) {
    for (const std::size_t piece : {1UL, 5UL, 100'000UL}) {
      options.chunk_bytes = chunk;
      slow_bytes bytes(text, piece);
      ndjson_row_source source(bytes, options);
      EXPECT_EQ(read_all(source), expected)
          << "chunks of " << chunk << " in pieces of " << piece;
    }
  }
}

TEST(ndjson_row_source, reads_any_values) {
  expect_rows("{\"a\":1}\n[2,{\"b\":[]}]\n\"x\\ny\"\n-3.5\nnull\n",
              "{\"a\":1}\n[2,{\"b\":[]}]\n\"x\\ny\"\n-3.5\nnull\n");
}

TEST(ndjson_row_source, the_last_line_needs_no_end) {
  expect_rows("1\n2", "1\n2\n");
  expect_rows("{\"a\":1}", "{\"a\":1}\n");
}

TEST(ndjson_row_source, skips_blank_lines_and_takes_both_line_ends) {
  expect_rows("\n\r\n  \t\r\n1\r\n\n 2 \r\n\n\n3\n\n\n", "1\n2\n3\n");
}

TEST(ndjson_row_source, an_input_without_values_has_no_rows) {
  expect_rows("", "");
  expect_rows("\n", "");
  expect_rows(" \n\r\n\t", "");
}

TEST(ndjson_row_source, rows_before_an_error_come_first) {
  expect_rows("{\"a\":1}\n\n{\"a\":tru}\n{\"a\":3}\n",
              "{\"a\":1}\n! invalid_literal 14 3:6 {\"a\":tru}");
  expect_rows("1\n2\n[3\r\n4\n", "1\n2\n! unexpected_end 7 3:4 [3");
  expect_rows("1 2\n", "! trailing_characters 2 1:3 1 2");
  expect_rows("1\n{\"a\":1,\n\"a\":2}\n",
              "1\n! unexpected_end 9 2:8 {\"a\":1,");
  expect_rows("1\n{\"k\":1,\"k\":2}",
              "1\n! duplicate_key 9 2:8 {\"k\":1,\"k\":2}");
}

TEST(ndjson_row_source, a_byte_order_mark_is_refused_as_by_json) {
  const std::string text = "\xEF\xBB\xBF{}\n";
  const auto whole = pith::json::parse(text);
  ASSERT_FALSE(whole.has_value());
  expect_rows(text, "! " + std::string(name(whole.error().code)) +
                        " 0 1:1 \xEF\xBB\xBF{}");
}

TEST(ndjson_row_source, depth_counts_the_array_of_rows) {
  read_options shallow;
  shallow.max_depth = 2;
  expect_rows("[1]\n[[2]]\n", "[1]\n! depth_limit 5 2:2 [[2]]", shallow);
}

TEST(ndjson_row_source, a_long_line_is_refused_wherever_it_is_cut) {
  read_options tight;
  tight.max_row_bytes = 5;
  expect_rows("12345\n123456\n1\n", "12345\n! line_limit 11 2:6 123456", tight);
  expect_rows("1x\n123456\n", "! invalid_number 0 1:1 1x", tight);
  expect_rows("1\n123456", "1\n! line_limit 7 2:6 123456", tight);
}

TEST(ndjson_row_source, lines_longer_than_chunks) {
  std::string text;
  std::string expected;
  for (int i = 0; i < 20; ++i) {
    const std::string row = "\"" + std::string(1000, "abcdefg"[i % 7]) + "\"\n";
    text += row;
    expected += row;
  }
  for (const std::size_t chunk : {10UL, 999UL, 5000UL}) {
    slow_bytes bytes(text, 777);
    ndjson_row_source source(bytes, {.chunk_bytes = chunk});
    EXPECT_EQ(read_all(source), expected);
    EXPECT_EQ(source.bytes_read(), text.size());
  }
}

TEST(ndjson_row_source, what_cannot_be_read_is_said) {
  slow_bytes bytes("1\n2\n3", 2, true);
  ndjson_row_source source(bytes);
  EXPECT_EQ(read_all(source).substr(0, 19), "1\n2\n! read_failed 0");
}

TEST(ndjson_row_source, finds_the_line_of_a_row) {
  slow_bytes bytes("1\n\n  2\n3\n4", 1000);
  ndjson_row_source source(bytes);
  ASSERT_TRUE(*source.next());
  ASSERT_EQ(source.rows().get_array()->size(), 3U);
  const auto second = source.locate_row(1);
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->line, 3U);
  EXPECT_EQ(second->offset, 3U);
  EXPECT_EQ(second->text, "  2");
  EXPECT_EQ(second->text_offset, 2U);
  EXPECT_FALSE(source.locate_row(3).has_value());
  ASSERT_TRUE(*source.next());
  const auto last = source.locate_row(0);
  ASSERT_TRUE(last.has_value());
  EXPECT_EQ(last->line, 5U);
  EXPECT_EQ(last->text, "4");
}

/// As many bytes as one wants, without having them: good lines, then a bad one.
class endless_bytes final : public cli::rows::byte_source {
 public:
  explicit endless_bytes(std::uint64_t good_lines) : left_(good_lines) {}
  pith::result<std::size_t> read(std::span<char> into) override {
    if (left_ == 0) {
      if (is_done_) return std::size_t{0};
      is_done_ = true;
      return text(into, "[1,}\n");
    }
    // Few and long lines: this is about offsets.
    const std::size_t count = into.size();
    std::fill(into.begin(), into.end(), ' ');
    into[0] = '1';
    into[count - 1] = '\n';
    --left_;
    bytes += count;
    return count;
  }
  std::uint64_t bytes = 0;

 private:
  static std::size_t text(std::span<char> into, std::string_view line) {
    std::copy(line.begin(), line.end(), into.begin());
    return line.size();
  }
  std::uint64_t left_;
  bool is_done_ = false;
};

TEST(ndjson_row_source, offsets_after_four_gibibytes) {
  // 4.1 GiB of lines of 16 MiB.
  endless_bytes bytes(263);
  ndjson_row_source source(bytes, {.chunk_bytes = 16 << 20});
  std::uint64_t rows = 0;
  for (;;) {
    const auto more = source.next();
    if (!more) {
      EXPECT_GT(bytes.bytes, std::uint64_t{1} << 32);
      EXPECT_EQ(more.error().code, pith::error_code::unexpected_character);
      EXPECT_EQ(more.error().offset, bytes.bytes + 3);
      const auto where = source.locate(more.error().offset);
      ASSERT_TRUE(where.has_value());
      EXPECT_EQ(where->line, 264U);
      EXPECT_EQ(where->offset, bytes.bytes);
      EXPECT_EQ(where->text, "[1,}");
      break;
    }
    ASSERT_TRUE(*more);
    rows += source.rows().get_array()->size();
  }
  EXPECT_EQ(rows, 263U);
}

TEST(ndjson_row_source, counts_numbers_that_are_rounded) {
  const std::string_view text = "1\n[1e-400,-0.0]\n0.5\n1e-400\n";
  for (const std::size_t chunk : {1UL, 5UL, 100'000UL}) {
    slow_bytes bytes(text, 3);
    ndjson_row_source source(bytes, {.chunk_bytes = chunk});
    EXPECT_EQ(read_all(source), "1\n[0,0]\n0.5\n0\n");
    EXPECT_EQ(source.rounded().count, 3);
    EXPECT_EQ(source.rounded().first_offset, 3);
    ASSERT_TRUE(source.rounded().where);
    EXPECT_EQ(source.rounded().where->line, 2);
  }
  expect_rows(text, "1\n! out_of_range 3 2:2 [1e-400,-0.0]",
              {.exact_numbers = true});
}

}  // namespace
