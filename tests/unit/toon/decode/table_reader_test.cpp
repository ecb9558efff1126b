// SPDX-License-Identifier: MIT
#include "toon/decode/table_reader.hpp"

#include "loaded_text.hpp"
#include "toon/decode/array_reader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

using namespace pith::toon::decoding;  // NOLINT: this file is about it alone
using pith::toon::decode_options;
using toon_tests::loaded_text;
using toon_tests::loose;

/// Reads a table without a key by itself. What it is, or what is wrong.
std::string table_of(std::string_view text,
                     const decode_options& options = {}) {
  loaded_text t(text, options);
  line_scanner lines(t.shared);
  container_stack containers(t.shared);
  array_reader arrays(t.shared, containers);
  table_reader tables(t.shared, containers, arrays.fields());
  lines.reset();
  containers.reset();
  arrays.reset();
  header h;
  char* next = arrays.read_header(t.at(0), h);
  if (next != nullptr) next = arrays.open(next, h, 0);
  line ln;
  while (next != nullptr && lines.find(next, ln) == line_search::found) {
    next = tables.read_rows(containers.innermost(), ln);
  }
  if (next == nullptr || !containers.close(t.shared.text.last)) {
    return t.problem();
  }
  return t.json();
}

TEST(toon_table_reader, makes_objects_of_rows) {
  EXPECT_EQ(table_of("[0]{a}:\n"), "[]");
  EXPECT_EQ(table_of("[2]{a,b}:\n  1,x\n  \"y,\\n\", -2.5"),
            R"([{"a":1,"b":"x"},{"a":"y,\n","b":-2.5}])");
  EXPECT_EQ(table_of("[2|]{a|b}:\n  1|x,y\n\n  # none\n  true|\n"),
            R"([{"a":1,"b":"x,y"},{"a":true,"b":""}])");
}

TEST(toon_table_reader, makes_members_of_keyed_rows) {
  EXPECT_EQ(table_of("[3:]{a,b}:\n  k: 1,2\n  \"l:\": 3,4\n  m n : 5,6"),
            R"({"k":{"a":1,"b":2},"l:":{"a":3,"b":4},"m n":{"a":5,"b":6}})");
  EXPECT_EQ(table_of("[2:]{a}:\n  k: 1\n  k: 2"), "duplicate_key@18");
  EXPECT_EQ(table_of("[1:]{a}:\n  1"), "invalid_line@11");
  EXPECT_EQ(table_of("[1:]{a}:\n  \"k\"[: 1"), "invalid_line@14");
  EXPECT_EQ(table_of("[1:]{a}:\n  k:"), "row_width_mismatch@13");
}

TEST(toon_table_reader, makes_objects_of_groups) {
  EXPECT_EQ(table_of("[2]{a{b,c{d}},e}:\n  1,2,3\n  4,5,6"),
            R"([{"a":{"b":1,"c":{"d":2}},"e":3},)"
            R"({"a":{"b":4,"c":{"d":5}},"e":6}])");
  EXPECT_EQ(table_of("[1:]{a{b}}:\n  k: 1"), R"({"k":{"a":{"b":1}}})");
}

TEST(toon_table_reader, wants_one_cell_for_each_field) {
  EXPECT_EQ(table_of("[1]{a,b}:\n  1"), "row_width_mismatch@13");
  EXPECT_EQ(table_of("[1]{a,b}:\n  1,2,3"), "row_width_mismatch@16");
  EXPECT_EQ(table_of("[1]{a{b},c}:\n  1 \r\n"), "row_width_mismatch@16");
  EXPECT_EQ(table_of("[1]{a}:\n  \"x\"y"), "trailing_characters@13");
}

TEST(toon_table_reader, tells_rows_from_members) {
  EXPECT_EQ(table_of("[1]{a,b}:\n  k: 1,2"), "invalid_line@13");
  EXPECT_EQ(table_of("[1]{a,b}:\n  1,k: 2"), R"([{"a":1,"b":"k: 2"}])");
  EXPECT_EQ(table_of("[1]{a,b}:\n  x\"y:\"z,2"), R"([{"a":"x\"y:\"z","b":2}])");
}

TEST(toon_table_reader, replaces_cells_of_repeated_fields_when_not_strict) {
  EXPECT_EQ(table_of("[2]{a,b,a}:\n  1,2,3\n  4,5,6", loose()),
            R"([{"a":3,"b":2},{"a":6,"b":5}])");
  EXPECT_EQ(table_of("[1]{a,g{b,b},a}:\n  1,2,3,4", loose()),
            R"([{"a":4,"g":{"b":3}}])");
  EXPECT_EQ(table_of("[2:]{a,a}:\n  k: 1,2\n  k: 3,4", loose()),
            R"({"k":{"a":4}})");
  EXPECT_EQ(table_of("[1]{a,a}:\n  1", loose()), "row_width_mismatch@13");
  EXPECT_EQ(table_of("[1]{a,a}:\n  k: 1,2", loose()), "invalid_line@13");
}

TEST(toon_table_reader, keeps_limits_and_counts) {
  EXPECT_EQ(table_of("[1]{a}:\n  1\n  2"), "count_mismatch@14");
  EXPECT_EQ(table_of("[3]{a}:\n  1\n  2"), "count_mismatch@15");
  EXPECT_EQ(table_of("[3]{a}:\n  1\n  2", loose()), R"([{"a":1},{"a":2}])");
  decode_options options;
  options.bounds.max_items = 1;
  EXPECT_EQ(table_of("[2]{a}:\n  1\n  2", options), "item_limit@14");
}

}  // namespace
