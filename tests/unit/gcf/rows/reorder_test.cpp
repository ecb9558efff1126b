// SPDX-License-Identifier: MIT
#include "gcf/rows/reorder.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using pith::detail::pod_buffer;
using pith::detail::word;
using pith::gcf::decoding::reorder_list;

TEST(GcfReorder, OneStretchInsideAnother) {
  pod_buffer<word> tape;
  for (word w = 0; w < 12; ++w) tape.push_back(w);
  reorder_list list;
  list.begin(4);  // inside the first part of the outer one
  list.add_part(5, 6);
  list.add_part(4, 5);
  list.end(6);
  list.begin(2);
  list.add_part(8, 10);
  list.add_part(10, 10);
  list.add_part(2, 8);
  list.end(10);
  ASSERT_FALSE(list.empty());
  list.apply(tape);
  const std::vector<word> expected = {0, 1, 8, 9, 2, 3, 5, 4, 6, 7, 10, 11};
  EXPECT_EQ(std::vector<word>(tape.begin(), tape.end()), expected);
}

}  // namespace
