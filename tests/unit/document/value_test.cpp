// SPDX-License-Identifier: MIT
// Reading values the way people write it. That misuse does not compile, or
// runs clean, is shown by tests/misuse.
#include <pith/builder.hpp>
#include <pith/document.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using pith::array_view;
using pith::maybe;
using pith::maybe_value;
using pith::object_view;
using pith::value;

static_assert(std::forward_iterator<array_view::iterator>);
static_assert(std::forward_iterator<object_view::iterator>);
static_assert(std::ranges::forward_range<array_view>);
static_assert(std::ranges::forward_range<object_view>);
static_assert(std::ranges::sized_range<array_view>);
static_assert(std::ranges::sized_range<object_view>);
static_assert(std::ranges::common_range<array_view>);
static_assert(std::ranges::view<array_view>);
static_assert(std::ranges::view<object_view>);
static_assert(std::ranges::borrowed_range<array_view>);
static_assert(std::ranges::borrowed_range<object_view>);
static_assert(std::is_trivially_copyable_v<maybe_value>);
static_assert(sizeof(maybe_value) == sizeof(value));
// Presence is not truth.
static_assert(!std::is_constructible_v<bool, maybe<bool>>);
static_assert(std::is_constructible_v<bool, const maybe<bool>&>);
static_assert(std::is_constructible_v<bool, maybe<std::int64_t>>);

/// {"name":"ann","age":30,"ratio":0.5,"on":true,"none":null,
///  "tags":["a","b","c"],"a/b":{"m~n":[[7]]},"":1}
pith::document sample() {
  pith::builder b;
  b.begin_object().key("name").string("ann").key("age").integer(30);
  b.key("ratio").real(0.5).key("on").boolean(true).key("none").null();
  b.key("tags").begin_array().string("a").string("b").string("c").end_array();
  b.key("a/b").begin_object().key("m~n").begin_array().begin_array();
  b.integer(7).end_array().end_array().end_object();
  b.key("").integer(1).end_object();
  auto made = b.finish();
  EXPECT_TRUE(made.has_value());
  return *std::move(made);
}

TEST(value, loops_over_members_and_elements) {
  const pith::document doc = sample();
  std::string keys;
  for (auto [key, v] : doc.root().members()) keys += std::string(key) + ' ';
  EXPECT_EQ(keys, "name age ratio on none tags a/b  ");
  std::string tags;
  for (auto v : doc.root()["tags"].elements()) tags += *v.get_string();
  EXPECT_EQ(tags, "abc");
}

TEST(value, what_is_of_another_kind_has_no_elements_and_no_members) {
  const pith::document doc = sample();
  for (auto [key, v] : doc.root().members()) {
    const bool is_array = v.type() == pith::kind::array;
    const bool is_object = v.type() == pith::kind::object;
    EXPECT_EQ(v.elements().size(), is_array ? 3U : 0U) << key;
    EXPECT_EQ(v.members().size(), is_object ? 1U : 0U) << key;
    EXPECT_EQ(v.elements().begin() == v.elements().end(), !is_array) << key;
    EXPECT_EQ(v.members().begin() == v.members().end(), !is_object) << key;
  }
}

TEST(value, loops_over_what_get_returns) {
  const pith::document doc = sample();
  std::size_t count = 0;
  for (auto [key, v] : *doc.root().get_object()) count += key.size();
  for (auto v : *doc.root().find("tags")->get_array()) {
    for (const char c : *v.get_string()) count += c == 'b' ? 100 : 0;
  }
  for (auto v : *doc.root().get_array()) count += v.is_null() ? 1000 : 1000;
  for (auto v : doc.root().get_array().value()) count += v.is_null() ? 1 : 1;
  EXPECT_EQ(count, 125U);
}

TEST(value, a_missing_key_is_nothing_all_the_way_down) {
  const pith::document doc = sample();
  const value root = doc.root();
  EXPECT_FALSE(root.find("zzz")->get_integer().has_value());
  EXPECT_FALSE(root["zzz"]["y"][3]["x"].get_string().has_value());
  EXPECT_FALSE(root["tags"][3]);
  EXPECT_FALSE(root["tags"][-1]);
  EXPECT_FALSE(root["tags"]["a"]);
  EXPECT_FALSE(root[0]);
  EXPECT_FALSE(root["name"][0]);
  EXPECT_EQ(root["zzz"], std::nullopt);
  EXPECT_TRUE((*root["zzz"]).is_null());
  EXPECT_TRUE(root["zzz"].value().is_null());
  EXPECT_TRUE(root["zzz"].elements().empty());
  EXPECT_TRUE(root["zzz"].members().empty());
  EXPECT_FALSE(root["zzz"].pointer(""));
  EXPECT_FALSE(maybe_value().has_value());
  EXPECT_TRUE(value().is_null());
  // A null that is there is not the same as nothing.
  EXPECT_TRUE(root["none"].has_value());
  EXPECT_TRUE(root["none"]->is_null());
}

TEST(value, chains_to_what_is_there) {
  const pith::document doc = sample();
  const value root = doc.root();
  EXPECT_EQ(root["tags"][1].get_string(), "b");
  EXPECT_EQ(root["a/b"]["m~n"][0][0].get_integer(), 7);
  EXPECT_EQ(root[""].get_integer(), 1);
  const unsigned char two = 2;
  EXPECT_EQ(root["tags"][two].get_string(), "c");
  const std::optional<value> found = root.find("name");
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->get_string(), "ann");
}

TEST(value, follows_json_pointers) {
  const pith::document doc = sample();
  const value root = doc.root();
  EXPECT_EQ(root.pointer("")->members().size(), 8U);
  EXPECT_EQ(root.pointer("/tags/2").get_string(), "c");
  EXPECT_EQ(root.pointer("/a~1b/m~0n/0/0").get_integer(), 7);
  EXPECT_EQ(root.pointer("/").get_integer(), 1);
  EXPECT_EQ(root["a/b"].pointer("/m~0n/0/0").get_integer(), 7);
  for (const char* none : {"tags",
                           "/tags/3",
                           "/tags/-",
                           "/tags/-1",
                           "/tags/00",
                           "/tags/01",
                           "/tags/",
                           "/tags/1/",
                           "/tags/x",
                           "/tags/99999999999999999999",
                           "/a/b",
                           "/tags/4294967298",  // 2 in 32 bits
                           "/a~1b/m~n",
                           "/a~2b",
                           "/a~",
                           "/name/0",
                           "/zzz/0",
                           "//",
                           "/tags/0x1",
                           "/a~1b/m~0n~"}) {
    EXPECT_FALSE(root.pointer(none)) << none;
  }
}

TEST(value, gets_by_type) {
  const pith::document doc = sample();
  const value root = doc.root();
  EXPECT_EQ(root["age"].get<int>(), 30);
  EXPECT_EQ(root["age"].get<std::uint8_t>(), 30);
  EXPECT_EQ(root["age"].get<double>(), 30.0);
  EXPECT_EQ(root["ratio"].get<double>(), 0.5);
  EXPECT_FALSE(root["ratio"].get<int>());
  EXPECT_EQ(root["on"].get<bool>(), true);
  EXPECT_FALSE(root["age"].get<bool>().has_value());
  EXPECT_EQ(root["name"].get<std::string_view>(), "ann");
  EXPECT_EQ(root["name"].get<std::string>(), "ann");
  EXPECT_EQ(root["tags"].get<array_view>()->size(), 3U);
  EXPECT_EQ(root.get<object_view>()->size(), 8U);
  EXPECT_FALSE(root["zzz"].get<std::string>());

  pith::builder b;
  const auto numbers = b.begin_array()
                           .integer(-1)
                           .integer(256)
                           .integer(INT64_MAX)
                           .end_array()
                           .finish();
  ASSERT_TRUE(numbers.has_value());
  EXPECT_FALSE(numbers->root()[0].get<unsigned>());
  EXPECT_FALSE(numbers->root()[1].get<std::uint8_t>());
  EXPECT_EQ(numbers->root()[1].get<std::int16_t>(), 256);
  EXPECT_FALSE(numbers->root()[2].get<std::int32_t>());
  EXPECT_EQ(numbers->root()[2].get<std::uint64_t>(), UINT64_MAX / 2);
}

TEST(value, has_a_fallback_of_any_type) {
  const pith::document doc = sample();
  const value root = doc.root();
  EXPECT_EQ(root["age"].value_or(1), 30);
  EXPECT_EQ(root["zzz"].value_or(1), 1);
  EXPECT_EQ(root["name"].value_or(1), 1);
  EXPECT_EQ(root["name"].value_or("bob"), "ann");
  EXPECT_EQ(root["zzz"].value_or("bob"), "bob");
  EXPECT_EQ(root["zzz"].value_or(std::string("bob")), "bob");
  EXPECT_TRUE(root["on"].value_or(false));
  EXPECT_FALSE(root["zzz"].value_or(false));
  EXPECT_EQ(root["ratio"].value_or(2.0), 0.5);
  EXPECT_EQ(root["zzz"].value_or(root).members().size(), 8U);
  static_assert(std::is_same_v<decltype(root["name"].value_or(std::string())),
                               std::string>);
}

TEST(value, its_views_are_ranges) {
  const pith::document doc = sample();
  const value root = doc.root();
  std::vector<std::size_t> sizes;
  for (const std::size_t n :
       root.members() | std::views::transform([](const pith::member& m) {
         return m.key.size();
       })) {
    sizes.push_back(n);
  }
  EXPECT_EQ(sizes, (std::vector<std::size_t>{4, 3, 5, 2, 4, 4, 3, 0}));
  const auto longest = std::ranges::max_element(
      root.members(), {}, [](const pith::member& m) { return m.key.size(); });
  EXPECT_EQ((*longest).key, "ratio");
  const auto last =
      std::ranges::find_if(root["tags"].elements(),
                           [](const value v) { return v.get_string() == "c"; });
  EXPECT_EQ((*last).get_string(), "c");  // borrowed: the view is gone
  EXPECT_EQ(
      std::ranges::distance(root["tags"].elements() | std::views::drop(1)), 2);
  EXPECT_TRUE(array_view::iterator() == array_view::iterator());
  EXPECT_TRUE(array_view().empty());
  EXPECT_TRUE(std::ranges::empty(object_view()));
}

TEST(maybe, is_read_without_harm_when_there_is_nothing) {
  const maybe<std::int64_t> none;
  EXPECT_EQ(*none, 0);
  EXPECT_EQ(none.value(), 0);
  EXPECT_EQ(none.value_or(3), 3);
  EXPECT_FALSE(none);
  EXPECT_NE(none, 0);
  EXPECT_EQ(none, std::nullopt);
  EXPECT_TRUE(maybe<std::string_view>()->empty());
  EXPECT_EQ(maybe<std::string_view>("x"), maybe<std::string_view>("x"));
  EXPECT_NE(maybe<std::string_view>(""), maybe<std::string_view>());
}

TEST(maybe, becomes_an_optional) {
  const pith::document doc = sample();
  const value root = doc.root();
  const std::optional<std::string_view> name = root["name"].get_string();
  EXPECT_EQ(name, "ann");
  std::optional<bool> on(root["on"].get_boolean());
  EXPECT_EQ(on, true);
  on = root["zzz"].get_boolean();
  EXPECT_FALSE(on.has_value());
  const std::optional<bool> none(root["zzz"].get_boolean());
  EXPECT_FALSE(none.has_value());
  const auto either = name ? root["age"].get_integer() : std::nullopt;
  EXPECT_EQ(either, 30);
}

TEST(document, is_null_after_it_was_moved_from) {
  pith::document first = sample();
  pith::document second = std::move(first);
  // NOLINTBEGIN(bugprone-use-after-move): what this is about
  EXPECT_TRUE(first.root().is_null());
  EXPECT_FALSE(first.root()["name"]);
  EXPECT_EQ(first.memory_bytes(), 0U);
  pith::document third = std::move(first);
  EXPECT_TRUE(third.root().is_null());
  first = std::move(second);
  EXPECT_EQ(first.root()["name"].get_string(), "ann");
  // NOLINTEND(bugprone-use-after-move)
}

}  // namespace
