// SPDX-License-Identifier: MIT
#include "gcf/rows/open_rows.hpp"

#include "document/tape.hpp"
#include "gcf/rows/row_reader.hpp"
#include "loaded_reading.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace {

using pith::error_code;
using namespace pith::gcf::decoding;  // NOLINT: this file is about nothing else

/// One open table, whose declaration begins the text.
class open_rows_of_a_table : public ::testing::Test {
 protected:
  void load(std::string_view text) {
    r_.load(text);
    rows_.clear();
    table_ = {};
    table_.kind = body::table;
    table_.columns = no_columns;
    table_.deferred = no_count;
    table_.declared = no_count;
    table_.layout = r_.declared();
    rows_.begin_table();
  }
  /// Reads the cells of `@N cells` at the next line.
  [[nodiscard]] bool read_row() {
    char* const line = r_.in.next;
    char* const next = cells_.read_id_row(table_, line + 3, line);
    if (next != nullptr) r_.in.next = next;
    return next != nullptr;
  }
  /// Fills the marker of `name` with a number.
  [[nodiscard]] bool fill(std::string_view name, int number) {
    std::size_t target = 0;
    if (!rows_.find_target(table_, name, r_.in.text.first, target)) {
      return false;
    }
    rows_.begin_fill(target);
    r_.in.writer().integer(number);
    rows_.end_fill(pith::detail::has_scalar);
    return true;
  }

  pith_tests::loaded_reading r_;
  open_rows rows_{r_.in};
  row_reader cells_{r_.in, rows_};
  frame table_{};
};

TEST_F(open_rows_of_a_table, attachments_in_the_order_of_their_cells) {
  load("{a,b,c,d}\n@0 ^|x|^|y\n");
  ASSERT_TRUE(read_row());
  EXPECT_TRUE(rows_.current().is_open);
  EXPECT_EQ(rows_.current().marker_count, 2u);
  EXPECT_GT(rows_.held_bytes(), 0u);
  EXPECT_TRUE(fill("a", 1));
  EXPECT_TRUE(fill("c", 2));
  ASSERT_TRUE(rows_.finish_row());
  EXPECT_FALSE(rows_.current().is_open);
  EXPECT_EQ(rows_.held_bytes(), 0u);
  EXPECT_EQ(r_.json(), R"({"a":1,"b":"x","c":2,"d":"y"})");
  rows_.end_table(table_);
}

TEST_F(open_rows_of_a_table, attachments_out_of_turn_are_put_in_order) {
  load("{a,b,c,d}\n@0 ^|x|^|^\n");
  ASSERT_TRUE(read_row());
  EXPECT_TRUE(fill("d", 4));
  EXPECT_TRUE(fill("c", 3));
  EXPECT_TRUE(fill("a", 1));
  ASSERT_TRUE(rows_.finish_row());
  rows_.put_in_order();
  EXPECT_EQ(r_.json(), R"({"a":1,"b":"x","c":3,"d":4})");
}

TEST_F(open_rows_of_a_table, every_marker_is_filled_once) {
  load("{a,b}\n@0 ^|x\n");
  ASSERT_TRUE(read_row());
  EXPECT_FALSE(fill("b", 1));
  EXPECT_EQ(r_.failure(), error_code::orphan_attachment);
  EXPECT_FALSE(fill("z", 1));
  EXPECT_EQ(r_.failure(), error_code::orphan_attachment);
  EXPECT_FALSE(rows_.finish_row());
  EXPECT_EQ(r_.failure(), error_code::missing_attachment);
  EXPECT_EQ(r_.failed_at(), 9u);  // the cell
  EXPECT_TRUE(fill("a", 1));
  EXPECT_FALSE(fill("a", 1));
  EXPECT_EQ(r_.failure(), error_code::duplicate_attachment);
}

TEST_F(open_rows_of_a_table, names_that_cannot_be_columns_are_appended) {
  load("{a}\n@0 ^\nx>y");
  ASSERT_TRUE(read_row());
  EXPECT_TRUE(fill("a", 1));
  const std::string_view name(r_.in.next, 3);  // keys stand in the text
  EXPECT_TRUE(fill(name, 2));
  EXPECT_FALSE(fill(name, 2));
  EXPECT_EQ(r_.failure(), error_code::duplicate_attachment);
  ASSERT_TRUE(rows_.finish_row());
  EXPECT_EQ(r_.json(), R"({"a":1,"x>y":2})");
}

TEST_F(open_rows_of_a_table, schemas_hold_for_the_rows_that_follow) {
  load("{a,b}\n@0 ^{p,q}|^\n@1 ^|1\n");
  ASSERT_TRUE(read_row());
  std::size_t target = 9;
  EXPECT_TRUE(rows_.find_inline_target(target));
  EXPECT_EQ(target, 0u);
  EXPECT_TRUE(fill("a", 1));
  EXPECT_FALSE(rows_.find_inline_target(target));  // b has no schema
  EXPECT_TRUE(fill("b", 2));
  ASSERT_TRUE(rows_.finish_row());
  ASSERT_TRUE(read_row());
  EXPECT_TRUE(rows_.find_inline_target(target));
  EXPECT_EQ(rows_.marker_at(target).schema, 1u);
}

TEST_F(open_rows_of_a_table, markers_need_an_id_and_a_column_of_the_row) {
  load("{a}\n^\n");
  EXPECT_EQ(cells_.read_plain_rows(table_, r_.in.next), nullptr);
  EXPECT_EQ(r_.failure(), error_code::invalid_item_id);
  load("{\"a>b\",\"a>c\"}\n@0 1|^\n");
  EXPECT_FALSE(read_row());
  EXPECT_EQ(r_.failure(), error_code::invalid_attachment_marker);
  load("{a}\n@0 ^{a,a}\n");
  EXPECT_FALSE(read_row());
  EXPECT_EQ(r_.failure(), error_code::duplicate_field_name);
}

/// The cells of an open row wait while its text moves.
TEST_F(open_rows_of_a_table, follow_their_text) {
  load("{a,b,c}\n@0 x|^|y\n");
  ASSERT_TRUE(read_row());
  const std::string before(r_.in.text.first, r_.in.text.last);
  const std::size_t by = 7;
  std::string moved(by, '#');
  moved += before;
  rows_.move_cells(r_.in.text.first, moved.data(), by);
  EXPECT_EQ(rows_.marker_at(0).cell, moved.data() + before.find('^') + by);
  rows_.shift_texts(by);
  // Only values move here; keys are the business of the whole document.
  for (pith::detail::key_place& key : r_.data.keys) {
    key = pith::detail::key_place::at(key.offset() + by, key.length());
  }
  r_.data.text.clear();
  r_.data.text.append(moved.data(), moved.size());
  std::size_t target = 0;
  ASSERT_TRUE(rows_.find_target(table_, "b", r_.in.text.first, target));
  rows_.begin_fill(target);
  r_.in.writer().null();
  rows_.end_fill(pith::detail::has_scalar);
  ASSERT_TRUE(rows_.finish_row());
  EXPECT_EQ(r_.json(), R"({"a":"x","b":null,"c":"y"})");
}

}  // namespace
