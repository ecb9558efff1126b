// SPDX-License-Identifier: MIT
#include "gcf/rows/row_reader.hpp"

#include "gcf/rows/open_rows.hpp"
#include "loaded_reading.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace {

using pith::error_code;
using namespace pith::gcf::decoding;  // NOLINT: this file is about nothing else

/// Rows of one table, whose declaration begins the text.
class row_reader_of_a_table : public ::testing::Test {
 protected:
  void load(std::string_view text, layout_kind kind = layout_kind::table) {
    r_.load(text);
    rows_.clear();
    rows_.begin_table();
    cells_.clear();
    table_ = {};
    table_.kind = body::table;
    table_.is_keyed = kind == layout_kind::keyed;
    table_.columns = no_columns;
    table_.declared = no_count;
    table_.layout = r_.declared(kind);
    table_.at = r_.in.writer().open();
  }
  /// Reads the rows that follow and closes the table.
  std::string read() {
    while (r_.in.next < r_.in.text.last) {
      r_.in.next = cells_.read_plain_rows(table_, r_.in.next);
      if (r_.in.next == nullptr) return "failed";
    }
    if (table_.is_keyed) {
      r_.in.writer().close_object(
          table_.at, r_.in.shapes.shape_at(table_.cursor.node), table_.flags);
    } else {
      r_.in.writer().close_array(table_.at, table_.count, table_.flags);
    }
    return r_.json();
  }

  pith_tests::loaded_reading r_;
  open_rows rows_{r_.in};
  row_reader cells_{r_.in, rows_};
  frame table_{};
};

TEST_F(row_reader_of_a_table, plain_rows_are_one_run) {
  load("{a,b}\n1|x\n-|\"y\"\n~|true\n");
  EXPECT_EQ(read(), R"([{"a":1,"b":"x"},{"a":null,"b":"y"},{"b":true}])");
  EXPECT_EQ(table_.count, 3u);
  EXPECT_FALSE(table_.had_id);
}

TEST_F(row_reader_of_a_table, a_run_ends_where_rows_do) {
  for (const char* const end : {"## x\n", "@1 2\n", ".a {}\n", "\n", "  3\n"}) {
    load("{a}\n1\n" + std::string(end));
    char* const next = cells_.read_plain_rows(table_, r_.in.next);
    ASSERT_NE(next, nullptr);
    EXPECT_EQ(r_.in.text.offset_of(next), 6u) << end;
  }
  load("{a}\n1\n2\n3\n");
  table_.declared = 2;
  EXPECT_EQ(r_.in.text.offset_of(cells_.read_plain_rows(table_, r_.in.next)),
            8u);
  load("{a}\n1\n2\n3\n");
  table_.delivers = true;
  EXPECT_EQ(r_.in.text.offset_of(cells_.read_plain_rows(table_, r_.in.next)),
            6u);
}

TEST_F(row_reader_of_a_table, groups_become_objects) {
  load("{a,\"b>c\",\"b>d\",e}\n1|2|3|4\n1|~|~|4\n1|-|-|4\n1|~|3|4\n");
  EXPECT_EQ(read(), R"([{"a":1,"b":{"c":2,"d":3},"e":4},{"a":1,"e":4},)"
                    R"({"a":1,"b":null,"e":4},{"a":1,"b":{"d":3},"e":4}])");
}

TEST_F(row_reader_of_a_table, scattered_groups_become_objects) {
  load("{\"b>c\",a,\"b>d\"}\n2|1|3\n~|1|~\n");
  EXPECT_EQ(read(), R"([{"b":{"c":2,"d":3},"a":1},{"a":1}])");
  load("{\"b>c\",a,\"b>d\"}\n2|1\n");
  EXPECT_EQ(read(), "failed");
  EXPECT_EQ(r_.failure(), error_code::row_width_mismatch);
}

TEST_F(row_reader_of_a_table, wide_rows_are_read_cell_by_cell) {
  const std::size_t width = max_memo_cells + 1;
  std::string fields = "{";
  std::string cells;
  std::string expected = "[{";
  for (std::size_t i = 0; i < width; ++i) {
    const std::string number = std::to_string(i);
    fields += (i != 0 ? ",f" : "f") + number;
    cells += (i != 0 ? "|" : "") + (i == 3 ? std::string("~") : number);
    if (i == 3) continue;
    expected += (i != 0 ? ",\"f" : "\"f") + number + "\":" + number;
  }
  load(fields + "}\n" + cells + "\n");
  EXPECT_EQ(read(), expected + "}]");
  load(fields + "}\n" + cells + "|1\n");
  EXPECT_EQ(read(), "failed");
  EXPECT_EQ(r_.failure(), error_code::row_width_mismatch);
}

TEST_F(row_reader_of_a_table, keys_of_a_keyed_map) {
  load("{k,v}\nx|1\n\"y z\"|2\n", layout_kind::keyed);
  EXPECT_EQ(read(), R"({"x":{"v":1},"y z":{"v":2}})");
  load("{k,v}\nx|1\nx|2\n", layout_kind::keyed);
  EXPECT_EQ(read(), "failed");
  EXPECT_EQ(r_.failure(), error_code::duplicate_key);
  load("{k,v}\n5|1\n", layout_kind::keyed);
  EXPECT_EQ(read(), "failed");
  EXPECT_EQ(r_.failure(), error_code::keyed_map);
}

TEST_F(row_reader_of_a_table, one_cell_per_field) {
  load("{a,b}\n1\n");
  EXPECT_EQ(read(), "failed");
  EXPECT_EQ(r_.failure(), error_code::row_width_mismatch);
  EXPECT_EQ(r_.failed_at(), 7u);
  load("{a,b}\n1|2|3\n");
  EXPECT_EQ(read(), "failed");
  EXPECT_EQ(r_.failure(), error_code::row_width_mismatch);
  EXPECT_EQ(r_.failed_at(), 10u);
}

TEST_F(row_reader_of_a_table, rows_with_an_id_are_open) {
  load("{a,b}\n@0 1|2\n");
  char* const next = cells_.read_id_row(table_, r_.in.next + 3, r_.in.next);
  ASSERT_EQ(next, r_.in.text.last);
  EXPECT_TRUE(table_.had_id);
  EXPECT_EQ(table_.count, 1u);
  EXPECT_TRUE(rows_.current().is_open);
  EXPECT_EQ(rows_.current().marker_count, 0u);
  ASSERT_TRUE(rows_.finish_row());
  EXPECT_EQ(r_.json(table_.at + pith::detail::header_words),
            R"({"a":1,"b":2})");
}

}  // namespace
