// SPDX-License-Identifier: MIT
/// @file
/// Runs the fixtures of testdata/goon, which were written by hand:
///
///     NAME.json, NAME.goon  a response and its text; what is read from the
///                           text is written again as the same text, unless
///                           it lost the paths of its edges
///     errors.json           texts that are refused, with code and offset
#include <pith/goon.hpp>
#include <pith/json.hpp>

#include "test_data.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace {

namespace fs = std::filesystem;
using pith_tests::read_file;

fs::path place() { return pith_tests::testdata_dir() / "goon"; }

std::string text_of(pith::value fixture, std::string_view key) {
  return std::string(fixture.find(key)->get_string().value());
}

bool has_paths_outside_of_path_finding(
    const pith::goon::graph_response& response) {
  for (const pith::goon::edge& e : response.edges) {
    if (e.path_id && response.query_type != "path_finding") return true;
  }
  return false;
}

TEST(goon_fixtures, texts) {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(place())) {
    if (entry.path().extension() != ".goon") continue;
    SCOPED_TRACE(entry.path().stem());
    fs::path json = entry.path();
    const auto doc =
        pith::json::parse(read_file(json.replace_extension("json")));
    ASSERT_TRUE(doc) << pith::message(doc.error());
    const auto response = pith::goon::from_value(doc->root());
    ASSERT_TRUE(response) << pith::message(response.error());
    const std::string text = read_file(entry.path());
    EXPECT_EQ(pith::goon::encode(*response).value_or("error"), text);
    const auto back = pith::goon::decode(text);
    ASSERT_TRUE(back) << pith::message(back.error()) << back.error().offset;
    if (!has_paths_outside_of_path_finding(*response)) {
      EXPECT_EQ(pith::goon::encode(*back).value_or("error"), text);
    }
    ++count;
  }
  EXPECT_EQ(count, 9U);
}

TEST(goon_fixtures, errors) {
  const auto doc = pith::json::parse(read_file(place() / "errors.json"));
  ASSERT_TRUE(doc);
  const auto list = doc->root().get_array();
  for (const pith::value fixture : *list) {
    SCOPED_TRACE(text_of(fixture, "name"));
    const auto read = pith::goon::decode(text_of(fixture, "text"));
    ASSERT_FALSE(read);
    EXPECT_EQ(pith::name(read.error().code), text_of(fixture, "error"));
    EXPECT_EQ(static_cast<std::int64_t>(read.error().offset),
              fixture.find("offset")->get_integer());
  }
  EXPECT_EQ(list->size(), 69U);
}

}  // namespace
