// SPDX-License-Identifier: MIT
// Cells of what C++ programs hold, and tables of structs.
#include <pith/gcf_rows.hpp>

#include <gtest/gtest.h>

#include <forward_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::error_code;
using pith::string_sink;
using pith::gcf::cell;
using pith::gcf::cell_place;
using pith::gcf::column;

struct order {
  int id = 0;
  std::string customer;
  std::optional<double> total;
  [[nodiscard]] bool is_large() const { return total.value_or(0) > 100; }
};

TEST(cell, takes_floats_by_their_own_shortest_form) {
  EXPECT_EQ(cell(1.1F).as_real(), 1.1);
  EXPECT_EQ(cell(1.1F).kind(), cell::type::real);
  EXPECT_EQ(cell(-0.5F).as_real(), -0.5);
  EXPECT_EQ(cell(3.4028235e38F).as_real(), 3.4028235e38);
  EXPECT_EQ(cell(1e-45F).as_real(), 1e-45);
  EXPECT_EQ(cell(std::numeric_limits<float>::infinity()).as_real(),
            std::numeric_limits<double>::infinity());
}

TEST(cell, takes_optionals) {
  EXPECT_EQ(cell(std::optional<int>()).kind(), cell::type::null);
  EXPECT_EQ(cell(std::nullopt).kind(), cell::type::null);
  EXPECT_EQ(cell(std::optional<int>(7)).as_integer(), 7);
  EXPECT_EQ(cell(std::optional<std::string>(std::string(50, 'x'))).as_string(),
            std::string(50, 'x'));
  const std::optional<std::string> name("name");
  EXPECT_EQ(cell(name).as_string().data(), name->data());
}

TEST(field_names, are_anything_contiguous) {
  const std::vector<std::string> strings{"id", "total"};
  const std::vector<std::string_view> views{"id", "total"};
  std::string of_strings;
  std::string of_views;
  std::string of_words;
  string_sink a(of_strings);
  string_sink b(of_views);
  string_sink c(of_words);
  pith::gcf::stream_writer one(a);
  pith::gcf::stream_writer two(b);
  pith::gcf::stream_writer three(c);
  EXPECT_TRUE(one.begin_root_table(strings));
  EXPECT_TRUE(two.begin_root_table(views));
  EXPECT_TRUE(three.begin_root_table({"id", "total"}));
  EXPECT_EQ(of_strings, "GCF profile=generic\n## [?]{id,total}\n");
  EXPECT_EQ(of_views, of_strings);
  EXPECT_EQ(of_words, of_strings);
}

TEST(write_table, writes_any_range_of_structs) {
  const std::forward_list<order> orders{{1, "Ada", 9.5}, {2, "Bo", {}}};
  std::string text;
  string_sink out(text);
  const auto done = pith::gcf::write_table(
      out, orders, column("id", &order::id),
      column("customer", &order::customer), column("total", &order::total),
      column("large", &order::is_large), column("initial", [](const order& o) {
        return o.customer.substr(0, 1);
      }));
  ASSERT_TRUE(done);
  EXPECT_EQ(text,
            "GCF profile=generic\n"
            "## [?]{id,customer,total,large,initial}\n"
            "1|Ada|9.5|false|A\n"
            "2|Bo|-|false|B\n"
            "##! summary counts=2\n");
}

TEST(write_table, names_the_table) {
  const order orders[] = {{1, "Ada", 9.5}};
  std::string text;
  string_sink out(text);
  ASSERT_TRUE(
      pith::gcf::write_table(out, "orders", orders, column("id", &order::id)));
  EXPECT_EQ(text,
            "GCF profile=generic\n## orders [?]{id}\n1\n"
            "##! summary counts=1\n");
}

TEST(write_table, says_which_cell_is_bad) {
  std::vector<order> orders(1000);
  orders[777].total = std::numeric_limits<double>::quiet_NaN();
  std::string text;
  string_sink out(text);
  const auto done = pith::gcf::write_table(
      out, orders, column("id", &order::id),
      column("customer", &order::customer), column("total", &order::total));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, error_code::not_finite);
  EXPECT_EQ(cell_place(done.error(), 3).row, 777U);
  EXPECT_EQ(cell_place(done.error(), 3).cell, 2U);
  EXPECT_EQ(cell_place(done.error(), 0).row, 0U);
}

TEST(stream_writer, says_which_field_or_row_is_bad) {
  std::string text;
  string_sink out(text);
  pith::gcf::stream_writer writer(out);
  EXPECT_EQ(writer.begin_table("t", {"a", "b", "a"}).error().offset, 2U);
  ASSERT_TRUE(writer.begin_keyed("t", {"a", "b"}));
  ASSERT_TRUE(writer.row("x", {1, 2}));
  ASSERT_TRUE(writer.row("y", {1, 2}));
  const pith::error twice = writer.row("x", {1, 2}).error();
  EXPECT_EQ(twice.code, error_code::duplicate_key);
  EXPECT_EQ(cell_place(twice, 2).row, 2U);
  EXPECT_EQ(cell_place(writer.row("z", {1}).error(), 2).row, 2U);
  EXPECT_EQ(writer.row("z", {1, "\xff"}).error().offset, 5U);
}

}  // namespace
