// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/equality.hpp>
#include <pith/json.hpp>
#include <pith/tron.hpp>

#include "small_sink.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::error_code;
using pith::json::parse;
using pith::tron::encode;
using pith_tests::json_rows;
using pith_tests::small_sink;

std::string tron_of(std::string_view json,
                    const pith::tron::encode_options& options = {}) {
  const auto doc = parse(json);
  if (!doc) return "(no JSON)";
  const auto text = encode(doc->root(), options);
  return text ? *text : pith::message(text.error());
}

/// Encodes, decodes and compares.
void expect_round_trip(pith::value v) {
  const auto text = encode(v);
  ASSERT_TRUE(text.has_value()) << pith::message(text.error());
  const auto back = pith::tron::decode(*text);
  ASSERT_TRUE(back.has_value()) << pith::message(back.error());
  EXPECT_TRUE(pith::equal(v, back->root(), pith::member_order::significant));
}

TEST(tron_encode, writes_values_that_were_built) {
  pith::builder b;
  b.begin_array();
  for (int i = 0; i < 2; ++i) {
    b.begin_object().key("a").integer(std::numeric_limits<std::int64_t>::min());
    b.key("b").real(1.0).key("c").real(1e300).key("d").real(-0.0);
    b.key("e").integer(-7).key("f").boolean(false).end_object();
  }
  const auto doc = b.end_array().finish();
  ASSERT_TRUE(doc.has_value());
  EXPECT_EQ(*encode(doc->root()),
            "class A: a,b,c,d,e,f\n\n"
            "[A(-9223372036854775808,1,1e+300,0,-7,false),"
            "A(-9223372036854775808,1,1e+300,0,-7,false)]");
}

TEST(tron_encode, crosses_the_buffer_everywhere) {
  // Strings of all kinds of length, so that pieces end in all places.
  for (std::size_t shift = 0; shift < 40; ++shift) {
    std::string json = "[\"" + std::string(shift * 7, 's') + "\"";
    for (std::size_t i = 0; i < 120; ++i) {
      json += R"(,{"key":")" + std::string(i * 17, 'x') +
              R"(\n","nested":{"k":[1.25,-3,true,null],"n)" +
              std::string(i % 140, 'k') + "\":" + std::to_string(i) + "}}";
    }
    const auto doc = parse(json + "]");
    ASSERT_TRUE(doc.has_value());
    expect_round_trip(doc->root());
  }
}

TEST(tron_encode, hands_over_pieces_and_stops_when_refused) {
  const auto doc = parse(json_rows(10'000));
  ASSERT_TRUE(doc.has_value());
  small_sink all(std::size_t{1} << 30);
  ASSERT_TRUE(pith::tron::encode_to(all, doc->root()).has_value());
  EXPECT_GT(all.pieces, 4u);
  EXPECT_EQ(all.taken, *encode(doc->root()));

  small_sink some(100'000);
  const auto refused = pith::tron::encode_to(some, doc->root());
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, error_code::write_failed);
  EXPECT_LE(some.pieces, 3u);
}

TEST(tron_encode, leaves_the_text_as_it_was_on_failure) {
  const auto doc = parse("[[1]]");
  std::string out = "before";
  const auto done =
      pith::tron::append(out, doc->root(), {.bounds = {.max_depth = 1}});
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().code, error_code::depth_limit);
  EXPECT_EQ(out, "before");
  ASSERT_TRUE(pith::tron::append(out, doc->root()).has_value());
  EXPECT_EQ(out, "before[[1]]");
}

TEST(tron_encode, keeps_the_limit_of_expansion) {
  // One key is not a class, and it is written with every object.
  const std::string key(20'000, 'k');
  pith::builder b;
  b.begin_array();
  for (int i = 0; i < 1000; ++i) {
    b.begin_object().key(key).null().end_object();
  }
  const auto doc = b.end_array().finish();
  ASSERT_TRUE(doc.has_value());
  const auto text = encode(doc->root());
  ASSERT_FALSE(text.has_value());
  EXPECT_EQ(text.error().code, error_code::expansion_limit);
  const auto allowed =
      encode(doc->root(), {.bounds = {.max_expansion = 1 << 20}});
  EXPECT_TRUE(allowed.has_value());
}

TEST(tron_encode, long_keys_and_strings) {
  const std::string key(5000, 'k');
  const std::string text(3'000'000, 't');
  pith::builder b;
  b.begin_array();
  for (int i = 0; i < 3; ++i) {
    b.begin_object().key(key).string(text).key("x y").integer(i).end_object();
    b.begin_object().key(key + "2").integer(i).end_object();
  }
  const auto doc = b.end_array().finish();
  ASSERT_TRUE(doc.has_value());
  expect_round_trip(doc->root());
}

TEST(tron_encode, a_part_of_a_document_with_many_shapes) {
  std::string json = "[";
  for (int i = 0; i < 3000; ++i) {
    const std::string n = std::to_string(i);
    json += "{\"k" + n + "\":1,\"same\":[{\"a\":1,\"b" + n +
            "\":2},{\"a\":3,\"b" + n + "\":4}]},";
  }
  const auto doc = parse(json + "7]");
  ASSERT_TRUE(doc.has_value());
  EXPECT_EQ(*encode(*doc->root().at(2999)),
            "class A: a,b2999\n\n"
            R"({"k2999":1,"same":[A(1,2),A(3,4)]})");
  EXPECT_EQ(*encode(*doc->root().at(3000)), "7");
  EXPECT_EQ(*encode(*doc->root().at(0)->find("same")),
            "class A: a,b0\n\n[A(1,2),A(3,4)]");
}

TEST(tron_encode, never_worse_is_the_inequality_of_the_specification) {
  for (unsigned members = 1; members < 9; ++members) {
    for (unsigned objects = 1; objects < 9; ++objects) {
      std::string object;
      for (unsigned i = 0; i < members; ++i) {
        object += (i == 0 ? "{\"k" : ",\"k") + std::to_string(i) + "\":0";
      }
      std::string json = "[";
      for (unsigned i = 0; i < objects; ++i) {
        json += (i == 0 ? "" : ",") + object + "}";
      }
      const bool is_class = members > 1 && objects > (2.0 * members + 3.0) /
                                                         (2.0 * members - 2.0);
      EXPECT_EQ(tron_of(json + "]", {.never_worse = true}).starts_with("class"),
                is_class)
          << members << " members, " << objects << " objects";
    }
  }
}

TEST(tron_encode, names_of_many_classes) {
  std::string json = "[";
  for (int i = 0; i < 26 * 12; ++i) {
    const std::string n = std::to_string(i);
    json += "{\"x\":1,\"k" + n + "\":2},{\"x\":3,\"k" + n + "\":4},";
  }
  const std::string text = tron_of(json + "0]");
  EXPECT_NE(text.find("\nclass Z: x,k25\nclass A1: x,k26\n"),
            std::string::npos);
  EXPECT_NE(text.find("\nclass Z9: x,k259\nclass A10: x,k260\n"),
            std::string::npos);
  EXPECT_NE(text.find(",Z11(1,2),Z11(3,4),0]"), std::string::npos);
}

TEST(tron_encode, a_batch_shares_its_classes) {
  const auto one = parse(R"({"name":"f","args":[{"type":"string","is":1}]})");
  const auto two = parse(R"({"name":"g","args":[{"type":"number","is":0}]})");
  const std::vector<pith::value> values{one->root(), two->root()};
  const auto text = pith::tron::encode_batch(values);
  ASSERT_TRUE(text.has_value());
  EXPECT_EQ(*text,
            "class A: name,args\nclass B: type,is\n\n"
            R"([A("f",[B("string",1)]),A("g",[B("number",0)])])");
  EXPECT_EQ(*pith::tron::encode_batch({}), "[]");
  const auto limited =
      pith::tron::encode_batch(values, {.bounds = {.max_depth = 3}});
  ASSERT_FALSE(limited.has_value());
  EXPECT_EQ(limited.error().code, error_code::depth_limit);
}

}  // namespace
