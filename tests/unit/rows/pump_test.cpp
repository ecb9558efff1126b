// SPDX-License-Identifier: MIT
#include "rows/pump.hpp"

#include "rows/csv_rows.hpp"
#include "rows/gcf_row_sink.hpp"
#include "rows/json_row_sinks.hpp"
#include "rows/ndjson_row_source.hpp"
#include "rows_support.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace {

using cli::rows::outcome;
using cli::rows::progress;
using cli::rows::pump;
using pith::error_code;
using pith_tests::slow_bytes;

TEST(pump, moves_all_rows_and_tells_how_far_it_is) {
  slow_bytes bytes("{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", 8);
  cli::rows::ndjson_row_source from(bytes);
  std::string out;
  pith::string_sink sink(out);
  cli::rows::csv_row_sink to(sink, {});
  std::vector<std::uint64_t> told;
  const outcome done = pump(from, to, [&](const progress& p) {
    told.push_back(p.rows);
    EXPECT_EQ(p.bytes, p.rows * 8);
  });
  EXPECT_FALSE(done.problem.has_value());
  EXPECT_EQ(done.rows, 3U);
  EXPECT_EQ(out, "a\n1\n2\n3\n");
  EXPECT_EQ(told, (std::vector<std::uint64_t>{1, 2, 3}));
}

TEST(pump, an_error_of_the_input_has_its_line) {
  slow_bytes bytes("{\"a\":1}\n\n{\"a\":]}\n", 1000);
  cli::rows::ndjson_row_source from(bytes);
  std::string out;
  pith::string_sink sink(out);
  cli::rows::ndjson_row_sink to(sink);
  const outcome done = pump(from, to);
  ASSERT_TRUE(done.problem.has_value());
  EXPECT_EQ(done.rows, 1U);
  EXPECT_EQ(done.problem->what.code, error_code::unexpected_character);
  EXPECT_EQ(done.problem->what.offset, 14U);
  EXPECT_EQ(done.problem->row, 0U);
  ASSERT_TRUE(done.problem->where.has_value());
  EXPECT_EQ(done.problem->where->line, 3U);
  EXPECT_EQ(done.problem->where->text, "{\"a\":]}");
  EXPECT_EQ(done.problem->where->text_offset, 5U);
  EXPECT_EQ(out, "{\"a\":1}\n");
}

TEST(pump, a_row_that_cannot_be_written_is_named_with_its_line) {
  for (const std::size_t piece : {1UL, 9UL, 1000UL}) {
    slow_bytes bytes("{\"a\":1}\n\n{\"a\":2}\n {\"b\":3}\n{\"a\":4}\n", piece);
    cli::rows::ndjson_row_source from(bytes);
    std::string out;
    pith::string_sink sink(out);
    cli::rows::gcf_row_sink to(sink, {.held_rows = 1});
    const outcome done = pump(from, to);
    ASSERT_TRUE(done.problem.has_value());
    EXPECT_EQ(done.problem->what.code, error_code::misplaced_value);
    EXPECT_EQ(done.problem->row, 3U);
    ASSERT_TRUE(done.problem->where.has_value());
    EXPECT_EQ(done.problem->where->line, 4U);
    EXPECT_EQ(done.problem->where->text, " {\"b\":3}");
    EXPECT_EQ(done.problem->where->text_offset, 1U);
  }
}

TEST(pump, a_sink_that_is_satisfied_stops_it) {
  slow_bytes bytes("{\"a\":1}\n[2]\n{\"a\":3}\n{\"a\":", 8);
  cli::rows::ndjson_row_source from(bytes, {.chunk_bytes = 8});
  cli::rows::row_shape shape;
  const outcome done = pump(from, shape);
  EXPECT_FALSE(done.problem.has_value());
  EXPECT_EQ(done.rows, 2U);
  EXPECT_LT(from.bytes_read(), 24U);
}

TEST(pump, a_full_disk_is_said_without_a_row) {
  class full final : public pith::sink {
   public:
    bool write(std::string_view) override { return false; }
  } sink;
  slow_bytes bytes("1\n", 1000);
  cli::rows::ndjson_row_source from(bytes);
  cli::rows::json_row_sink to(sink);
  const outcome done = pump(from, to);
  ASSERT_TRUE(done.problem.has_value());
  EXPECT_EQ(done.problem->what.code, error_code::write_failed);
  EXPECT_EQ(done.problem->row, 0U);
  EXPECT_FALSE(done.problem->where.has_value());
}

}  // namespace
