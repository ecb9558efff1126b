// SPDX-License-Identifier: MIT
#include <pith/codec.hpp>
#include <pith/gcf.hpp>
#include <pith/gcf_incremental.hpp>
#include <pith/json.hpp>
#include <pith/numbers.hpp>
#include <pith/toon.hpp>
#include <pith/tron.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tuple>

namespace {

std::string shown(const pith::rounded_numbers& at) {
  if (at.count == 0) return "none";
  return std::to_string(at.count) + " from " + std::to_string(at.first_offset);
}

/// What a codec says about the numbers of a text.
std::string found(std::string_view format, std::string_view text) {
  pith::rounded_numbers rounded{99, 99};
  const auto doc = pith::codecs().find(format)->decode(
      text, {.numbers = {.rounded = &rounded}});
  return doc ? shown(rounded) : "refused: " + std::string(doc.error().detail);
}

TEST(rounding, is_what_a_double_does_not_keep) {
  for (const std::string_view kept :
       {"0.1", "1.10", "1e2", "100.0", "0", "-1", "9007199254740992.0", "0e5",
        "0.12345678901234568", "9223372036854775807", "5e-324",
        "1.7976931348623157e308", "", "-", "1.2.3", "x", "-0x", "01.5"}) {
    EXPECT_FALSE(pith::is_rounded_number(kept)) << kept;
  }
  for (const std::string_view lost :
       {"0.1234567890123456789012345", "9007199254740993.0", "1e-400", "2e-324",
        "-0.0", "-0", "-0e5", "0.10000000000000001"}) {
    EXPECT_TRUE(pith::is_rounded_number(lost)) << lost;
  }
}

TEST(rounding, is_counted_by_json) {
  EXPECT_EQ(found("json", "[0.1,1.10,1e2,100.0,0,-1]"), "none");
  EXPECT_EQ(found("json", R"({"a":9007199254740993.0})"), "1 from 5");
  EXPECT_EQ(found("json", "[1e-400, 2e-324,-0.0,-0]"), "4 from 1");
  EXPECT_EQ(found("json", R"(["0.1234567890123456789","a\",-0.0,\"b"])"),
            "none");
  EXPECT_EQ(found("json", R"({"1e-400":0})"), "none");
  // Rows with known keys take another way through the reader.
  std::string rows = "[";
  for (int i = 0; i < 100; ++i) rows += R"({"id":1,"price":1.5},)";
  rows += R"({"id":2,"price":0.1234567890123456789}])";
  EXPECT_EQ(found("json", rows),
            "1 from " + std::to_string(rows.find("0.1234")));
}

TEST(rounding, is_counted_by_the_formats_for_models) {
  EXPECT_EQ(found("gcf", "GCF profile=generic\n## [1]{a,b}\n1|-0.0\n"),
            "1 from 34");
  EXPECT_EQ(found("gcf", "GCF profile=generic\na=1e-400\nb=x,1e-400\n"),
            "1 from 22");
  EXPECT_EQ(found("toon", "a[2]: 1e-400,x-0.0\n"), "1 from 6");
  EXPECT_EQ(found("toon", "a: version 0.1234567890123456789 of x\n"), "none");
  EXPECT_EQ(found("tron", "class A: a,b\n\n[A(1,0.1234567890123456789)]"),
            "1 from 19");
}

TEST(rounding, is_refused_where_numbers_must_be_exact) {
  for (const auto& [format, text, offset] :
       {std::tuple{"json", R"({"a":1,"b":1e-400})", 11},
        std::tuple{"toon", "a: 1\nb: -0.0\n", 8},
        std::tuple{"tron", "[1,2e-324]", 3},
        std::tuple{"gcf", "GCF profile=generic\na=1e-400\n", 22}}) {
    const pith::codec* const codec = pith::codecs().find(format);
    const auto done = codec->decode(text, {.numbers = {.exact = true}});
    ASSERT_FALSE(done) << format;
    EXPECT_EQ(done.error().code, pith::error_code::out_of_range) << format;
    EXPECT_EQ(done.error().offset, offset) << format;
    EXPECT_TRUE(codec->decode(text)) << format;
  }
  EXPECT_TRUE(pith::json::parse("[0.1]", {.numbers = {.exact = true}}));
}

TEST(rounding, is_of_the_last_text_of_a_parser) {
  pith::rounded_numbers rounded;
  pith::json::parser parser({.numbers = {.rounded = &rounded}});
  pith::document doc;
  ASSERT_TRUE(parser.parse_into(doc, "[-0.0,-0.0]"));
  EXPECT_EQ(shown(rounded), "2 from 1");
  ASSERT_TRUE(parser.parse_lines_into(doc, "1\n"));
  EXPECT_EQ(shown(rounded), "none");
  ASSERT_TRUE(parser.parse_lines_into(doc, "1\n1e-400\n"));
  EXPECT_EQ(shown(rounded), "1 from 2");
  ASSERT_TRUE(parser.parse_lines_into(doc, " \n"));
  EXPECT_EQ(shown(rounded), "none");
}

TEST(rounding, is_counted_while_a_text_comes_in_chunks) {
  pith::rounded_numbers rounded;
  pith::gcf::event_handler nobody;
  pith::gcf::incremental_decoder decoder(nobody,
                                         {.numbers = {.rounded = &rounded}});
  const std::string_view text =
      "GCF profile=generic\n## [3]{a,b}\n1|-0.0\n2|2.5\n3|1e-400\n";
  for (const char c : text) ASSERT_TRUE(decoder.feed({&c, 1}));
  ASSERT_TRUE(decoder.finish());
  EXPECT_EQ(shown(rounded), "2 from 34");
  pith::gcf::incremental_decoder exact(nobody, {.numbers = {.exact = true}});
  const auto done = exact.feed(text);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().offset, 34);
}

}  // namespace
