// SPDX-License-Identifier: MIT
#include "gcf/rows/layout.hpp"

#include "document/document_data.hpp"
#include "document/pair_map.hpp"
#include "document/shape_tree.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace pith::gcf::decoding;  // NOLINT: this file is about nothing else
using pith::error_code;
using pith::detail::pair_map;

/// Layouts keep offsets into the text of their document.
class GcfLayouts : public ::testing::Test {
 protected:
  void load(std::string_view text) {
    data_.reset();
    data_.text.append(text.data(), text.size());
    data_.text.resize(text.size() + pith::detail::text_padding, '\n');
    data_.text.resize(text.size());
    text_.first = data_.text.data();
    text_.last = text_.first + text.size();
    shapes_.reset(data_);
    layouts_.reset(shapes_, 5);
  }
  error_code failure(std::string_view words) {
    load(words);
    std::uint32_t id = 0;
    EXPECT_EQ(layouts_.find(text_, text_.first, layout_kind::table, id),
              nullptr);
    return text_.problem.code;
  }
  std::string keys_of(std::uint32_t node) {
    std::string all;
    const pith::detail::shape shape = data_.shapes[shapes_.shape_at(node)];
    for (std::uint32_t i = 0; i < shape.count; ++i) {
      all += data_.key_text(data_.keys_of(shape)[i]);
    }
    return all;
  }

  pith::detail::document_data data_;
  pith::detail::shape_tree shapes_;
  layout_store layouts_;
  source text_;
};

TEST_F(GcfLayouts, Failures) {
  EXPECT_EQ(failure("{}"), error_code::invalid_field_declaration);
  EXPECT_EQ(failure("{a"), error_code::invalid_field_declaration);
  EXPECT_EQ(failure("{a,a}"), error_code::duplicate_field_name);
  EXPECT_EQ(failure("{\"a>b\",\"a>b>c\"}"), error_code::duplicate_field_name);
  EXPECT_EQ(failure("{a,b,c,d,e,f}"), error_code::field_limit);
  EXPECT_EQ(failure("{\"a}"), error_code::unterminated_quote);
}

TEST_F(GcfLayouts, SameWordsAreOneLayoutInOneRole) {
  const std::string words = "{a,\"b>c\",\"b>d\",e}";
  load(words + words + words);
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::uint32_t third = 0;
  char* p = layouts_.find(text_, text_.first, layout_kind::table, first);
  ASSERT_EQ(p, text_.first + words.size());
  p = layouts_.find(text_, p, layout_kind::table, second);
  p = layouts_.find(text_, p, layout_kind::inline_object, third);
  EXPECT_EQ(p, text_.last);
  EXPECT_EQ(first, second);
  EXPECT_NE(first, third);

  const layout& table = layouts_[first];
  EXPECT_EQ(table.cell_count, 4u);
  EXPECT_EQ(table.step_count, 6u);  // the group opens and closes
  EXPECT_EQ(table.group_depth, 1u);
  EXPECT_EQ(table.opening, 0b0010u);
  EXPECT_EQ(table.closing, 0b0100u);
  EXPECT_EQ(table.direct_cells, 0b1001u);
  EXPECT_FALSE(table.is_scattered);
  EXPECT_FALSE(layouts_[third].has_groups());
  // Members of the row itself are found by key; those of groups are not.
  EXPECT_EQ(layouts_.find_cell(first, shapes_.find_key("a")), 0u);
  EXPECT_EQ(layouts_.find_cell(first, shapes_.find_key("e")), 5u);
  EXPECT_EQ(layouts_.find_cell(first, shapes_.find_key("b")), pair_map::none);
  EXPECT_EQ(layouts_.find_cell(first, shapes_.find_key("c")), pair_map::none);

  // What a row lacks decides its shape, and so does what a group lacks.
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(keys_of(layouts_.node_without(first, nullptr, 0b0001)), "be");
    EXPECT_EQ(keys_of(layouts_.node_without(first, nullptr, 0b0110)), "ae");
    EXPECT_EQ(keys_of(layouts_.node_without(first, nullptr, 0b0010)), "abe");
    EXPECT_EQ(keys_of(layouts_.node_without(first, nullptr, 0b1111)), "");
    const step* const close = layouts_.steps(layouts_[first]) + 4;
    ASSERT_EQ(close->kind, step_kind::close_group);
    EXPECT_EQ(keys_of(layouts_.node_without(first, close, 0b0010)), "d");
    EXPECT_EQ(keys_of(layouts_.node_without(first, close, 0b0100)), "c");
  }
}

}  // namespace
