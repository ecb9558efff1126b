// SPDX-License-Identifier: MIT
// What fixtures cannot say: bytes that are not JSON strings, sizes, memory that
// is used again, and agreement with the JSON parser.
#include <pith/equality.hpp>
#include <pith/json.hpp>
#include <pith/tron.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace {

using pith::error_code;
using pith::member_order;
using pith::tron::decode;

pith::error error_of(std::string_view text,
                     const pith::tron::decode_options& options = {}) {
  const auto doc = decode(text, options);
  if (doc) return {error_code::incomplete, 0, "it decodes"};
  return doc.error();
}

std::string json_of(std::string_view text) {
  const auto doc = decode(text);
  return doc ? *pith::json::write(doc->root()) : pith::message(doc.error());
}

std::string names(std::size_t count) {
  std::string out = "p0";
  for (std::size_t i = 1; i < count; ++i) out += ",p" + std::to_string(i);
  return out;
}

TEST(tron_decode, invalid_utf8_is_found_where_it_is) {
  EXPECT_EQ(error_of("[1,\"\xff\"]"),
            (pith::error{error_code::invalid_utf8, 4}));
  EXPECT_EQ(error_of("# \xc3\n1"), (pith::error{error_code::invalid_utf8, 2}));
  EXPECT_EQ(error_of("\xed\xa0\x80"),
            (pith::error{error_code::invalid_utf8, 0}));
  EXPECT_EQ(error_of("1 \xff"), (pith::error{error_code::invalid_utf8, 2}));
}

TEST(tron_decode, what_is_wrong_before_invalid_utf8_comes_first) {
  EXPECT_EQ(error_of("[01,\"\xff\"]"),
            (pith::error{error_code::invalid_number, 1}));
  EXPECT_EQ(error_of("class A: a,a\n\xff"),
            (pith::error{error_code::duplicate_field_name, 11}));
}

TEST(tron_decode, zeroes_in_the_text_are_no_end) {
  using namespace std::string_view_literals;
  EXPECT_EQ(error_of("1\0"sv),
            (pith::error{error_code::trailing_characters, 1}));
  EXPECT_EQ(error_of("[1\0]"sv),
            (pith::error{error_code::unexpected_character, 2}));
  EXPECT_EQ(error_of("\0"sv),
            (pith::error{error_code::unexpected_character, 0}));
  EXPECT_EQ(error_of("class A: a\0;1"sv),
            (pith::error{error_code::invalid_field_declaration, 10}));
  EXPECT_EQ(json_of("1 # \0 comment"sv), "1");
  EXPECT_EQ(error_of("\"a\0\""sv),
            (pith::error{error_code::control_character, 2}));
}

TEST(tron_decode, strings_of_all_lengths) {
  for (std::size_t length = 0; length < 100; ++length) {
    const std::string plain(length, 'x');
    EXPECT_EQ(json_of("[\"" + plain + "\",1]"), "[\"" + plain + "\",1]");
    EXPECT_EQ(json_of("[\"" + plain + "\\n\",\"y\"]"),
              "[\"" + plain + "\\n\",\"y\"]");
    EXPECT_EQ(json_of("[\"\\u0041" + plain + "\"]"), "[\"A" + plain + "\"]");
    EXPECT_EQ(error_of("[\"" + plain).offset, 1u);
    EXPECT_EQ(error_of("[\"" + plain + "\n").offset, 2 + length);
  }
}

TEST(tron_decode, very_long_strings) {
  const std::string large(3'000'000, 'x');
  EXPECT_EQ(json_of("[\"" + large + "\"]"), "[\"" + large + "\"]");
  // As the name of an argument, it was a value at first.
  const std::string text =
      "class A: \"" + large + "\",b\nA(\"" + large + "\"=1,b=2)";
  EXPECT_EQ(json_of(text), "{\"" + large + "\":1,\"b\":2}");
}

TEST(tron_decode, keys_that_are_too_long) {
  const std::string key = '"' + std::string(17'000'000, 'k') + '"';
  EXPECT_EQ(error_of("{" + key + ":1}"),
            (pith::error{error_code::size_limit, 1}));
  EXPECT_EQ(error_of("class A: " + key + "\n1"),
            (pith::error{error_code::size_limit, 9}));
}

TEST(tron_decode, numbers_are_those_of_json) {
  constexpr std::string_view spellings[] = {"0",
                                            "-0",
                                            "1",
                                            "-1",
                                            "12345678",
                                            "123456789",
                                            "123456789012345",
                                            "1234567890123456",
                                            "12345678901234567",
                                            "9223372036854775807",
                                            "-9223372036854775808",
                                            "9223372036854775808",
                                            "0.5",
                                            "-0.5",
                                            "1.0",
                                            "100.00",
                                            "0.000001",
                                            "0.0000001",
                                            "1.5e3",
                                            "1E+2",
                                            "1e-400",
                                            "1e400",
                                            "-1e400",
                                            "0.1234567",
                                            "0.12345678",
                                            "0.123456789",
                                            "12345678.1234567",
                                            "123456789.5",
                                            "3.14159265358979312",
                                            "-0.0",
                                            "0e0",
                                            "1e",
                                            "1.",
                                            ".5",
                                            "-",
                                            "--1",
                                            "+1",
                                            "01",
                                            "-01",
                                            "00",
                                            "1.2.3",
                                            "1e5.5",
                                            "0x10",
                                            "1_000",
                                            "1-",
                                            "12a",
                                            "1e+"};
  for (const std::string_view each : spellings) {
    for (const std::string_view around : {"", "[", "[1, "}) {
      std::string text(around);
      text += each;
      if (!around.empty()) text += " ]";
      const auto json = pith::json::parse(text);
      const auto tron = decode(text);
      ASSERT_EQ(json.has_value(), tron.has_value()) << text;
      if (json) {
        EXPECT_TRUE(pith::equal(json->root(), tron->root())) << text;
        EXPECT_EQ(*pith::json::write(json->root()),
                  *pith::json::write(tron->root()));
      } else {
        EXPECT_EQ(json.error(), tron.error()) << text;
      }
    }
  }
}

TEST(tron_decode, what_is_wrong_with_json_is_wrong_in_the_same_place) {
  constexpr std::string_view texts[] = {"",
                                        "[",
                                        "]",
                                        "{",
                                        "}",
                                        "[1",
                                        "[1,",
                                        "[1 2]",
                                        "{\"a\"",
                                        "{\"a\":",
                                        "{\"a\":1",
                                        "{\"a\":1,",
                                        "{\"a\":1 2}",
                                        "{1:2}",
                                        "[1}",
                                        "{\"a\":1]",
                                        "[\"\\q\"]",
                                        "[\"\\u12\"]",
                                        "[\"\x01\"]",
                                        "tru",
                                        "[truefalse]",
                                        "nulll",
                                        "1 1",
                                        "[]]",
                                        "@",
                                        "[\"a\":1]",
                                        "{\"a\",1}",
                                        "\"",
                                        "[tru]",
                                        "[-a]",
                                        "{\"a\":1,\"b\":{},\"a\":[]}"};
  for (const std::string_view text : texts) {
    const auto json = pith::json::parse(text);
    ASSERT_FALSE(json.has_value()) << text;
    EXPECT_EQ(error_of(text), json.error()) << text;
  }
}

TEST(tron_decode, wide_classes_with_named_arguments) {
  constexpr std::size_t width = 5000;
  const std::string header = "class A: " + names(width) + "\n\n";
  std::string reversed = "A(";
  std::string expected = "{";
  for (std::size_t i = width; i-- != 0;) {
    const std::string n = std::to_string(i);
    reversed += "p" + n + "=" + n + (i == 0 ? ")" : ",");
    expected += "\"p" + n + "\":" + n + (i == 0 ? "}" : ",");
  }
  EXPECT_EQ(json_of(header + reversed), expected);
  EXPECT_EQ(json_of(header + "[" + reversed + "," + reversed + "]"),
            "[" + expected + "," + expected + "]");
  // One that was given by position long ago.
  std::string twice = header + "A(";
  for (std::size_t i = 0; i + 1 < width; ++i) twice += "0,";
  const std::size_t at = twice.size();
  EXPECT_EQ(error_of(twice + "p7=1)"),
            (pith::error{error_code::duplicate_key, at}));
  EXPECT_TRUE(decode(twice + "p4999=1)").has_value());
}

TEST(tron_decode, long_chains_of_classes) {
  constexpr std::size_t length = 3000;
  std::string text = "class C0: p0\n";
  for (std::size_t i = 1; i < length; ++i) {
    const std::string n = std::to_string(i);
    text += "class C" + n + "(C" + std::to_string(i - 1) + "): p" + n + "\n";
  }
  std::string last = "C" + std::to_string(length - 1) + "(0";
  for (std::size_t i = 1; i < length; ++i) last += ",0";
  const auto doc = decode(text + "\n[C0(1),C2(1,2,3)," + last + ")]");
  ASSERT_TRUE(doc.has_value()) << pith::message(doc.error());
  EXPECT_EQ(doc->root().at(2)->get_object()->size(), length);
  EXPECT_EQ(*pith::json::write(*doc->root().at(1)),
            R"({"p0":1,"p1":2,"p2":3})");
  // The last class repeats a property of the first.
  const std::size_t at = text.size() + 17;
  EXPECT_EQ(error_of(text + "class D(C2999): p0\n1").code,
            error_code::duplicate_field_name);
  EXPECT_EQ(error_of(text + "class D(C2999): p0\n1").offset, at - 1);
}

TEST(tron_decode, a_decoder_starts_anew_with_each_text) {
  pith::tron::decoder decoder;
  pith::document doc;
  ASSERT_TRUE(decoder.decode_into(doc, "class A: a,b\nA(1,2)").has_value());
  EXPECT_EQ(*pith::json::write(doc.root()), R"({"a":1,"b":2})");
  const auto unknown = decoder.decode_into(doc, "A(1,2)");
  ASSERT_FALSE(unknown.has_value());
  EXPECT_EQ(unknown.error().code, error_code::unresolved_reference);
  EXPECT_TRUE(doc.root().is_null());
  ASSERT_TRUE(decoder.decode_into(doc, "class A: x\nA(x=3)").has_value());
  EXPECT_EQ(*pith::json::write(doc.root()), R"({"x":3})");
  const auto other = decoder.decode_into(doc, "class A: y\nA(x=3)");
  EXPECT_FALSE(other.has_value());
}

TEST(tron_decode, documents_are_those_of_the_json_parser) {
  // Equal shapes, counts and marks: a writer cannot tell them apart.
  const std::string_view json =
      R"([{"a":{"x":1},"b":[]},{"a":{"x":[]},"b":{}},{"a":{"x":{"y":2}},"b":3}])";
  const auto parsed = pith::json::parse(json);
  const auto read = decode(
      "class A: a,b\n\n"
      R"([A({"x":1},[]),A({"x":[]},{}),A({"x":{"y":2}},3)])");
  ASSERT_TRUE(parsed.has_value() && read.has_value());
  EXPECT_TRUE(
      pith::equal(parsed->root(), read->root(), member_order::significant));
  EXPECT_EQ(*pith::json::write(read->root()), json);
}

}  // namespace
