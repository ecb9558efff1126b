// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/codec.hpp>
#include <pith/result.hpp>

#include <gtest/gtest.h>

#include <concepts>
#include <exception>
#include <memory>
#include <string>
#include <utility>

namespace {

using pith::error;
using pith::error_code;
using pith::result;

template <class R>
concept has_arrow = requires(R&& r) { std::forward<R>(r).operator->(); };

// What hands out views of itself must have a name first.
static_assert(!has_arrow<result<pith::document>>);
static_assert(!has_arrow<const result<pith::document>>);
static_assert(has_arrow<result<pith::document>&>);
static_assert(has_arrow<const result<pith::document>&>);
static_assert(!has_arrow<result<pith::registry>>);
static_assert(has_arrow<result<std::string>>);
static_assert(std::same_as<decltype(*std::declval<result<pith::document>>()),
                           pith::document>);

TEST(result, gives_the_value_of_a_temporary_and_not_a_reference) {
  const auto& doc =
      *pith::builder().begin_array().integer(7).end_array().finish();
  EXPECT_EQ(doc.root()[0].get_integer(), 7);
  const auto& text = *result<std::string>(std::string(100, 'x'));
  EXPECT_EQ(text.size(), 100U);
  const auto& what = result<int>(error{error_code::incomplete, 3, "x"}).error();
  EXPECT_EQ(what.offset, 3U);
  EXPECT_EQ(result<std::string>(std::string("ab"))->size(), 2U);
}

TEST(result, a_success_has_the_error_that_there_is_none) {
  EXPECT_EQ(result<void>().error().code, error_code::no_error);
  EXPECT_EQ(result<int>(1).error().code, error_code::no_error);
  const result<std::string> text(std::string("x"));
  EXPECT_EQ(text.error().code, error_code::no_error);
  EXPECT_EQ(pith::message(text.error()),
            "no_error: nothing failed: the call succeeded");
}

TEST(result, value_or_takes_a_temporary_apart) {
  EXPECT_EQ(result<std::string>(std::string("x")).value_or("y"), "x");
  EXPECT_EQ(result<std::string>(error{error_code::incomplete}).value_or("y"),
            "y");
}

TEST(result, value_throws_what_failed) {
  EXPECT_EQ(result<int>(7).value(), 7);
  result<std::string> text(std::string("ab"));
  text.value() += 'c';
  EXPECT_EQ(std::as_const(text).value(), "abc");
  EXPECT_NO_THROW(result<void>().value());
  try {
    static_cast<void>(result<int>(error{error_code::invalid_utf8, 5}).value());
    FAIL();
  } catch (const pith::bad_result_access& failed) {
    EXPECT_EQ(failed.error().offset, 5U);
    EXPECT_STREQ(failed.what(), "invalid_utf8");
  }
  try {
    result<void>(error{error_code::incomplete, 0, "a value is due"}).value();
    FAIL();
  } catch (const std::exception& failed) {
    EXPECT_STREQ(failed.what(), "a value is due");
  }
}

TEST(result, chains_as_std_expected_does) {
  const auto half = [](int n) -> result<int> {
    if (n % 2 != 0) return error{error_code::out_of_range, 1, "odd"};
    return n / 2;
  };
  EXPECT_EQ(*result<int>(12).and_then(half).and_then(half), 3);
  const result<int> odd = result<int>(6).and_then(half).and_then(half);
  EXPECT_EQ(odd.error().code, error_code::out_of_range);
  int calls = 0;
  const result<std::string> words = odd.transform([&](int n) {
    ++calls;
    return std::to_string(n);
  });
  EXPECT_FALSE(words);
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(*result<int>(4).transform([](int n) { return n + 0.5; }), 4.5);
  EXPECT_EQ(*odd.or_else([](const error& what) -> result<int> {
    return static_cast<int>(what.offset);
  }),
            1);
  EXPECT_EQ(*result<int>(4).or_else(
                [](const error& what) -> result<int> { return what; }),
            4);
}

TEST(result, chains_move_the_value_and_take_pointers_to_members) {
  auto moved = result<std::unique_ptr<int>>(std::make_unique<int>(7))
                   .and_then([](std::unique_ptr<int> p) {
                     return result<std::unique_ptr<int>>(std::move(p));
                   })
                   .or_else([](const error& what) {
                     return result<std::unique_ptr<int>>(what);
                   })
                   .transform([](std::unique_ptr<int>&& p) { return *p; });
  EXPECT_EQ(*moved, 7);
  struct point {
    int x = 3;
    [[nodiscard]] int twice() const { return 2 * x; }
  };
  EXPECT_EQ(*result<point>(point{}).transform(&point::x), 3);
  EXPECT_EQ(*result<point>(point{}).transform(&point::twice), 6);
}

TEST(result, chains_without_a_value) {
  const result<void> good;
  const result<void> bad(error{error_code::incomplete, 2, "x"});
  EXPECT_EQ(*good.transform([] { return 5; }), 5);
  EXPECT_TRUE(good.and_then([] { return result<void>(); }));
  EXPECT_EQ(bad.and_then([] { return result<int>(1); }).error().offset, 2U);
  EXPECT_TRUE(bad.or_else([](const error&) { return result<void>(); }));
  EXPECT_TRUE(result<int>(1).transform([](int) {}));
  EXPECT_EQ(bad.transform([] {}).error().code, error_code::incomplete);
}

}  // namespace
