// SPDX-License-Identifier: MIT
#include "rows/csv_rows.hpp"

#include "rows_support.hpp"

#include <string>
#include <string_view>

namespace {

using cli::rows::csv_row_sink;
using cli::rows::csv_row_source;
using pith_tests::read_all;
using pith_tests::slow_bytes;

void expect_rows(std::string_view text, std::string_view expected,
                 const pith::interchange::csv_options& format = {}) {
  for (const std::size_t chunk : {1UL, 2UL, 7UL, 100'000UL}) {
    slow_bytes bytes(text, 1000);
    csv_row_source source(bytes, format, {.chunk_bytes = chunk});
    EXPECT_EQ(read_all(source), expected) << "chunks of " << chunk;
  }
}

TEST(csv_row_source, reads_rows) {
  expect_rows("a,b\n1,x\r\n2,\"y\nz\"\n,true",
              "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"y\\nz\"}\n"
              "{\"a\":null,\"b\":true}\n");
  expect_rows("a\tb\n1\t2\n", "{\"a\":1,\"b\":2}\n", {.delimiter = '\t'});
}

TEST(csv_row_source, a_header_alone_has_no_rows) {
  expect_rows("a,b\n", "");
  expect_rows("a,b", "");
  expect_rows("", "");
}

TEST(csv_row_source, rows_before_an_error_come_first) {
  expect_rows("a,b\n1,2\n3\n4,5\n",
              "{\"a\":1,\"b\":2}\n! row_width_mismatch 9 3:2 3");
  expect_rows("a,a\n", "! duplicate_field_name 2 1:3 a,a");
}

TEST(csv_row_source, batches_of_many_short_rows) {
  std::string text = "n\n";
  std::string expected;
  for (int i = 0; i < 10'000; ++i) {
    text += std::to_string(i) + '\n';
    expected += "{\"n\":" + std::to_string(i) + "}\n";
  }
  slow_bytes bytes(text, 1 << 20);
  csv_row_source source(bytes, {});
  EXPECT_EQ(read_all(source), expected);
}

TEST(csv_row_source, a_row_may_not_be_endless) {
  slow_bytes bytes("a\n1\n\"xxxxxxxxxxxxxxxxxxxxxxxx", 4);
  csv_row_source source(bytes, {}, {.chunk_bytes = 4, .max_row_bytes = 10});
  EXPECT_TRUE(read_all(source).starts_with("{\"a\":1}\n! line_limit"));
}

TEST(csv_row_sink, takes_the_columns_of_the_first_row) {
  std::string out;
  pith::string_sink sink(out);
  csv_row_sink rows(sink, {});
  const auto first =
      pith::json::parse(R"([{"a":1,"b":"x,y"},{"b":null,"a":true}])");
  const auto second =
      pith::json::parse(R"([{"a":2,"b":"z"},{"a":3,"c":4},{"a":5,"b":6}])");
  ASSERT_TRUE(rows.write(first->root()));
  EXPECT_EQ(rows.row_count(), 2U);
  const auto done = rows.write(second->root());
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().code, pith::error_code::misplaced_value);
  EXPECT_EQ(rows.row_count(), 3U);  // the fourth is wrong
  ASSERT_TRUE(rows.finish());
  EXPECT_EQ(out, "a,b\n1,\"x,y\"\ntrue,\n2,z\n");
}

}  // namespace
