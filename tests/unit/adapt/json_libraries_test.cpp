// SPDX-License-Identifier: MIT
// What nlohmann::json, Boost.JSON and simdjson can hold and a document cannot,
// and the other way round. adapters.cpp compares everything else.
#include <pith/adapt/boost_json.hpp>
#include <pith/adapt/nlohmann.hpp>
#include <pith/adapt/simdjson.hpp>
#include <pith/json.hpp>

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace {

using pith::error_code;
namespace adapt = pith::adapt;

constexpr std::string_view orders =
    R"({"shop":"Oslo","orders":[{"id":1,"total":9.5,"tags":["a","b"]},)"
    R"({"id":-2,"total":null,"tags":[]}],"open":true,"none":{}})";

std::string json_of(const pith::result<pith::document>& doc) {
  return doc ? *pith::json::write(doc->root()) : pith::message(doc.error());
}

template <class T>
pith::error error_of(const T& v, std::string* place = nullptr) {
  const auto made = adapt::to_document(v, {}, place);
  EXPECT_FALSE(made);
  return made.error();
}

TEST(nlohmann, goes_there_and_back) {
  const auto ordered = nlohmann::ordered_json::parse(orders);
  const auto doc = adapt::to_document(ordered);
  EXPECT_EQ(json_of(doc), orders);
  const auto back = adapt::from_document<nlohmann::ordered_json>(doc->root());
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, ordered);
  EXPECT_EQ(back->dump(), orders);
  const auto sorted = adapt::from_document<nlohmann::json>(doc->root());
  ASSERT_TRUE(sorted);
  EXPECT_EQ(*sorted, nlohmann::json::parse(orders));
  EXPECT_EQ((*sorted)["orders"][0]["id"].type(),
            nlohmann::json::value_t::number_unsigned);
}

TEST(nlohmann, refuses_what_a_document_cannot_hold) {
  nlohmann::json v = {1, {{"big", ~std::uint64_t{0}}}};
  std::string place;
  const pith::error big = error_of(v, &place);
  EXPECT_EQ(big.code, error_code::out_of_range);
  EXPECT_EQ(big.offset, 1U);
  EXPECT_EQ(place, "/1/big");
  v = nlohmann::json::array({1, nlohmann::json::binary({1, 2})});
  EXPECT_EQ(error_of(v).code, error_code::not_supported);
  EXPECT_EQ(error_of(v).offset, 1U);
  EXPECT_EQ(error_of(nlohmann::json(nlohmann::json::value_t::discarded)).code,
            error_code::not_supported);
  EXPECT_EQ(error_of(nlohmann::json("\xff")).code, error_code::invalid_utf8);
  EXPECT_EQ(
      error_of(nlohmann::json(std::numeric_limits<double>::quiet_NaN())).code,
      error_code::not_finite);
  nlohmann::json deep = 1;
  for (int i = 0; i < 100000; ++i) {
    nlohmann::json outer = nlohmann::json::array();
    outer.push_back(std::move(deep));
    deep = std::move(outer);
  }
  EXPECT_EQ(error_of(deep).code, error_code::depth_limit);
}

TEST(boost_json, goes_there_and_back) {
  const boost::json::value v = boost::json::parse(
      boost::json::string_view(orders.data(), orders.size()));
  const auto doc = adapt::to_document(v);
  EXPECT_EQ(json_of(doc), orders);
  const auto back = adapt::from_document<boost::json::value>(doc->root());
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, v);
  EXPECT_EQ(json_of(adapt::to_document(*back)), orders);
}

TEST(boost_json, refuses_what_a_document_cannot_hold) {
  const boost::json::value v = {1, {{"big", ~std::uint64_t{0}}}};
  std::string place;
  EXPECT_EQ(error_of(v, &place).code, error_code::out_of_range);
  EXPECT_EQ(place, "/1/big");
  EXPECT_EQ(error_of(boost::json::value("\xff")).code,
            error_code::invalid_utf8);
  EXPECT_EQ(
      error_of(boost::json::value(std::numeric_limits<double>::infinity()))
          .code,
      error_code::not_finite);
  EXPECT_EQ(json_of(adapt::to_document(boost::json::value(std::uint64_t{7}))),
            "7");
}

TEST(simdjson, is_read) {
  simdjson::dom::parser parser;
  const simdjson::padded_string text(orders);
  simdjson::dom::element v;
  ASSERT_FALSE(parser.parse(text).get(v));
  EXPECT_EQ(json_of(adapt::to_document(v)), orders);
}

TEST(simdjson, refuses_what_a_document_cannot_hold) {
  simdjson::dom::parser parser;
  const auto parsed = [&](std::string_view text) {
    simdjson::dom::element v;
    EXPECT_FALSE(parser.parse(simdjson::padded_string(text)).get(v)) << text;
    return v;
  };
  std::string place;
  EXPECT_EQ(
      error_of(parsed(R"([1,{"big":18446744073709551615}])"), &place).code,
      error_code::out_of_range);
  EXPECT_EQ(place, "/1/big");
  EXPECT_EQ(error_of(parsed(R"([{"a":1,"a":2}])"), &place).code,
            error_code::duplicate_key);
  EXPECT_EQ(place, "/0/a");
}

TEST(gcf_encoder, goes_on_after_a_failure) {
  adapt::gcf_encoder encoder;
  std::string text;
  pith::string_sink out(text);
  EXPECT_FALSE(encoder.encode_to(out, nlohmann::json("\xff")));
  EXPECT_EQ(text, "");
  EXPECT_TRUE(encoder.encode_to(out, nlohmann::json::parse(orders)));
  EXPECT_EQ(text, *adapt::encode(nlohmann::json::parse(orders)));
}

}  // namespace
