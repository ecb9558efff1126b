// SPDX-License-Identifier: MIT
#include "rows/gcf_row_source.hpp"

#include <pith/gcf.hpp>

#include "root_of.hpp"
#include "rows_support.hpp"

#include <string>
#include <string_view>

namespace {

using cli::rows::gcf_row_source;
using pith_tests::read_all;
using pith_tests::slow_bytes;

void expect_rows(std::string_view lines, std::string_view expected) {
  const std::string text = "GCF profile=generic\n" + std::string(lines);
  for (const std::size_t chunk : {1UL, 2UL, 7UL, 100'000UL}) {
    slow_bytes bytes(text, 1000);
    gcf_row_source source(bytes, {.chunk_bytes = chunk});
    EXPECT_EQ(read_all(source), expected) << "chunks of " << chunk;
  }
}

TEST(gcf_row_source, reads_tables_and_lists) {
  expect_rows("## [2]{a,b}\n1|x\n2|~\n", "{\"a\":1,\"b\":\"x\"}\n{\"a\":2}\n");
  expect_rows("## [?]{a}\n1\n2\n##! summary counts=2\n",
              "{\"a\":1}\n{\"a\":2}\n");
  expect_rows("## [?]\n@0 =1\n@1 {}\n  a=[]\n@2 [2]: x,y\n",
              "1\n{\"a\":\"[]\"}\n[\"x\",\"y\"]\n");
  expect_rows("## [3]: 1,x,-\n", "1\n\"x\"\nnull\n");
  // A row with all that follows it.
  const std::string_view rows =
      "{\"a\":1,\"b\":{\"c\":[1,[2]]}}\n{\"a\":3,\"b\":4}\n";
  const auto wire =
      pith::gcf::encode(pith_tests::root_of(pith::json::parse_lines(rows)));
  ASSERT_TRUE(wire.has_value());
  expect_rows(std::string_view(*wire).substr(wire->find('\n') + 1), rows);
}

TEST(gcf_row_source, an_empty_array_has_no_rows) {
  expect_rows("## [0]\n", "");
  expect_rows("## [?]\n##! summary counts=0\n", "");
}

TEST(gcf_row_source, refuses_what_is_no_array) {
  for (const std::string_view lines :
       {"", "a=1\n", "## t [1]{a}\n1\n", "## [2:]{key,v,w}\nx|1|2\ny|3|4\n",
        "=7\n", "## o\n  a=1\n"}) {
    const std::string text = "GCF profile=generic\n" + std::string(lines);
    for (const std::size_t chunk : {1UL, 7UL, 100'000UL}) {
      slow_bytes bytes(text, 1000);
      gcf_row_source source(bytes, {.chunk_bytes = chunk});
      const auto more = source.next();
      ASSERT_FALSE(more.has_value()) << lines;
      EXPECT_EQ(more.error().code, pith::error_code::not_supported) << lines;
    }
  }
  slow_bytes graph("GCF profile=graph tool=x\n## targets\n@0 fn a 0.50 lsp\n",
                   1000);
  gcf_row_source source(graph);
  EXPECT_EQ(source.next().error().code, pith::error_code::not_supported);
}

TEST(gcf_row_source, rows_before_an_error_come_first) {
  const std::string text =
      "GCF profile=generic\n## [3]{a,b}\n1|2\n3|4|5\n6|7\n";
  slow_bytes bytes(text, 1000);
  gcf_row_source source(bytes);
  EXPECT_EQ(read_all(source),
            "{\"a\":1,\"b\":2}\n! row_width_mismatch 40 4:5 3|4|5");
  expect_rows("## [2]{a}\n1\n", "{\"a\":1}\n! count_mismatch 32 4:1 ");
}

}  // namespace
