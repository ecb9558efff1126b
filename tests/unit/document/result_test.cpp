// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/codec.hpp>
#include <pith/result.hpp>

#include <gtest/gtest.h>

#include <concepts>
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

}  // namespace
