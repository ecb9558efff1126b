// SPDX-License-Identifier: MIT
// Numbers that a double does not hold, in the formats that people have.
#include <pith/numbers.hpp>

#include "support.hpp"

#include <gtest/gtest.h>

namespace {

std::string found(std::string_view format, std::string_view text) {
  pith::rounded_numbers rounded{99, 99};
  const auto doc = pith::interchange::all_codecs().find(format)->decode(
      text, {.numbers = {.rounded = &rounded}});
  if (!doc) return pith_tests::said(doc.error());
  if (rounded.count == 0) return "none";
  return std::to_string(rounded.count) + " from " +
         std::to_string(rounded.first_offset);
}

std::string exact(std::string_view format, std::string_view text) {
  const auto doc = pith::interchange::all_codecs().find(format)->decode(
      text, {.numbers = {.exact = true}});
  return doc ? "good" : pith_tests::said(doc.error());
}

TEST(interchange_numbers, of_yaml_are_counted) {
  EXPECT_EQ(found("yaml", "a: 1e-400\nb: [.12345678901234567890, +1.5]\n"),
            "2 from 3");
  EXPECT_EQ(found("yaml", "\xEF\xBB\xBF- 1e-400\n"), "1 from 5");
  EXPECT_EQ(found("yaml", "a: '1e-400'\n1e-400: |\n  1e-400\n"), "none");
  EXPECT_EQ(exact("yaml", "- 1\n- -0.0\n"), "out_of_range@6");
  EXPECT_EQ(exact("yaml", "- 1.50\n- 1e3\n"), "good");
}

TEST(interchange_numbers, of_toml_are_counted) {
  EXPECT_EQ(found("toml", "a = 1e-400\nb = [1_0.5, 0.123456789_0123456789]\n"),
            "2 from 4");
  EXPECT_EQ(found("toml",
                  "\xEF\xBB\xBF"
                  "a = 1e-400\n"),
            "1 from 7");
  EXPECT_EQ(found("toml", "a = '1e-400'\n"), "none");
  EXPECT_EQ(exact("toml", "a = -0.0\n"), "out_of_range@4");
}

TEST(interchange_numbers, of_lines_are_counted) {
  EXPECT_EQ(found("ndjson", "1\n\n[1e-400]\n-0.0\n"), "2 from 4");
  EXPECT_EQ(exact("ndjson", "1\n1e-400\n"), "out_of_range@2");
}

TEST(interchange_numbers, of_tables_are_texts) {
  EXPECT_EQ(pith_tests::read_as_json("csv", "a\n1e-400\n"),
            R"([{"a":"1e-400"}])");
  EXPECT_EQ(exact("csv", "a\n1e-400\n"), "good");
}

TEST(yaml_reader, refuses_the_line_breaks_of_old_yaml) {
  for (const std::string_view line_break :
       {"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"}) {
    const std::string text = "a: \"x" + std::string(line_break) + "y\"\n";
    EXPECT_EQ(pith_tests::read_as_json("yaml", text), "not_supported@5");
  }
  EXPECT_EQ(pith_tests::read_as_json("yaml", R"(a: "x\N\L\Py")"),
            "{\"a\":\"x\xC2\x85\xE2\x80\xA8\xE2\x80\xA9y\"}");
}

}  // namespace
