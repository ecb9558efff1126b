// SPDX-License-Identifier: MIT
/// @file
/// MessagePack and CBOR. Bytes are written in hexadecimal.
#include "support.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace {

using pith_tests::read_as_json;
using pith_tests::there_and_back;
using pith_tests::write_json_as;
using cases = std::vector<std::pair<std::string, std::string>>;

unsigned digit(char c) {
  return c <= '9' ? static_cast<unsigned>(c - '0')
                  : static_cast<unsigned>(c - 'a' + 10);
}

std::string bytes(std::string_view hex) {
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    out += static_cast<char>(digit(hex[i]) << 4 | digit(hex[i + 1]));
  }
  return out;
}

std::string hex(std::string_view raw) {
  std::string out;
  for (const char c : raw) {
    const auto b = static_cast<unsigned char>(c);
    out += "0123456789abcdef"[b >> 4];
    out += "0123456789abcdef"[b & 15];
  }
  return out;
}

void expect_reads(std::string_view format, const cases& all) {
  for (const auto& [text, outcome] : all) {
    EXPECT_EQ(read_as_json(format, bytes(text)), outcome) << text;
  }
}

void expect_writes(std::string_view format, const cases& all) {
  for (const auto& [json, text] : all) {
    EXPECT_EQ(hex(write_json_as(format, json)), text) << json;
    EXPECT_EQ(read_as_json(format, bytes(text)), json) << text;
  }
}

TEST(msgpack, writes_the_shortest_form_of_each_value) {
  expect_writes("msgpack", {{"null", "c0"},
                            {"false", "c2"},
                            {"true", "c3"},
                            {"0", "00"},
                            {"127", "7f"},
                            {"128", "cc80"},
                            {"255", "ccff"},
                            {"256", "cd0100"},
                            {"65535", "cdffff"},
                            {"65536", "ce00010000"},
                            {"4294967295", "ceffffffff"},
                            {"4294967296", "cf0000000100000000"},
                            {"9223372036854775807", "cf7fffffffffffffff"},
                            {"-1", "ff"},
                            {"-32", "e0"},
                            {"-33", "d0df"},
                            {"-128", "d080"},
                            {"-129", "d1ff7f"},
                            {"-32768", "d18000"},
                            {"-32769", "d2ffff7fff"},
                            {"-2147483648", "d280000000"},
                            {"-2147483649", "d3ffffffff7fffffff"},
                            {"-9223372036854775808", "d38000000000000000"},
                            {"1.5", "cb3ff8000000000000"},
                            {R"("")", "a0"},
                            {R"("abc")", "a3616263"},
                            {"[]", "90"},
                            {"{}", "80"},
                            {R"({"a":[1,{"b":null}]})", "81a161920181a162c0"}});
  const std::string long_text(32, 'x');
  EXPECT_EQ(hex(write_json_as("msgpack", "\"" + long_text + "\"")),
            "d920" + hex(long_text));
  const std::string longer_text(300, 'x');
  EXPECT_EQ(hex(write_json_as("msgpack", "\"" + longer_text + "\"")),
            "da012c" + hex(longer_text));
}

TEST(msgpack, reads_forms_that_it_does_not_write) {
  expect_reads("msgpack", {{"cc01", "1"},
                           {"cf0000000000000001", "1"},
                           {"d001", "1"},
                           {"d0ff", "-1"},
                           {"d3ffffffffffffffff", "-1"},
                           {"ca3fc00000", "1.5"},
                           {"d90161", R"("a")"},
                           {"db0000000161", R"("a")"},
                           {"dc000101", "[1]"},
                           {"dd0000000101", "[1]"},
                           {"de0001a16101", R"({"a":1})"},
                           {"df00000001a16101", R"({"a":1})"}});
}

TEST(msgpack, says_where_bytes_are_wrong) {
  expect_reads("msgpack", {{"", "unexpected_end@0"},
                           {"cd00", "unexpected_end@2"},
                           {"a261", "unexpected_end@2"},
                           {"92", "unexpected_end@1"},
                           {"81a161", "unexpected_end@3"},
                           {"ddffffffff01", "unexpected_end@6"},
                           {"dbffffffff61", "unexpected_end@6"},
                           {"c1", "unexpected_character@0"},
                           {"0102", "trailing_characters@1"},
                           {"cf8000000000000000", "out_of_range@0"},
                           {"91c40161", "not_supported@1"},
                           {"c70101ff", "not_supported@0"},
                           {"d401ff", "not_supported@0"},
                           {"810101", "not_supported@1"},
                           {"8190c0", "not_supported@1"},
                           {"82a16101a16102", "duplicate_key@4"},
                           {"a161", R"("a")"},
                           {"92a161a1ff", "invalid_utf8@4"},
                           {"81a1ff01", "invalid_utf8@2"},
                           {"ca7f800000", "not_finite@0"},
                           {"91cb7ff8000000000000", "not_finite@1"}});
}

// RFC 8949, appendix A.
TEST(cbor, reads_the_examples_of_the_specification) {
  expect_reads("cbor",
               {{"00", "0"},
                {"17", "23"},
                {"1818", "24"},
                {"1903e8", "1000"},
                {"1a000f4240", "1000000"},
                {"1b000000e8d4a51000", "1000000000000"},
                {"1bffffffffffffffff", "out_of_range@0"},
                {"c249010000000000000000", "not_supported@0"},
                {"3bffffffffffffffff", "out_of_range@0"},
                {"20", "-1"},
                {"3903e7", "-1000"},
                {"f90000", "0"},
                {"f98000", "0"},
                {"f93c00", "1"},
                {"fb3ff199999999999a", "1.1"},
                {"f93e00", "1.5"},
                {"f97bff", "65504"},
                {"fa47c35000", "100000"},
                {"fa7f7fffff", "3.4028234663852886e+38"},
                {"fb7e37e43c8800759c", "1e+300"},
                {"f90001", "5.960464477539063e-8"},
                {"f90400", "0.00006103515625"},
                {"f9c400", "-4"},
                {"fbc010666666666666", "-4.1"},
                {"f97c00", "not_finite@0"},
                {"f97e00", "not_finite@0"},
                {"f9fc00", "not_finite@0"},
                {"fa7f800000", "not_finite@0"},
                {"fb7ff8000000000000", "not_finite@0"},
                {"f4", "false"},
                {"f5", "true"},
                {"f6", "null"},
                {"f7", "not_supported@0"},
                {"f0", "not_supported@0"},
                {"f8ff", "not_supported@0"},
                {"c11a514b67b0", "not_supported@0"},
                {"d74401020304", "not_supported@0"},
                {"4401020304", "not_supported@0"},
                {"60", R"("")"},
                {"6449455446", R"("IETF")"},
                {"62225c", R"("\"\\")"},
                {"62c3bc", "\"\xC3\xBC\""},
                {"64f0908591", "\"\xF0\x90\x85\x91\""},
                {"80", "[]"},
                {"83010203", "[1,2,3]"},
                {"8301820203820405", "[1,[2,3],[4,5]]"},
                {"a0", "{}"},
                {"a201020304", "not_supported@1"},
                {"a26161016162820203", R"({"a":1,"b":[2,3]})"},
                {"826161a161626163", R"(["a",{"b":"c"}])"},
                {"5f42010243030405ff", "not_supported@0"},
                {"7f657374726561646d696e67ff", R"("streaming")"},
                {"9fff", "[]"},
                {"9f018202039f0405ffff", "[1,[2,3],[4,5]]"},
                {"83018202039f0405ff", "[1,[2,3],[4,5]]"},
                {"bf61610161629f0203ffff", R"({"a":1,"b":[2,3]})"},
                {"bf6346756ef563416d7421ff", R"({"Fun":true,"Amt":-2})"}});
}

TEST(cbor, skips_the_mark_and_no_other_tag) {
  expect_reads("cbor", {{"d9d9f701", "1"},
                        {"81d9d9f7d9d9f701", "[1]"},
                        {"da0000d9f701", "1"},
                        {"c001", "not_supported@0"},
                        {"d9d9f7", "unexpected_end@3"}});
  const pith::registry& all = pith::interchange::all_codecs();
  const pith::codec* const found = all.detect(bytes("d9d9f7a0"));
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->name, "cbor");
}

TEST(cbor, says_where_bytes_are_wrong) {
  expect_reads("cbor", {{"", "unexpected_end@0"},
                        {"19", "unexpected_end@1"},
                        {"1900", "unexpected_end@2"},
                        {"6261", "unexpected_end@2"},
                        {"7bffffffffffffffff61", "unexpected_end@10"},
                        {"9bffffffffffffffff01", "unexpected_end@10"},
                        {"9bffffffffffffffffff", "unexpected_character@9"},
                        {"9f01", "unexpected_end@2"},
                        {"7f6161", "unexpected_end@3"},
                        {"1c", "unexpected_character@0"},
                        {"1f", "unexpected_character@0"},
                        {"df01", "unexpected_character@0"},
                        {"ff", "unexpected_character@0"},
                        {"81ff", "unexpected_character@1"},
                        {"bf6161ff", "unexpected_character@3"},
                        {"7f01ff", "unexpected_character@1"},
                        {"7f7f6161ffff", "unexpected_character@1"},
                        {"7f62c3", "unexpected_end@3"},
                        {"7f61c361bcff", "invalid_utf8@2"},
                        {"0102", "trailing_characters@1"},
                        {"61ff", "invalid_utf8@1"},
                        {"a2616101616102", "duplicate_key@4"}});
}

TEST(cbor, writes_the_shortest_heads) {
  expect_writes("cbor", {{"null", "f6"},
                         {"true", "f5"},
                         {"23", "17"},
                         {"24", "1818"},
                         {"256", "190100"},
                         {"65536", "1a00010000"},
                         {"4294967296", "1b0000000100000000"},
                         {"-24", "37"},
                         {"-25", "3818"},
                         {"-9223372036854775808", "3b7fffffffffffffff"},
                         {"1.5", "fb3ff8000000000000"},
                         {R"({"a":[1,2]})", "a16161820102"}});
}

TEST(binary, keeps_a_real_a_real) {
  for (const char* const format : {"msgpack", "cbor"}) {
    const auto doc = pith::json::parse("1.0");
    const pith::codec* const c = pith::interchange::all_codecs().find(format);
    const auto back = c->decode(*c->encode(doc->root()));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->root().type(), pith::kind::real);
  }
}

TEST(binary, keeps_limits) {
  pith::limits bounds;
  bounds.max_depth = 2;
  EXPECT_EQ(read_as_json("cbor", bytes("8180"), {}, bounds), "[[]]");
  EXPECT_EQ(read_as_json("cbor", bytes("818180"), {}, bounds), "depth_limit@2");
  EXPECT_EQ(read_as_json("msgpack", bytes("919190"), {}, bounds),
            "depth_limit@2");
  bounds = {};
  bounds.max_items = 1;
  EXPECT_EQ(read_as_json("cbor", bytes("820102"), {}, bounds), "item_limit@2");
  bounds = {};
  bounds.max_bytes = 1;
  EXPECT_EQ(read_as_json("msgpack", bytes("9101"), {}, bounds), "size_limit@1");
}

TEST(binary, comes_back_as_it_was) {
  const std::string json =
      R"({"a":[1,-2,3.5,"x",true,null,[],{}],"b":{"c":{"d":[[1],[2]]}}})";
  EXPECT_EQ(there_and_back("msgpack", json), json);
  EXPECT_EQ(there_and_back("cbor", json), json);
}

}  // namespace
