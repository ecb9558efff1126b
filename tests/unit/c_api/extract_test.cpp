// SPDX-License-Identifier: MIT
#include <pith/pith.h>

#include "c_handles.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace {

using namespace pith_tests;

pith_extracted fresh() {
  pith_extracted found{};
  found.struct_size = sizeof found;
  return found;
}

TEST(c_extract, finds_and_unindents) {
  const std::string_view answer =
      "Here it is:\n  ```gcf\n  GCF profile=generic\n  a=1\n  ```\n";
  pith_extracted found = fresh();
  ASSERT_EQ(pith_extract(answer.data(), answer.size(), &found), PITH_OK);
  EXPECT_STREQ(found.format, "gcf");
  EXPECT_EQ(found.payload, answer.data() + found.offset);
  EXPECT_EQ(found.indent, 2U);
  pith_text* out = nullptr;
  ASSERT_EQ(pith_unindented(&found, &out, nullptr), PITH_OK);
  const c_text text(out);
  EXPECT_EQ(shown(text.get()).substr(0, 23), "GCF profile=generic\na=1");
}

TEST(c_extract, json) {
  pith_extracted found = fresh();
  ASSERT_EQ(pith_extract("So: {\"a\":1}", 11, &found), PITH_OK);
  EXPECT_STREQ(found.format, "json");
  EXPECT_EQ(found.payload_size, 7U);
}

TEST(c_extract, failures) {
  pith_extracted found = fresh();
  EXPECT_EQ(pith_extract("nothing", 7, &found), PITH_NOT_FOUND);
  EXPECT_EQ(pith_extract(nullptr, 7, &found), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_extract("x", hostile_size, &found), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_extract("{}", 2, nullptr), PITH_INVALID_ARGUMENT);
  found.struct_size = 0;
  EXPECT_EQ(pith_extract("{}", 2, &found), PITH_INVALID_ARGUMENT);
  pith_text* out = nullptr;
  EXPECT_EQ(pith_unindented(&found, &out, nullptr), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_unindented(nullptr, &out, nullptr), PITH_INVALID_ARGUMENT);
  found = fresh();
  found.payload_size = 3;
  EXPECT_EQ(pith_unindented(&found, &out, nullptr), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_unindented(&found, nullptr, nullptr), PITH_INVALID_ARGUMENT);
}

TEST(c_explain, says_what_is_wrong) {
  const std::string_view text = "GCF profile=generic\n## [1]{a,b}\n1\n";
  pith_error error = fresh_error();
  pith_document* document = nullptr;
  ASSERT_EQ(pith_decode(text.data(), text.size(), "gcf", 3, nullptr, &document,
                        &error),
            PITH_ROW_WIDTH_MISMATCH);
  pith_text* out = nullptr;
  ASSERT_EQ(pith_explain(&error, text.data(), text.size(), &out, nullptr),
            PITH_OK);
  const c_text said(out);
  EXPECT_TRUE(shown(said.get()).starts_with("Line 3, column "))
      << shown(said.get());
  EXPECT_NE(shown(said.get()).find(error.detail), std::string_view::npos);
}

TEST(c_explain, failures) {
  pith_error error = fresh_error();
  pith_text* out = nullptr;
  EXPECT_EQ(pith_explain(&error, "x", 1, &out, nullptr), PITH_INVALID_ARGUMENT);
  error.code = PITH_INVALID_ARGUMENT;
  EXPECT_EQ(pith_explain(&error, "x", 1, &out, nullptr), PITH_INVALID_ARGUMENT);
  error.code = PITH_INVALID_LINE;
  EXPECT_EQ(pith_explain(&error, nullptr, 1, &out, nullptr),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_explain(nullptr, "x", 1, &out, nullptr),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_explain(&error, "x", 1, nullptr, nullptr),
            PITH_INVALID_ARGUMENT);
  error.struct_size = 0;
  EXPECT_EQ(pith_explain(&error, "x", 1, &out, nullptr), PITH_INVALID_ARGUMENT);
  // An offset after the end, and no sentence.
  error = fresh_error();
  error.code = PITH_INVALID_LINE;
  error.offset = UINT64_MAX;
  EXPECT_EQ(pith_explain(&error, "x", 1, &out, nullptr), PITH_OK);
  const c_text said(out);
  EXPECT_GT(pith_text_size(said.get()), 0U);
}

}  // namespace
