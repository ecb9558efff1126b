// SPDX-License-Identifier: MIT
#include "toon/decode/values.hpp"

#include "loaded_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

using namespace pith::toon::decoding;  // NOLINT: this file is about it alone
using toon_tests::loaded_text;

content_kind kind_of(std::string_view text) {
  return classify(loaded_text(text).shared.first_line());
}

std::string value_of(std::string_view text) {
  loaded_text t(text);
  container_stack containers(t.shared);
  const char* const next = read_line_value(t.shared, containers, t.at(0));
  if (next == nullptr) return t.problem();
  return t.json() + "@" + std::to_string(t.offset_of(next));
}

TEST(toon_decode_values, tells_what_a_line_is) {
  EXPECT_EQ(kind_of("1"), content_kind::value);
  EXPECT_EQ(kind_of("\"a: b\""), content_kind::value);
  EXPECT_EQ(kind_of("[]"), content_kind::value);
  EXPECT_EQ(kind_of("[1]: 1"), content_kind::keyless_header);
  EXPECT_EQ(kind_of("a: 1"), content_kind::member);
  EXPECT_EQ(kind_of("a[1]: 1"), content_kind::member);
  EXPECT_EQ(kind_of("\"a\": 1"), content_kind::member);
  EXPECT_EQ(kind_of("a b: 1"), content_kind::member);
  EXPECT_EQ(kind_of("1\nb: 1"), content_kind::value);
}

TEST(toon_decode_values, reads_to_the_end_of_the_line) {
  EXPECT_EQ(value_of("12\nx"), "12@3");
  EXPECT_EQ(value_of("true \r\nx"), "true@7");
  EXPECT_EQ(value_of("a, b"), R"("a, b"@5)");
  EXPECT_EQ(value_of("[] "), "[]@4");
  EXPECT_EQ(value_of("[x"), R"("[x"@3)");
  EXPECT_EQ(value_of("\"a\\tb\" \r\nx"), R"("a\tb"@9)");
}

TEST(toon_decode_values, refuses_what_is_not_a_value) {
  EXPECT_EQ(value_of("\"a\"b"), "trailing_characters@3");
  EXPECT_EQ(value_of("\"a"), "unterminated_quote@0");
  EXPECT_EQ(value_of("\"\\q\""), "invalid_escape@1");
  EXPECT_EQ(value_of("9223372036854775809"), "out_of_range@0");
}

}  // namespace
