// SPDX-License-Identifier: MIT
#include "interchange/csv.hpp"

#include "support.hpp"

#include <gtest/gtest.h>

namespace {

using pith::interchange::csv_options;
using pith::interchange::csv_reader;
using pith::interchange::csv_writer;
using pith_tests::read_as_json;
using pith_tests::said;
using pith_tests::there_and_back;
using pith_tests::write_json_as;

std::string read(std::string_view text) { return read_as_json("csv", text); }
std::string write(std::string_view json) { return write_json_as("csv", json); }

TEST(csv_reader, makes_an_object_of_each_row) {
  EXPECT_EQ(read("a,b\n1,x\n2,y\n"), R"([{"a":1,"b":"x"},{"a":2,"b":"y"}])");
  EXPECT_EQ(read("a,b\r\n1,x\r\n2,y"), R"([{"a":1,"b":"x"},{"a":2,"b":"y"}])");
  EXPECT_EQ(read("\xEF\xBB\xBF"
                 "a\n1\n"),
            R"([{"a":1}])");
  EXPECT_EQ(read("a,b\n"), "[]");
  EXPECT_EQ(read("a,b"), "[]");
  EXPECT_EQ(read(""), "[]");
}

TEST(csv_reader, infers_only_what_is_spelt_as_json_would) {
  for (const auto& [cell, json] :
       std::vector<std::pair<std::string, std::string>>{
           {"", "null"},
           {"true", "true"},
           {"false", "false"},
           {"0", "0"},
           {"-12", "-12"},
           {"9223372036854775807", "9223372036854775807"},
           {"-9223372036854775808", "-9223372036854775808"},
           {"1.5", "1.5"},
           {"1e+300", "1e+300"},
           {"9223372036854775808", "\"9223372036854775808\""},
           {"007", "\"007\""},
           {"1.50", "\"1.50\""},
           {"1.0", "\"1.0\""},
           {"+1", "\"+1\""},
           {"-0", "\"-0\""},
           {"1e3", "\"1e3\""},
           {"0x10", "\"0x10\""},
           {"1 ", "\"1 \""},
           {"-", "\"-\""},
           {"1-2", "\"1-2\""},
           {"NaN", "\"NaN\""},
           {"null", "\"null\""},
           {"True", "\"True\""},
           {"\"1\"", "\"1\""},
           {"\"\"", "\"\""},
           {"\"true\"", "\"true\""}}) {
    EXPECT_EQ(read("x,y\n" + cell + ",0\n"),
              R"([{"x":)" + json + R"(,"y":0}])");
  }
}

TEST(csv_reader, reads_quotes_as_rfc_4180_says) {
  EXPECT_EQ(read("\"a,b\",c\n\"x\ny\",\"say \"\"hi\"\"\"\n"),
            R"([{"a,b":"x\ny","c":"say \"hi\""}])");
  EXPECT_EQ(read("a\n\"\"\"\"\n"), R"([{"a":"\""}])");
  EXPECT_EQ(read("a\n\"\"\"\"\"\"\n"), R"([{"a":"\"\""}])");
  EXPECT_EQ(read("a\n\"\r\n\"\r\n"), R"([{"a":"\r\n"}])");
  EXPECT_EQ(read("a\n\"x\""), R"([{"a":"x"}])");
}

TEST(csv_reader, takes_an_empty_line_as_a_row_only_in_one_column) {
  EXPECT_EQ(read("a\n\n1\n"), R"([{"a":null},{"a":1}])");
  EXPECT_EQ(read("a,b\n\n1,2\r\n\r\n\n"), R"([{"a":1,"b":2}])");
  EXPECT_EQ(read("a,b\n,\n"), R"([{"a":null,"b":null}])");
  EXPECT_EQ(read("a,b\n1,"), R"([{"a":1,"b":null}])");
}

TEST(csv_reader, says_where_a_text_is_wrong) {
  for (const auto& [text, error] :
       std::vector<std::pair<std::string, std::string>>{
           {"a,b,a\n", "duplicate_field_name@4"},
           {"a,b,\"a\"\n", "duplicate_field_name@4"},
           {"a,,b,\n", "duplicate_field_name@5"},
           {"a,b\n1\n", "row_width_mismatch@5"},
           {"a,b\n\"1\"\n", "row_width_mismatch@7"},
           {"a,b\n1,2,3\n", "row_width_mismatch@8"},
           {"a\n1,", "row_width_mismatch@4"},
           {"a\n\"x", "unterminated_quote@2"},
           {"a,b\n1,\"x\n", "unterminated_quote@6"},
           {"a\nx\"y\n", "unexpected_character@3"},
           {"a\nx\ry\n", "unexpected_character@3"},
           {"a\nx\r", "unexpected_character@3"},
           {"a\n\"x\"y\n", "trailing_characters@5"},
           {"a\n1\n\xFF\n", "invalid_utf8@4"},
           {"a\xFF\n1\n", "invalid_utf8@1"}}) {
    EXPECT_EQ(read(text), error) << text;
  }
}

TEST(csv_reader, keeps_limits) {
  pith::limits bounds;
  bounds.max_fields = 2;
  EXPECT_EQ(read_as_json("csv", "a,b\n1,2\n", {}, bounds),
            R"([{"a":1,"b":2}])");
  EXPECT_EQ(read_as_json("csv", "a,b,c\n", {}, bounds), "field_limit@4");
  bounds = {};
  bounds.max_items = 2;
  EXPECT_EQ(read_as_json("csv", "a,b,c\n", {}, bounds), "item_limit@4");
  EXPECT_EQ(read_as_json("csv", "a\n1\n2\n3\n", {}, bounds), "item_limit@6");
  bounds = {};
  bounds.max_line_bytes = 4;
  EXPECT_EQ(read_as_json("csv", "abc\n123\n", {}, bounds), R"([{"abc":123}])");
  EXPECT_EQ(read_as_json("csv", "abc\n1234\n", {}, bounds), "line_limit@8");
  EXPECT_EQ(read_as_json("csv", "abc\n\"1234\n", {}, bounds), "line_limit@8");
  bounds = {};
  bounds.max_bytes = 4;
  EXPECT_EQ(read_as_json("csv", "a\n1\n2", {}, bounds), "size_limit@4");
  bounds = {};
  bounds.max_depth = 1;
  EXPECT_EQ(read_as_json("csv", "a\n1\n", {}, bounds), "depth_limit@2");
}

TEST(csv_reader, gives_the_same_rows_in_chunks_of_any_size) {
  const std::string text =
      "\xEF\xBB\xBFname,\"a\"\"b\"\r\n\"x\n\"\"y\"\"\",1\r\n,\"\"\n\nlast,2";
  const std::string whole = read(text);
  for (std::size_t size = 1; size <= text.size(); ++size) {
    csv_reader reader;
    pith::builder rows;
    rows.begin_array();
    for (std::size_t at = 0; at < text.size(); at += size) {
      reader.feed(std::string_view(text).substr(at, size));
      if (at + size >= text.size()) reader.finish();
      for (;;) {
        const auto row = reader.next(rows);
        ASSERT_TRUE(row) << said(row.error());
        if (!*row) break;
      }
    }
    const auto doc = rows.end_array().finish();
    ASSERT_TRUE(doc);
    EXPECT_EQ(*pith::json::write(doc->root()), whole) << size;
    EXPECT_EQ(reader.header().size(), 2U);
    EXPECT_EQ(reader.row_offset(), text.find("last"));
  }
}

TEST(csv_reader, stays_failed) {
  csv_reader reader;
  pith::builder rows;
  rows.begin_array();
  reader.feed("a\n1,2\n3\n");
  reader.finish();
  EXPECT_FALSE(reader.next(rows));
  EXPECT_EQ(said(reader.next(rows).error()), "row_width_mismatch@4");
}

TEST(csv_writer, quotes_what_would_be_read_otherwise) {
  EXPECT_EQ(write(R"([{"a":1,"b":"x"},{"b":null,"a":2.5}])"),
            "a,b\n1,x\n2.5,\n");
  EXPECT_EQ(write(R"([{"a":"1"},{"a":""},{"a":"true"},{"a":"1.50"}])"),
            "a\n\"1\"\n\"\"\n\"true\"\n1.50\n");
  EXPECT_EQ(write(R"([{"a,b":"x\ny","":"say \"hi\""}])"),
            "\"a,b\",\"\"\n\"x\ny\",\"say \"\"hi\"\"\"\n");
  EXPECT_EQ(write("[]"), "");
  EXPECT_EQ(write_json_as("tsv", R"([{"a":"x,y","b":"x\ty"}])"),
            "a\tb\nx,y\t\"x\ty\"\n");
}

TEST(csv_writer, refuses_what_a_table_cannot_say) {
  EXPECT_EQ(write("1"), "misplaced_value@0");
  EXPECT_EQ(write(R"({"a":1})"), "misplaced_value@0");
  EXPECT_EQ(write("[1]"), "misplaced_value@0");
  EXPECT_EQ(write("[{}]"), "misplaced_value@0");
  EXPECT_EQ(write(R"([{"a":1},{}])"), "misplaced_value@0");
  EXPECT_EQ(write(R"([{"a":1},{"b":1}])"), "misplaced_value@0");
  EXPECT_EQ(write(R"([{"a":1},{"a":1,"b":1}])"), "misplaced_value@0");
  EXPECT_EQ(write(R"([{"a":[]}])"), "not_supported@0");
  EXPECT_EQ(write(R"([{"a":{}}])"), "not_supported@0");
}

TEST(csv, comes_back_as_it_was) {
  for (const std::string json :
       {R"([{"a":null},{"a":null}])", R"([{"":"","b":" "}])",
        R"([{"a":"007","b":7,"c":-1.25,"d":true,"e":"false"}])",
        R"([{"a":"\r","b":"\n","c":"\"","d":","}])", "[]"}) {
    EXPECT_EQ(there_and_back("csv", json), json);
    EXPECT_EQ(there_and_back("tsv", json), json);
  }
  // A name that looks like a byte order mark.
  EXPECT_EQ(there_and_back("csv", "[{\"\xEF\xBB\xBFx\":1}]"),
            "[{\"\xEF\xBB\xBFx\":1}]");
}

TEST(csv, has_options) {
  EXPECT_EQ(read_as_json("csv", "a;b\n1;\n",
                         {{"delimiter", "semicolon"}, {"types", "text"}}),
            R"([{"a":"1","b":""}])");
  EXPECT_EQ(read_as_json("csv", "a|b\n1|2\n", {{"delimiter", "pipe"}}),
            R"([{"a":1,"b":2}])");
  EXPECT_EQ(read_as_json("tsv", "a\tb\n1\t2\n"), R"([{"a":1,"b":2}])");
  EXPECT_EQ(read_as_json("tsv", "a,b\n1,2\n", {{"delimiter", "comma"}}),
            R"([{"a":1,"b":2}])");
  EXPECT_EQ(read_as_json("csv", "", {{"delimiter", "dot"}}),
            "invalid_option@0");
  EXPECT_EQ(read_as_json("csv", "", {{"types", "some"}}), "invalid_option@0");
  EXPECT_EQ(read_as_json("csv", "", {{"tabs", "x"}}), "unknown_option@0");
}

/// Takes a few bytes, then none.
class small_sink final : public pith::sink {
 public:
  bool write(std::string_view bytes) override {
    left_ -= std::min(left_, bytes.size());
    return left_ != 0;
  }

 private:
  std::size_t left_ = 10;
};

TEST(csv_writer, reports_a_sink_that_refuses) {
  const auto doc = pith::json::parse(R"([{"a":"long enough to fail"}])");
  small_sink out;
  csv_writer writer(out);
  EXPECT_TRUE(writer.row(*doc->root().at(0)));
  const auto done = writer.finish();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, pith::error_code::write_failed);
}

TEST(csv_writer, may_declare_columns_without_rows) {
  const std::vector<std::string> columns = {"id", "a,b", ""};
  std::string text;
  pith::string_sink out(text);
  csv_writer writer(out);
  writer.declare(columns);
  ASSERT_TRUE(writer.finish());
  EXPECT_EQ(text, "id,\"a,b\",\"\"\n");
}

}  // namespace
