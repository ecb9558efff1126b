// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/equality.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using pith::builder;
using pith::error_code;
using pith::kind;

TEST(builder, builds_every_kind_of_value) {
  builder b;
  b.begin_object();
  b.key("null").null();
  b.key("yes").boolean(true).key("no").boolean(false);
  b.key("int").integer(-7).key("real").real(0.5).key("text").string("hi");
  b.key("list").begin_array().integer(1).string("x").end_array();
  b.key("none").begin_object().end_object();
  b.end_object();
  const auto doc = b.finish();
  ASSERT_TRUE(doc);
  const pith::value root = doc->root();
  ASSERT_EQ(root.type(), kind::object);
  EXPECT_EQ(root.get_object()->size(), 8u);
  EXPECT_TRUE(root.find("null")->is_null());
  EXPECT_EQ(root.find("yes")->get_boolean(), true);
  EXPECT_EQ(root.find("no")->get_boolean(), false);
  EXPECT_EQ(root.find("int")->get_integer(), -7);
  EXPECT_EQ(root.find("int")->get_double(), -7.0);
  EXPECT_EQ(root.find("real")->get_double(), 0.5);
  EXPECT_EQ(root.find("text")->get_string(), "hi");
  EXPECT_EQ(root.find("list")->get_array()->size(), 2u);
  EXPECT_EQ(root.find("list")->at(1)->get_string(), "x");
  EXPECT_TRUE(root.find("none")->get_object()->empty());
  EXPECT_FALSE(root.find("absent"));
  EXPECT_FALSE(root.find("list")->at(2));
}

TEST(builder, getters_of_another_kind_return_nothing) {
  builder b;
  const auto doc = b.string("x").finish();
  ASSERT_TRUE(doc);
  const pith::value v = doc->root();
  EXPECT_FALSE(v.get_boolean().has_value());
  EXPECT_FALSE(v.get_integer());
  EXPECT_FALSE(v.get_double());
  EXPECT_FALSE(v.get_array());
  EXPECT_FALSE(v.get_object());
  EXPECT_FALSE(v.at(0));
  EXPECT_FALSE(v.find("x"));
}

TEST(builder, keeps_every_int64) {
  constexpr auto low = std::numeric_limits<std::int64_t>::min();
  constexpr auto high = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t v :
       {low, low + 1, -(std::int64_t{1} << 55) - 1, -(std::int64_t{1} << 55),
        std::int64_t{-1}, std::int64_t{0}, std::int64_t{1},
        (std::int64_t{1} << 55) - 1, std::int64_t{1} << 55, high - 1, high}) {
    builder b;
    const auto doc = b.begin_array().integer(v).integer(1).end_array().finish();
    ASSERT_TRUE(doc);
    EXPECT_EQ(doc->root().at(0)->get_integer(), v);
    EXPECT_EQ(doc->root().at(1)->get_integer(), 1);
  }
}

TEST(builder, keeps_strings_of_every_length_class) {
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{15},
                              (std::size_t{1} << 20) - 1, std::size_t{1} << 20,
                              (std::size_t{1} << 20) + 1}) {
    const std::string text(n, 'x');
    builder b;
    const auto doc =
        b.begin_array().string(text).string("end").end_array().finish();
    ASSERT_TRUE(doc);
    EXPECT_EQ(doc->root().at(0)->get_string(), text);
    EXPECT_EQ(doc->root().at(1)->get_string(), "end");
  }
}

TEST(builder, iterates_members_in_order) {
  builder b;
  b.begin_object();
  for (const char* k : {"z", "a", "5", "m"}) b.key(k).string(k);
  const auto doc = b.end_object().finish();
  ASSERT_TRUE(doc);
  const auto members = doc->root().get_object();
  std::string order;
  for (const pith::member& m : *members) {
    order += m.key;
    EXPECT_EQ(m.value.get_string(), m.key);
  }
  EXPECT_EQ(order, "za5m");
}

struct misuse {
  const char* name;
  void (*calls)(builder&);
  error_code code;
};

TEST(builder, reports_the_first_misuse) {
  const std::vector<misuse> table = {
      {"no value", [](builder&) {}, error_code::incomplete},
      {"open array", [](builder& b) { b.begin_array(); },
       error_code::incomplete},
      {"two values", [](builder& b) { b.null().null(); },
       error_code::misplaced_value},
      {"key at the top", [](builder& b) { b.key("a"); },
       error_code::misplaced_value},
      {"key in an array", [](builder& b) { b.begin_array().key("a"); },
       error_code::misplaced_value},
      {"two keys", [](builder& b) { b.begin_object().key("a").key("b"); },
       error_code::misplaced_value},
      {"value without a key", [](builder& b) { b.begin_object().null(); },
       error_code::misplaced_value},
      {"key without a value",
       [](builder& b) { b.begin_object().key("a").end_object(); },
       error_code::misplaced_value},
      {"wrong end", [](builder& b) { b.begin_object().end_array(); },
       error_code::misplaced_value},
      {"end of nothing", [](builder& b) { b.end_array(); },
       error_code::misplaced_value},
      {"duplicate key",
       [](builder& b) { b.begin_object().key("a").null().key("a"); },
       error_code::duplicate_key},
      {"NaN", [](builder& b) { b.real(std::nan("")); }, error_code::not_finite},
      {"infinity", [](builder& b) { b.real(HUGE_VAL); },
       error_code::not_finite},
      {"lone surrogate", [](builder& b) { b.string("\xED\xA0\x80"); },
       error_code::invalid_utf8},
      {"cut sequence", [](builder& b) { b.string("\xE2\x82"); },
       error_code::invalid_utf8},
      {"bad key", [](builder& b) { b.begin_object().key("\xFF"); },
       error_code::invalid_utf8},
      {"overlong", [](builder& b) { b.string("\xC0\x80"); },
       error_code::invalid_utf8},
      {"above U+10FFFF", [](builder& b) { b.string("\xF4\x90\x80\x80"); },
       error_code::invalid_utf8},
      {"first error wins",
       [](builder& b) { b.begin_object().null().key("\xFF"); },
       error_code::misplaced_value},
  };
  for (const misuse& m : table) {
    builder b;
    m.calls(b);
    const auto doc = b.finish();
    ASSERT_FALSE(doc) << m.name;
    EXPECT_EQ(doc.error().code, m.code) << m.name;
    // The builder is as new afterwards.
    EXPECT_TRUE(b.null().finish()) << m.name;
  }
}

TEST(builder, finds_duplicate_keys_in_wide_objects) {
  for (const int width : {2, 15, 16, 17, 18, 40, 5000}) {
    for (const int repeated : {0, width / 2, width - 1}) {
      builder b;
      b.begin_object();
      for (int i = 0; i < width; ++i) b.key("k" + std::to_string(i)).integer(i);
      b.key("k" + std::to_string(repeated)).null().end_object();
      const auto doc = b.finish();
      ASSERT_FALSE(doc) << width << ' ' << repeated;
      EXPECT_EQ(doc.error().code, error_code::duplicate_key);
    }
  }
}

TEST(builder, wide_objects_may_nest_objects_with_the_same_keys) {
  builder b;
  b.begin_object();
  for (int i = 0; i < 40; ++i) {
    b.key("k" + std::to_string(i)).begin_object();
    for (int j = 0; j < 40; ++j) {
      b.key("k" + std::to_string((i + j) % 40)).integer(j);
    }
    b.end_object();
  }
  EXPECT_TRUE(b.end_object().finish());
}

TEST(builder, holds_its_limits) {
  const pith::limits small{.max_depth = 2, .max_bytes = 8, .max_items = 3};
  {
    builder b(small);
    EXPECT_TRUE(b.begin_array().begin_array().end_array().end_array().finish());
    b.begin_array().begin_array().begin_array();
    EXPECT_EQ(b.finish().error().code, error_code::depth_limit);
  }
  {
    builder b(small);
    b.begin_array().null().null().null().null();
    EXPECT_EQ(b.finish().error().code, error_code::item_limit);
  }
  {
    builder b(small);
    b.begin_array().string("12345678").string("9");
    EXPECT_EQ(b.finish().error().code, error_code::size_limit);
  }
}

TEST(builder, finishes_into_a_document_and_reuses_its_memory) {
  builder b;
  pith::document target;
  for (int i = 0; i < 4; ++i) {
    b.begin_object().key("n" + std::to_string(i)).integer(i).end_object();
    ASSERT_TRUE(b.finish_into(target));
    EXPECT_EQ(target.root().get_object()->size(), 1u);
    EXPECT_EQ(target.root().find("n" + std::to_string(i))->get_integer(), i);
  }
  b.begin_array();
  EXPECT_FALSE(b.finish_into(target));
  EXPECT_EQ(target.root().find("n3")->get_integer(), 3);
}

TEST(builder, copies_values_of_other_documents) {
  builder b;
  b.begin_object().key("rows").begin_array();
  for (int i = 0; i < 3; ++i) {
    b.begin_object().key("id").integer(i).key("tags").begin_array();
    b.string("a").real(1.5).end_array().key("none").null();
    b.key("empty").begin_object().end_object().end_object();
  }
  b.end_array().key("big").integer(INT64_MAX).key("yes").boolean(true);
  const auto source = b.end_object().finish();
  ASSERT_TRUE(source);
  const auto whole = builder().copy(source->root()).finish();
  ASSERT_TRUE(whole);
  EXPECT_TRUE(pith::equal(whole->root(), source->root(),
                          pith::member_order::significant));
  // A part, beside other values.
  builder c;
  c.begin_array().integer(1).copy(*source->root().find("rows")->at(1));
  const auto part = c.copy(source->root()).end_array().finish();
  ASSERT_TRUE(part);
  EXPECT_TRUE(
      pith::equal(*part->root().at(1), *source->root().find("rows")->at(1)));
  EXPECT_TRUE(pith::equal(*part->root().at(2), source->root()));
}

TEST(builder, copies_empty_objects_of_documents_without_keys) {
  const auto source = builder().begin_object().end_object().finish();
  ASSERT_TRUE(source);
  builder b;
  const auto made =
      b.begin_array().copy(source->root()).integer(1).end_array().finish();
  ASSERT_TRUE(made);
  EXPECT_EQ(made->root().at(0)->type(), kind::object);
  EXPECT_EQ(made->root().at(1)->get_integer(), 1);
}

TEST(document, starts_as_null_and_moves_without_losing_views) {
  pith::document empty;
  EXPECT_TRUE(empty.root().is_null());
  builder b;
  auto built = b.begin_array().string("kept").end_array().finish();
  ASSERT_TRUE(built);
  pith::document first = *std::move(built);
  const pith::value v = first.root();
  const pith::document second = std::move(first);
  EXPECT_EQ(v.at(0)->get_string(), "kept");
  EXPECT_GT(second.memory_bytes(), 0u);
}

TEST(builder, tells_its_failure_early) {
  pith::builder b;
  b.begin_object().key("a").integer(1);
  EXPECT_EQ(b.failure(), nullptr);
  b.key("a");
  ASSERT_NE(b.failure(), nullptr);
  EXPECT_EQ(b.failure()->code, pith::error_code::duplicate_key);
}

TEST(builder, refuses_integers_beyond_int64) {
  for (const std::uint64_t large :
       {~std::uint64_t{0}, std::uint64_t{1} << 63}) {
    builder b;
    const auto made = b.integer(large).finish();
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, pith::error_code::out_of_range);
  }
  builder b;
  const auto made = b.begin_array()
                        .integer(std::uint64_t{1} << 62)
                        .integer(static_cast<unsigned char>(200))
                        .integer(short{-3})
                        .end_array()
                        .finish();
  ASSERT_TRUE(made);
  EXPECT_EQ(made->root()[0].get_integer(), std::int64_t{1} << 62);
  EXPECT_EQ(made->root()[1].get_integer(), 200);
  EXPECT_EQ(made->root()[2].get_integer(), -3);
}

template <class T>
concept is_integer_of_a_builder = requires(builder& b, T v) { b.integer(v); };
template <class T>
concept is_boolean_of_a_builder = requires(builder& b, T v) { b.boolean(v); };
template <class T>
concept is_string_of_a_builder = requires(builder& b, T v) { b.string(v); };

static_assert(is_integer_of_a_builder<unsigned long long>);
static_assert(is_integer_of_a_builder<signed char>);
static_assert(!is_integer_of_a_builder<double>);
static_assert(!is_integer_of_a_builder<bool>);
static_assert(!is_integer_of_a_builder<char>);
static_assert(is_boolean_of_a_builder<bool>);
static_assert(is_boolean_of_a_builder<std::vector<bool>::reference>);
static_assert(!is_boolean_of_a_builder<const char*>);
static_assert(!is_boolean_of_a_builder<int>);
static_assert(!is_string_of_a_builder<std::nullptr_t>);

TEST(builder, says_that_a_key_has_no_value_yet) {
  const auto twice = builder().begin_object().key("a").key("b").finish();
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().code, pith::error_code::misplaced_value);
  EXPECT_EQ(twice.error().detail,
            std::string_view("the key before this one has no value yet"));
  const auto last = builder().begin_object().key("a").end_object().finish();
  ASSERT_FALSE(last);
  EXPECT_EQ(last.error().detail,
            std::string_view("the last key has no value yet"));
  const auto none = builder().begin_array().key("a").finish();
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().detail, std::string_view("only an object has keys"));
}

TEST(builder, is_a_new_one_after_it_was_moved_from) {
  builder first;
  first.begin_array().integer(1);
  builder second = std::move(first);
  // NOLINTBEGIN(bugprone-use-after-move): what this is about
  EXPECT_EQ(first.failure(), nullptr);
  const auto made = first.string("x").finish();
  ASSERT_TRUE(made);
  EXPECT_EQ(made->root().get_string(), "x");
  builder third = std::move(first);
  first = std::move(second);
  const auto rest = first.end_array().finish();
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->root()[0].get_integer(), 1);
  // NOLINTEND(bugprone-use-after-move)
}

TEST(builder, says_in_which_row_it_failed) {
  builder b;
  b.begin_object().key("a/b").begin_array();
  for (int i = 0; i < 1000; ++i) {
    b.begin_object().key("id").integer(i);
    if (i == 777) b.key("id").integer(1);
    b.end_object();
  }
  b.end_array().end_object();
  ASSERT_NE(b.failure(), nullptr);
  EXPECT_EQ(b.place(), "/a~1b/777/id");
  const auto made = b.finish();
  EXPECT_EQ(made.error().code, error_code::duplicate_key);
  EXPECT_EQ(made.error().offset, 777U);
  EXPECT_EQ(b.place(), "");
}

TEST(builder, says_at_which_value_it_failed) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  builder b;
  b.begin_array().integer(1).begin_object().key("x").begin_array();
  b.integer(1).integer(2).real(nan);
  EXPECT_EQ(b.place(), "/1/x/2");
  EXPECT_EQ(b.finish().error().offset, 1U);
  b.begin_array().string("a").string("\xff");
  EXPECT_EQ(b.place(), "/1");
  EXPECT_EQ(b.finish().error().offset, 1U);
  b.begin_array().integer(1).integer(~std::uint64_t{0});
  EXPECT_EQ(b.finish().error().offset, 1U);
  b.begin_object().key("a").real(nan);
  EXPECT_EQ(b.place(), "/a");
  EXPECT_EQ(b.finish().error().offset, 0U);
  builder flat{{.max_depth = 2}};
  flat.begin_array().begin_array().integer(1).begin_array();
  EXPECT_EQ(flat.place(), "/0/1");
  EXPECT_EQ(flat.finish().error().offset, 0U);
}

TEST(builder, finds_bytes_that_are_not_utf8_at_every_place) {
  for (std::size_t length = 1; length <= 40; ++length) {
    for (std::size_t at = 0; at < length; ++at) {
      std::string text(length, 'x');
      EXPECT_TRUE(builder().string(text).finish());
      text[at] = '\xC3';
      if (at + 1 < length) {
        text[at + 1] = '\xA9';
        EXPECT_TRUE(builder().string(text).finish()) << length << ' ' << at;
      }
      text[at] = '\xFF';
      EXPECT_FALSE(builder().string(text).finish()) << length << ' ' << at;
    }
  }
}

}  // namespace
