// SPDX-License-Identifier: MIT
#include <pith/pith.h>

#include "c_handles.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace {

using namespace pith_tests;

c_builder make(const pith_settings* settings = nullptr) {
  pith_builder* out = nullptr;
  EXPECT_EQ(pith_builder_new(settings, &out, nullptr), PITH_OK);
  return c_builder(out);
}

std::string finished(const c_builder& b) {
  pith_document* out = nullptr;
  EXPECT_EQ(pith_builder_finish(b.get(), &out, nullptr), PITH_OK);
  const c_document doc(out);
  return encoded(root_of(doc));
}

std::int32_t failure(const c_builder& b, pith_error* error = nullptr) {
  pith_document* out = reinterpret_cast<pith_document*>(1);
  const std::int32_t status = pith_builder_finish(b.get(), &out, error);
  EXPECT_EQ(out, nullptr);
  return status;
}

TEST(c_builder, builds_every_type) {
  const c_builder b = make();
  const c_document other = decoded(R"({"deep":[1]})");
  EXPECT_EQ(pith_builder_begin_object(b.get()), PITH_OK);
  const auto key = [&](std::string_view k) {
    EXPECT_EQ(pith_builder_key(b.get(), k.data(), k.size()), PITH_OK);
  };
  key("n");
  EXPECT_EQ(pith_builder_null(b.get()), PITH_OK);
  key("b");
  EXPECT_EQ(pith_builder_boolean(b.get(), 2), PITH_OK);
  key("i");
  EXPECT_EQ(pith_builder_integer(b.get(), -5), PITH_OK);
  key("u");
  EXPECT_EQ(pith_builder_unsigned(b.get(), 5), PITH_OK);
  key("r");
  EXPECT_EQ(pith_builder_real(b.get(), 1.5), PITH_OK);
  key("s");
  EXPECT_EQ(pith_builder_string(b.get(), "hi", 2), PITH_OK);
  key("e");
  EXPECT_EQ(pith_builder_string(b.get(), nullptr, 0), PITH_OK);
  key("a");
  EXPECT_EQ(pith_builder_begin_array(b.get()), PITH_OK);
  EXPECT_EQ(pith_builder_copy(b.get(), root_of(other)), PITH_OK);
  EXPECT_EQ(pith_builder_copy(b.get(), pith_value{}), PITH_OK);
  EXPECT_EQ(pith_builder_end_array(b.get()), PITH_OK);
  EXPECT_EQ(pith_builder_end_object(b.get()), PITH_OK);
  EXPECT_EQ(finished(b),
            R"({"n":null,"b":true,"i":-5,"u":5,"r":1.5,"s":"hi","e":"",)"
            R"("a":[{"deep":[1]},null]})");
  // Usable again.
  EXPECT_EQ(pith_builder_integer(b.get(), 1), PITH_OK);
  EXPECT_EQ(finished(b), "1");
}

TEST(c_builder, the_first_error_stays) {
  const c_builder b = make();
  pith_builder_begin_array(b.get());
  EXPECT_EQ(pith_builder_real(b.get(), std::numeric_limits<double>::infinity()),
            PITH_NOT_FINITE);
  EXPECT_EQ(pith_builder_string(b.get(), "\xFF", 1), PITH_NOT_FINITE);
  EXPECT_EQ(pith_builder_end_array(b.get()), PITH_NOT_FINITE);
  pith_error error = fresh_error();
  EXPECT_EQ(failure(b, &error), PITH_NOT_FINITE);
  EXPECT_STREQ(error.name, "not_finite");
  EXPECT_EQ(error.line, 0U);
  EXPECT_EQ(pith_builder_null(b.get()), PITH_OK);
  EXPECT_EQ(finished(b), "null");
}

TEST(c_builder, a_null_text_stays_an_error_too) {
  const c_builder b = make();
  EXPECT_EQ(pith_builder_string(b.get(), nullptr, 3), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_builder_null(b.get()), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(failure(b), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_builder_key(b.get(), "k", hostile_size),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(failure(b), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(failure(b), PITH_INCOMPLETE);
}

TEST(c_builder, errors_of_the_library) {
  const c_builder b = make();
  EXPECT_EQ(pith_builder_unsigned(b.get(), UINT64_MAX), PITH_OUT_OF_RANGE);
  EXPECT_EQ(failure(b), PITH_OUT_OF_RANGE);
  EXPECT_EQ(pith_builder_end_array(b.get()), PITH_MISPLACED_VALUE);
  EXPECT_EQ(failure(b), PITH_MISPLACED_VALUE);
  pith_builder_begin_object(b.get());
  pith_builder_key(b.get(), "k", 1);
  pith_builder_null(b.get());
  EXPECT_EQ(pith_builder_key(b.get(), "k", 1), PITH_DUPLICATE_KEY);
  EXPECT_EQ(failure(b), PITH_DUPLICATE_KEY);
  EXPECT_EQ(pith_builder_string(b.get(), "\xFF", 1), PITH_INVALID_UTF8);
  EXPECT_EQ(failure(b), PITH_INVALID_UTF8);
  pith_builder_begin_array(b.get());
  EXPECT_EQ(failure(b), PITH_INCOMPLETE);
}

TEST(c_builder, limits) {
  pith_settings settings{};
  settings.struct_size = sizeof settings;
  settings.max_depth = 1;
  const c_builder b = make(&settings);
  EXPECT_EQ(pith_builder_begin_array(b.get()), PITH_OK);
  EXPECT_EQ(pith_builder_begin_array(b.get()), PITH_DEPTH_LIMIT);
  EXPECT_EQ(failure(b), PITH_DEPTH_LIMIT);
  // Also after it was made anew.
  pith_builder_string(b.get(), nullptr, 1);
  EXPECT_EQ(failure(b), PITH_INVALID_ARGUMENT);
  pith_builder_begin_array(b.get());
  EXPECT_EQ(pith_builder_begin_array(b.get()), PITH_DEPTH_LIMIT);
}

TEST(c_builder, null_handles) {
  EXPECT_EQ(pith_builder_new(nullptr, nullptr, nullptr), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_builder_null(nullptr), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_builder_string(nullptr, "x", 1), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_builder_key(nullptr, "x", 1), PITH_INVALID_ARGUMENT);
  pith_document* out = nullptr;
  EXPECT_EQ(pith_builder_finish(nullptr, &out, nullptr), PITH_INVALID_ARGUMENT);
  const c_builder b = make();
  pith_builder_null(b.get());
  EXPECT_EQ(pith_builder_finish(b.get(), nullptr, nullptr),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(finished(b), "null");
}

TEST(c_builder, knows_no_options) {
  const pith_option option{"x", 1, "y", 1};
  pith_settings settings{};
  settings.struct_size = sizeof settings;
  settings.options = &option;
  settings.option_count = 1;
  pith_builder* out = reinterpret_cast<pith_builder*>(1);
  pith_error error = fresh_error();
  EXPECT_EQ(pith_builder_new(&settings, &out, &error), PITH_UNKNOWN_OPTION);
  EXPECT_EQ(out, nullptr);
  EXPECT_EQ(error.code, PITH_UNKNOWN_OPTION);
}

}  // namespace
