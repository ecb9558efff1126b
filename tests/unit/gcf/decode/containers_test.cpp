// SPDX-License-Identifier: MIT
// The open containers, and what is told of them.
#include "gcf/decode/container_stack.hpp"
#include "gcf/decode/delivery.hpp"
#include "noting_handler.hpp"
#include "reader_parts.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace {

using pith::error_code;
using namespace pith::gcf::decoding;  // NOLINT: this file is about nothing else
using pith_tests::noting_handler;
using pith_tests::reader_parts;
using pith_tests::strings;

TEST(container_stack, closes_what_it_opened) {
  reader_parts parts;
  parts.begin("x");
  EXPECT_EQ(parts.open.child_depth(), 1u);
  parts.push(body::expanded).count = 1;
  EXPECT_EQ(parts.open.child_depth(), 2u);
  parts.push(body::object);
  EXPECT_EQ(parts.open.size(), 2u);
  EXPECT_EQ(parts.open.around().kind, body::expanded);
  EXPECT_EQ(parts.open.held_bytes(), 2 * sizeof(frame));
  ASSERT_TRUE(parts.open.close(parts.in.text.first));
  ASSERT_TRUE(parts.open.close(parts.in.text.first));
  EXPECT_TRUE(parts.open.empty());
  EXPECT_EQ(parts.json(), "[{}]");
}

TEST(container_stack, bounds_the_depth) {
  reader_parts parts;
  pith::limits bounds;
  bounds.max_depth = 3;
  parts.begin("x", bounds);
  parts.push(body::table);
  EXPECT_EQ(parts.open.child_depth(), 3u);  // a row is an object
  parts.push(body::object);
  EXPECT_EQ(parts.open.push(body::object, 0, no_key_id, parts.in.text.first),
            nullptr);
  EXPECT_EQ(parts.failure(), error_code::depth_limit);
}

TEST(container_stack, counts) {
  reader_parts parts;
  parts.begin("x");
  frame& counted = parts.push(body::expanded);
  counted.is_counted = true;
  counted.declared = 1;
  EXPECT_FALSE(parts.open.close(parts.in.text.first));
  EXPECT_EQ(parts.failure(), error_code::count_mismatch);
  parts.begin("##! summary counts=7");
  frame& deferred = parts.push(body::expanded);
  deferred.deferred = parts.counts.add(0);
  deferred.count = 7;
  ASSERT_TRUE(parts.open.close(parts.in.text.first));
  EXPECT_EQ(parts.counts.read_line(parts.next_line()), outcome::taken);
}

TEST(delivery, hands_out_values_and_drops_them) {
  reader_parts parts;
  noting_handler events;
  parts.begin("{k,a,\"p>q\",\"p>r\"}\n");
  parts.units.begin(&events);
  EXPECT_TRUE(parts.units.is_wanted());
  const std::uint32_t plan = parts.declared(layout_kind::keyed);
  frame& list = parts.push(body::expanded);
  list.delivers = true;
  list.is_counted = true;
  list.declared = list.count = 1;
  parts.units.announce(list);
  EXPECT_FALSE(parts.open.has_open_unit());
  parts.in.writer().integer(5);
  parts.open.finish_value(pith::detail::has_scalar);
  EXPECT_EQ(parts.units.count(), 1u);
  EXPECT_EQ(parts.data.tape.size(), pith::detail::header_words);
  ASSERT_TRUE(parts.open.close(parts.in.text.first));
  EXPECT_TRUE(parts.data.tape.empty());

  frame& map = parts.push(body::table);
  map.delivers = map.is_keyed = true;
  map.layout = plan;
  parts.units.announce(map);
  ASSERT_TRUE(parts.open.close(parts.in.text.first));
  parts.in.writer().boolean(true);
  parts.units.deliver_root();
  EXPECT_EQ(events.notes,
            (strings{"begin list of 1", "item 5", "end 1",
                     "begin map a p>q p>r of ?", "end 0", "root true"}));
}

TEST(delivery, a_container_inside_is_one_unit) {
  reader_parts parts;
  noting_handler events;
  parts.begin("x");
  parts.units.begin(&events);
  frame& list = parts.push(body::expanded);
  list.delivers = true;
  list.count = 1;
  parts.push(body::object);
  EXPECT_TRUE(parts.open.has_open_unit());
  ASSERT_TRUE(parts.open.close(parts.in.text.first));
  EXPECT_FALSE(parts.open.has_open_unit());
  EXPECT_EQ(events.notes, (strings{"item {}"}));
}

}  // namespace
