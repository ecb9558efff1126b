// SPDX-License-Identifier: MIT
/// @file
/// Runs the fixtures of testdata/gcb, which an encoder made that was written
/// from the layout alone:
///
///     payloads.json  payloads and their bytes, which are read back as they are
///     errors.json    bytes that are refused, with code and offset
///     knowing.json   sizes and SHA-256 of what the six payloads become that
///                    come with the data shared between projects
#include <pith/gcb.hpp>
#include <pith/json.hpp>

#include "digest/sha256.hpp"
#include "test_data.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace {

namespace fs = std::filesystem;
using pith::graph::payload;

pith::document read_json(const fs::path& path) {
  auto parsed = pith::json::parse(pith_tests::read_file(path));
  EXPECT_TRUE(parsed) << path << ": " << pith::message(parsed.error());
  return parsed ? std::move(*parsed) : pith::document();
}

pith::document fixtures(const char* name) {
  return read_json(pith_tests::testdata_dir() / "gcb" / name);
}

std::string text_of(pith::value fixture, std::string_view key) {
  return std::string(fixture.find(key)->get_string().value());
}

std::size_t number_of(pith::value fixture, std::string_view key) {
  return static_cast<std::size_t>(fixture.find(key)->get_integer().value());
}

std::string from_hex(std::string_view digits) {
  std::string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    bytes += static_cast<char>(
        std::stoi(std::string(digits.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

std::string to_hex(std::string_view bytes) {
  std::string digits;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    digits += "0123456789abcdef"[byte >> 4];
    digits += "0123456789abcdef"[byte & 15];
  }
  return digits;
}

std::string sha256_of(std::string_view bytes) {
  pith::detail::sha256 hash;
  hash.update(bytes);
  const auto digest = hash.finish();
  if (!digest) return "no SHA-256";
  return to_hex(
      {reinterpret_cast<const char*>(digest->data()), digest->size()});
}

TEST(gcb_fixtures, payloads) {
  const pith::document all = fixtures("payloads.json");
  std::size_t count = 0;
  const auto list = all.root().get_array();
  for (const pith::value fixture : *list) {
    SCOPED_TRACE(text_of(fixture, "name"));
    const auto graph = pith::graph::from_value(*fixture.find("payload"));
    ASSERT_TRUE(graph) << pith::message(graph.error());
    const auto bytes = pith::gcb::encode(*graph);
    ASSERT_TRUE(bytes) << pith::message(bytes.error());
    EXPECT_EQ(to_hex(*bytes), text_of(fixture, "bytes"));
    const auto back = pith::gcb::decode(from_hex(text_of(fixture, "bytes")));
    ASSERT_TRUE(back) << pith::message(back.error());
    EXPECT_EQ(*back, *graph);
    ++count;
  }
  EXPECT_EQ(count, 16U);
}

TEST(gcb_fixtures, errors) {
  const pith::document all = fixtures("errors.json");
  std::size_t count = 0;
  const auto list = all.root().get_array();
  for (const pith::value fixture : *list) {
    SCOPED_TRACE(text_of(fixture, "name"));
    const auto read = pith::gcb::decode(from_hex(text_of(fixture, "bytes")));
    ASSERT_FALSE(read);
    EXPECT_EQ(pith::name(read.error().code), text_of(fixture, "error"));
    EXPECT_EQ(read.error().offset, number_of(fixture, "offset"));
    ++count;
  }
  EXPECT_EQ(count, 40U);
}

// Two of the six have an edge to a name that is not a symbol. The published
// sizes count it, as an edge to symbol 0; we refuse it, or leave out its four
// bytes.
TEST(gcb_fixtures, knowing) {
  const fs::path place = pith_tests::shared_dir() / "fixtures" / "knowing";
  if (!fs::is_directory(place)) GTEST_SKIP() << place;
  const pith::document all = fixtures("knowing.json");
  std::size_t count = 0;
  const auto list = all.root().get_array();
  for (const pith::value fixture : *list) {
    SCOPED_TRACE(text_of(fixture, "file"));
    const pith::document doc = read_json(place / text_of(fixture, "file"));
    const auto graph = pith::graph::from_value(doc.root());
    ASSERT_TRUE(graph) << pith::message(graph.error());
    const std::size_t dangling = number_of(fixture, "dropped_edges");
    EXPECT_EQ(pith::gcb::encode(*graph).has_value(), dangling == 0);

    pith::gcb::encode_options options;
    options.allow.dangling_edges = true;
    std::string bytes;
    const auto done = pith::gcb::append(bytes, *graph, options);
    ASSERT_TRUE(done) << pith::message(done.error());
    EXPECT_EQ(done->symbols, graph->symbols.size());
    EXPECT_EQ(done->edges + dangling, graph->edges.size());
    EXPECT_EQ(done->dropped_edges, dangling);
    EXPECT_EQ(bytes.size(), number_of(fixture, "bytes"));
    EXPECT_EQ(bytes.size() + 4 * dangling,
              number_of(fixture, "published_bytes"));
    EXPECT_EQ(sha256_of(bytes), text_of(fixture, "sha256"));

    const auto back = pith::gcb::decode(bytes);
    ASSERT_TRUE(back) << pith::message(back.error());
    // Scores with two decimals come back as they were.
    EXPECT_EQ(back->symbols, graph->symbols);
    EXPECT_EQ(pith::gcb::encode(*back).value_or(""), bytes);
    ++count;
  }
  EXPECT_EQ(count, 6U);
}

}  // namespace
