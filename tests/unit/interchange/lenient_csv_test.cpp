// SPDX-License-Identifier: MIT
#include <pith/json.hpp>

#include "interchange/interchange.hpp"
#include "interchange/lenient/csv_delimiter.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::interchange::certain_delimiter;

const std::vector<pith::option_value> fill = {{"fill", "true"}};

std::string read(std::string_view text) {
  const auto doc =
      pith::interchange::csv_codec().decode(text, {.options = fill});
  if (!doc) {
    return std::string(name(doc.error().code)) + '@' +
           std::to_string(doc.error().offset);
  }
  return *pith::json::write(doc->root());
}

std::string written(std::string_view json) {
  const auto doc = pith::json::parse(json);
  const auto text =
      pith::interchange::csv_codec().encode(doc->root(), {.options = fill});
  return text ? *text : std::string(name(text.error().code));
}

TEST(csv_fill, short_rows_end_with_nulls) {
  EXPECT_EQ(read("a,b,c\n1\n1,2\n1,2,3\n"),
            R"([{"a":1,"b":null,"c":null},{"a":1,"b":2,"c":null},)"
            R"({"a":1,"b":2,"c":3}])");
  EXPECT_EQ(read("a,b\n1,2,3\n"), "row_width_mismatch@8");
  EXPECT_EQ(read("a,b\n\n\"x\""), R"([{"a":"x","b":null}])");
}

TEST(csv_fill, writes_the_members_of_all_rows) {
  EXPECT_EQ(written(R"([{"a":1},{"b":2,"a":3},{"c":"x"}])"),
            "a,b,c\n1,,\n3,2,\n,,x\n");
  EXPECT_EQ(written("[]"), "");
  EXPECT_EQ(written(R"([{},{"a":1}])"), "a\n\n1\n");
  EXPECT_EQ(written("[{}]"), "misplaced_value");
  EXPECT_EQ(written("[{\"a\":1},2]"), "misplaced_value");
  EXPECT_EQ(written("[{\"a\":[]}]"), "not_supported");
}

TEST(csv_delimiter, is_found_where_it_is_certain) {
  EXPECT_EQ(certain_delimiter("a;b\n1;2\n", true), "semicolon");
  EXPECT_EQ(certain_delimiter("a\tb\n1\t2", true), "tab");
  EXPECT_EQ(certain_delimiter("a|b|c\n1|2|3\n", true), "pipe");
  // German numbers have commas.
  EXPECT_EQ(certain_delimiter("a;b\r\n1,5;2,5\r\n\r\n", true), "semicolon");
  EXPECT_EQ(certain_delimiter("a;b\n\"x;\n\";2\n", true), "semicolon");
  // The last row may not be complete.
  EXPECT_EQ(certain_delimiter("a;b\n1;2\n3", false), "semicolon");
}

TEST(csv_delimiter, is_not_guessed) {
  EXPECT_FALSE(certain_delimiter("", true));
  EXPECT_FALSE(certain_delimiter("a;b\n", true));
  EXPECT_FALSE(certain_delimiter("a,b\n1,2\n", true));
  EXPECT_FALSE(certain_delimiter("a;b,c\n1;2,3\n", true));
  EXPECT_FALSE(certain_delimiter("a;b|c\n1;2|3\n", true));
  EXPECT_FALSE(certain_delimiter("a;b\n1;2\n3\n", true));
  EXPECT_FALSE(certain_delimiter("text\nsome; more\n", true));
  EXPECT_FALSE(certain_delimiter("a;b\n\"1;2\n", true));
}

}  // namespace
