// SPDX-License-Identifier: MIT
#include <pith/pith.h>

#include "c_handles.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace pith_tests;

constexpr std::string_view all_types =
    R"({"n":null,"b":true,"i":-7,"r":0.5,"s":"x\u0000y","a":[1,2],"o":{"k":3}})";

pith_value member(pith_value v, std::string_view key) {
  pith_value out{};
  EXPECT_EQ(pith_value_find(v, key.data(), key.size(), &out), PITH_OK) << key;
  return out;
}

TEST(c_value, types_and_scalars) {
  const c_document doc = decoded(all_types);
  const pith_value root = root_of(doc);
  EXPECT_GT(pith_document_memory(doc.get()), 0U);
  EXPECT_EQ(pith_value_type(root), PITH_OBJECT);
  EXPECT_EQ(pith_value_size(root), 7U);
  EXPECT_EQ(pith_value_type(member(root, "n")), PITH_NULL);
  EXPECT_EQ(pith_value_type(member(root, "b")), PITH_BOOLEAN);
  EXPECT_EQ(pith_value_type(member(root, "i")), PITH_INTEGER);
  EXPECT_EQ(pith_value_type(member(root, "r")), PITH_REAL);
  EXPECT_EQ(pith_value_type(member(root, "s")), PITH_STRING);
  EXPECT_EQ(pith_value_type(member(root, "a")), PITH_ARRAY);
  std::int32_t boolean = 0;
  EXPECT_EQ(pith_value_get_boolean(member(root, "b"), &boolean), PITH_OK);
  EXPECT_EQ(boolean, 1);
  std::int64_t integer = 0;
  EXPECT_EQ(pith_value_get_integer(member(root, "i"), &integer), PITH_OK);
  EXPECT_EQ(integer, -7);
  double real = 0;
  EXPECT_EQ(pith_value_get_double(member(root, "r"), &real), PITH_OK);
  EXPECT_EQ(real, 0.5);
  EXPECT_EQ(pith_value_get_double(member(root, "i"), &real), PITH_OK);
  EXPECT_EQ(real, -7);
  const char* data = nullptr;
  std::size_t size = 0;
  EXPECT_EQ(pith_value_get_string(member(root, "s"), &data, &size), PITH_OK);
  EXPECT_EQ(std::string_view(data, size), std::string_view("x\0y", 3));
  EXPECT_EQ(pith_value_size(member(root, "s")), 3U);
  EXPECT_EQ(pith_value_size(member(root, "a")), 2U);
  EXPECT_EQ(pith_value_size(member(root, "i")), 0U);
}

TEST(c_value, another_type_leaves_out_alone) {
  const c_document doc = decoded(all_types);
  const pith_value root = root_of(doc);
  std::int32_t boolean = 9;
  std::int64_t integer = 9;
  double real = 9;
  const char* data = nullptr;
  std::size_t size = 9;
  EXPECT_EQ(pith_value_get_boolean(root, &boolean), PITH_WRONG_TYPE);
  EXPECT_EQ(pith_value_get_integer(root, &integer), PITH_WRONG_TYPE);
  EXPECT_EQ(pith_value_get_double(root, &real), PITH_WRONG_TYPE);
  EXPECT_EQ(pith_value_get_string(root, &data, &size), PITH_WRONG_TYPE);
  EXPECT_EQ(boolean, 9);
  EXPECT_EQ(integer, 9);
  EXPECT_EQ(real, 9);
  EXPECT_EQ(data, nullptr);
  EXPECT_EQ(size, 9U);
}

TEST(c_value, lookups) {
  const c_document doc = decoded(all_types);
  const pith_value root = root_of(doc);
  pith_value out{};
  EXPECT_EQ(pith_value_find(root, "zz", 2, &out), PITH_NOT_FOUND);
  EXPECT_EQ(pith_value_find(member(root, "i"), "a", 1, &out), PITH_NOT_FOUND);
  EXPECT_EQ(pith_value_at(member(root, "a"), 1, &out), PITH_OK);
  EXPECT_EQ(encoded(out), "2");
  EXPECT_EQ(pith_value_at(member(root, "a"), 2, &out), PITH_NOT_FOUND);
  EXPECT_EQ(pith_value_at(root, hostile_size, &out), PITH_NOT_FOUND);
  EXPECT_EQ(pith_value_pointer(root, "/o/k", 4, &out), PITH_OK);
  EXPECT_EQ(encoded(out), "3");
  EXPECT_EQ(pith_value_pointer(root, "", 0, &out), PITH_OK);
  EXPECT_EQ(pith_value_pointer(root, nullptr, 0, &out), PITH_OK);
  EXPECT_EQ(pith_value_pointer(root, "o", 1, &out), PITH_NOT_FOUND);
}

TEST(c_value, null_pointers_and_hostile_sizes) {
  const c_document doc = decoded(all_types);
  const pith_value root = root_of(doc);
  pith_value out{};
  EXPECT_EQ(pith_value_find(root, nullptr, 1, &out), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_value_find(root, "n", 1, nullptr), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_value_find(root, "n", hostile_size, &out),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_value_at(root, 0, nullptr), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_value_pointer(root, nullptr, 1, &out), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_value_pointer(root, "", 0, nullptr), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_value_get_boolean(root, nullptr), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_value_get_integer(root, nullptr), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_value_get_double(root, nullptr), PITH_INVALID_ARGUMENT);
  const char* data = nullptr;
  std::size_t size = 0;
  EXPECT_EQ(pith_value_get_string(root, nullptr, &size), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_value_get_string(root, &data, nullptr), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_value_equal(root, root, 0, nullptr), PITH_INVALID_ARGUMENT);
}

TEST(c_value, zeros_are_null) {
  const pith_value nothing{};
  EXPECT_EQ(pith_value_type(nothing), PITH_NULL);
  EXPECT_EQ(pith_value_size(nothing), 0U);
  EXPECT_EQ(encoded(nothing), "null");
  pith_value out{};
  EXPECT_EQ(pith_value_find(nothing, "a", 1, &out), PITH_NOT_FOUND);
  pith_cursor cursor = pith_cursor_begin(nothing);
  EXPECT_EQ(pith_cursor_next(&cursor, &out, nullptr), PITH_NOT_FOUND);
}

TEST(c_value, equality) {
  const c_document a = decoded(R"({"x":1,"y":[2]})");
  const c_document b = decoded(R"({"y":[2],"x":1.0})");
  std::int32_t same = -1;
  EXPECT_EQ(pith_value_equal(root_of(a), root_of(b), 0, &same), PITH_OK);
  EXPECT_EQ(same, 1);
  EXPECT_EQ(pith_value_equal(root_of(a), root_of(b), 1, &same), PITH_OK);
  EXPECT_EQ(same, 0);
}

TEST(c_cursor, goes_through_members) {
  const c_document doc = decoded(all_types);
  pith_cursor cursor = pith_cursor_begin(root_of(doc));
  std::string keys;
  pith_value v{};
  pith_view key{};
  while (pith_cursor_next(&cursor, &v, &key) == PITH_OK) {
    keys.append(key.data, key.size);
  }
  EXPECT_EQ(keys, "nbirsao");
  EXPECT_EQ(pith_cursor_next(&cursor, &v, &key), PITH_NOT_FOUND);
}

TEST(c_cursor, goes_through_elements) {
  const c_document doc = decoded(R"([1,[2,3],{"a":4},"x"])");
  pith_cursor cursor = pith_cursor_begin(root_of(doc));
  std::vector<std::string> seen;
  pith_value v{};
  pith_view key{"not null", 8};
  while (pith_cursor_next(&cursor, &v, &key) == PITH_OK) {
    EXPECT_EQ(key.data, nullptr);
    seen.push_back(encoded(v));
  }
  EXPECT_EQ(seen,
            (std::vector<std::string>{"1", "[2,3]", R"({"a":4})", "\"x\""}));
}

TEST(c_cursor, has_nothing_of_what_is_empty) {
  for (const std::string_view text : {"[]", "{}", "7", "\"abc\""}) {
    const c_document doc = decoded(text);
    pith_cursor cursor = pith_cursor_begin(root_of(doc));
    pith_value v{};
    EXPECT_EQ(pith_cursor_next(&cursor, &v, nullptr), PITH_NOT_FOUND) << text;
  }
}

TEST(c_cursor, null_pointers_and_words_that_are_not_a_cursor) {
  const c_document doc = decoded("[1]");
  pith_cursor cursor = pith_cursor_begin(root_of(doc));
  pith_value v{};
  EXPECT_EQ(pith_cursor_next(nullptr, &v, nullptr), PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_cursor_next(&cursor, nullptr, nullptr), PITH_INVALID_ARGUMENT);
  cursor.kind = 77;
  EXPECT_EQ(pith_cursor_next(&cursor, &v, nullptr), PITH_INVALID_ARGUMENT);
}

}  // namespace
