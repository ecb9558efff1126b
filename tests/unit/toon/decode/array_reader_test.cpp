// SPDX-License-Identifier: MIT
#include "toon/decode/array_reader.hpp"

#include "loaded_text.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace {

using namespace pith::toon::decoding;  // NOLINT: this file is about it alone
using pith::toon::decode_options;
using toon_tests::loaded_text;
using toon_tests::loose;

/// A text that begins with an array header.
struct array_text : loaded_text {
  container_stack containers{shared};
  array_reader arrays{shared, containers};
  header h;
  char* values;

  explicit array_text(std::string_view text, const decode_options& options = {})
      : loaded_text(text, options) {
    containers.reset();
    arrays.reset();
    values = arrays.read_header(at(0), h);
  }
};

std::string refused(std::string_view text, const decode_options& options = {}) {
  array_text t(text, options);
  if (t.values != nullptr && t.arrays.open(t.values, t.h, 0) != nullptr) {
    return "read";
  }
  return t.problem();
}

TEST(toon_array_reader, reads_headers) {
  const array_text plain("[12]: 1");
  EXPECT_EQ(plain.values, plain.at(5));
  EXPECT_EQ(plain.h.count, 12u);
  EXPECT_EQ(plain.h.delimiter, ',');
  EXPECT_FALSE(plain.h.has_fields);
  EXPECT_FALSE(plain.h.is_keyed);

  const array_text keyed("[2:|]{a|b{c|d}}:");
  EXPECT_EQ(keyed.values, keyed.at(16));
  EXPECT_EQ(keyed.h.delimiter, '|');
  EXPECT_TRUE(keyed.h.has_fields);
  EXPECT_TRUE(keyed.h.is_keyed);
  EXPECT_EQ(keyed.arrays.fields().cell_count(), 3u);
  EXPECT_EQ(keyed.arrays.fields().depth(), 2u);

  const array_text wide("[99999999999999999999999]:");
  EXPECT_EQ(wide.h.count, ~std::size_t{0});
}

TEST(toon_array_reader, refuses_what_is_not_a_header) {
  EXPECT_EQ(refused("[]: 1"), "invalid_count@1");
  EXPECT_EQ(refused("[01]: 1"), "invalid_count@2");
  EXPECT_EQ(refused("[1;]: 1"), "invalid_count@2");
  EXPECT_EQ(refused("[1:]: 1"), "keyed_map@0");
  EXPECT_EQ(refused("[1] 1"), "invalid_line@3");
  EXPECT_EQ(refused("[1]{a}: 1"), "invalid_line@8");
  EXPECT_EQ(refused("[1]{a,a}:"), "duplicate_field_name@6");
  EXPECT_EQ(refused("[1]{a,a}:", loose()), "read");
}

TEST(toon_array_reader, reads_arrays_on_one_line) {
  array_text t("[4]: 1, \"x,\" ,,true\nnext");
  char* const next = t.arrays.open(t.values, t.h, 0);
  ASSERT_EQ(next, t.at(20)) << t.problem();
  EXPECT_TRUE(t.containers.empty());
  EXPECT_EQ(t.json(), R"([1,"x,","",true])");
}

TEST(toon_array_reader, compares_the_count_of_values_when_strict) {
  EXPECT_EQ(refused("[2]: 1"), "count_mismatch@5");
  EXPECT_EQ(refused("[0]: 1"), "count_mismatch@5");
  EXPECT_EQ(refused("[2]: 1", loose()), "read");
}

TEST(toon_array_reader, keeps_limits) {
  decode_options options;
  options.bounds.max_items = 2;
  EXPECT_EQ(refused("[3]: 1,2,3", options), "item_limit@9");
  options = {};
  options.bounds.max_depth = 0;
  EXPECT_EQ(refused("[1]: 1", options), "depth_limit@5");
  options.bounds.max_depth = 1;
  EXPECT_EQ(refused("[1]:", options), "read");
  EXPECT_EQ(refused("[1]{a}:", options), "depth_limit@7");
}

TEST(toon_array_reader, opens_lists_and_tables) {
  array_text list("[3]:\r\n  - 1");
  EXPECT_EQ(list.arrays.open(list.values, list.h, 4), list.at(6));
  ASSERT_EQ(list.containers.size(), 1u);
  EXPECT_EQ(list.containers.innermost().kind, body::list);
  EXPECT_EQ(list.containers.innermost().declared, 3u);
  EXPECT_EQ(list.containers.innermost().floor, 5u);

  array_text table("[3\t]{a\tb}: \n  1\t2");
  EXPECT_EQ(table.arrays.open(table.values, table.h, 0), table.at(12));
  ASSERT_EQ(table.containers.size(), 1u);
  EXPECT_EQ(table.containers.innermost().kind, body::table);
  EXPECT_EQ(table.containers.innermost().delimiter, '\t');

  array_text keyed("[0:]{a}:\n");
  EXPECT_EQ(keyed.arrays.open(keyed.values, keyed.h, 0), keyed.at(9));
  EXPECT_EQ(keyed.containers.innermost().kind, body::keyed_table);
}

}  // namespace
