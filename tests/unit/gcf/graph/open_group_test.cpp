// SPDX-License-Identifier: MIT
#include "gcf/graph/open_group.hpp"

#include "document/document_data.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using pith::gcf::decoding::source;
using pith::gcf::graph_profile::group_kind;
using pith::gcf::graph_profile::open_group;

constexpr std::size_t max_items = 100;

/// A text that begins with the header of a group, which is opened.
struct group_text {
  std::string bytes;
  source text;
  open_group group;
  char* next;

  explicit group_text(std::string_view line) : bytes(line) {
    bytes.push_back('\n');
    bytes.append(pith::detail::text_padding, '\0');
    text.first = bytes.data();
    text.last = text.first + line.size();
    next = group.open(text, text.first, max_items);
  }
  [[nodiscard]] std::string problem() const {
    return std::string(pith::name(text.problem.code)) + "@" +
           std::to_string(text.problem.offset);
  }
};

std::string refused(std::string_view line) {
  const group_text t(line);
  return t.next != nullptr ? "opened" : t.problem();
}

std::uint32_t distance_of(std::string_view line) {
  const group_text t(line);
  EXPECT_NE(t.next, nullptr) << t.problem();
  EXPECT_EQ(t.group.kind(), group_kind::symbols);
  return t.group.distance();
}

TEST(graph_open_group, knows_groups_by_their_distance) {
  EXPECT_EQ(distance_of("## targets"), 0u);
  EXPECT_EQ(distance_of("## related"), 1u);
  EXPECT_EQ(distance_of("## extended [2]"), 2u);
  EXPECT_EQ(distance_of("## distance_4294967295"), 0xFFFFFFFFu);
  const group_text edges("## edges [?]");
  EXPECT_EQ(edges.group.kind(), group_kind::edges);
  EXPECT_EQ(edges.next, edges.text.last + 1);
}

TEST(graph_open_group, refuses_other_headers) {
  EXPECT_EQ(refused("## others"), "invalid_line@3");
  EXPECT_EQ(refused("## distance_"), "invalid_line@3");
  EXPECT_EQ(refused("## distance_1x"), "invalid_line@13");
  EXPECT_EQ(refused("## distance_4294967296"), "out_of_range@3");
  EXPECT_EQ(refused("## targets [01]"), "invalid_count@12");
  EXPECT_EQ(refused("## targets []"), "invalid_count@12");
  EXPECT_EQ(refused("## targets [101]"), "item_limit@12");
  EXPECT_EQ(refused("## targets [99999999999999999999999]"), "item_limit@12");
  EXPECT_EQ(refused("## targets [1] x"), "invalid_line@15");
}

TEST(graph_open_group, compares_its_count_with_its_lines) {
  group_text t("## targets [2]");
  ASSERT_NE(t.next, nullptr);
  EXPECT_EQ(t.group.room(0, max_items), 2u);
  EXPECT_FALSE(t.group.close(t.text, t.text.first + 1));
  EXPECT_EQ(t.problem(), "count_mismatch@1");
  EXPECT_TRUE(t.group.count_line(t.text, t.text.first, 0, max_items));
  t.group.count_lines(1);
  EXPECT_EQ(t.group.room(2, max_items), 0u);
  EXPECT_TRUE(t.group.close(t.text, t.text.first));
  EXPECT_FALSE(t.group.count_line(t.text, t.text.first + 2, 2, max_items));
  EXPECT_EQ(t.problem(), "count_mismatch@2");
}

TEST(graph_open_group, keeps_the_limit_of_items) {
  group_text t("## targets");
  EXPECT_EQ(t.group.room(max_items - 1, max_items), 1u);
  EXPECT_EQ(t.group.room(max_items + 1, max_items), 0u);
  EXPECT_TRUE(t.group.count_line(t.text, t.text.first, 99, max_items));
  EXPECT_FALSE(t.group.count_line(t.text, t.text.first, 100, max_items));
  EXPECT_EQ(t.problem(), "item_limit@0");
}

TEST(graph_open_group, ends_and_begins_again) {
  group_text t("## related [2]");
  t.group.end();
  EXPECT_EQ(t.group.kind(), group_kind::ended);
  EXPECT_TRUE(t.group.close(t.text, t.text.first));
  t.group.reset();
  EXPECT_EQ(t.group.kind(), group_kind::none);
  EXPECT_EQ(t.group.distance(), 0u);
}

}  // namespace
