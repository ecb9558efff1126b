// SPDX-License-Identifier: MIT
#include "json/diagnose.hpp"

#include <pith/json.hpp>

#include "cases.hpp"
#include "random_document.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace {

using pith::error_code;
using pith::json::diagnose;

/// Both readers must say the same about a text. Returns whether it is right.
bool expect_agreement(std::string_view text, const pith::limits& bounds = {}) {
  const auto fault = diagnose(text, bounds);
  const auto doc = pith::json::parse(text, {.bounds = bounds});
  EXPECT_EQ(doc.has_value(), !fault.has_value())
      << (fault ? name(fault->code) : "right") << '\n'
      << text;
  if (fault && !doc) {
    EXPECT_EQ(doc.error(), *fault);
    EXPECT_LE(fault->offset, text.size());
  }
  return doc.has_value();
}

TEST(json_diagnose, finds_nothing_in_texts_that_are_right) {
  for (const auto& c : pith_tests::read_cases("accept.txt")) {
    const std::string text = pith_tests::decode_percent(c.first);
    EXPECT_FALSE(diagnose(text, {})) << "line " << c.line;
  }
}

TEST(json_diagnose, agrees_with_the_fast_path_on_every_prefix) {
  for (const char* file : {"accept.txt", "reject.txt"}) {
    for (const auto& c : pith_tests::read_cases(file)) {
      std::string text = pith_tests::decode_percent(
          std::string_view(file) == "accept.txt" ? c.first : c.second);
      if (const std::size_t mark = text.find("<<"); mark != std::string::npos) {
        text.erase(mark, 2);
      }
      for (std::size_t size = 0; size <= text.size(); ++size) {
        expect_agreement(std::string_view(text).substr(0, size));
      }
    }
  }
}

TEST(json_diagnose, reports_no_later_byte_for_a_longer_text) {
  // An error that is not about the end stays when something is added.
  for (const auto& c : pith_tests::read_cases("reject.txt")) {
    std::string text = pith_tests::decode_percent(c.second);
    text.erase(text.find("<<"), 2);
    const auto before = diagnose(text, {});
    ASSERT_TRUE(before);
    if (before->code == error_code::unexpected_end ||
        before->code == error_code::unterminated_quote) {
      continue;
    }
    const auto after = diagnose(text + " ", {});
    ASSERT_TRUE(after) << "line " << c.line;
    EXPECT_LE(after->offset, before->offset) << "line " << c.line;
  }
}

TEST(json_diagnose, agrees_with_the_fast_path_on_all_texts_of_few_tokens) {
  const std::string_view tokens[] = {
      "{",     "}",       "[", "]",    ",",   ":",  "1",  "-1.5",
      "\"a\"", "\"\\n\"", " ", "null", "tru", "\"", "\\", "\x01"};
  constexpr std::size_t count = std::size(tokens);
  std::size_t right = 0;
  for (std::size_t code = 0; code < count * count * count * count; ++code) {
    std::string text;
    for (std::size_t rest = code, i = 0; i < 4; ++i, rest /= count) {
      text += tokens[rest % count];
    }
    right += expect_agreement(text) ? 1 : 0;
  }
  EXPECT_GT(right, 100u);
}

TEST(json_diagnose, agrees_with_the_fast_path_on_damaged_documents) {
  pith_tests::random_documents documents;
  std::mt19937_64 random(17);
  const std::string_view debris[] = {
      "\"", "\\", "{", "}", "[",    "]",  ",", ":",   " ",
      "0",  "-",  ".", "e", "\xFF", "\n", "n", "\\u", "\"a\":1,"};
  std::size_t right = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const auto doc = documents.draw(seed);
    ASSERT_TRUE(doc);
    const auto written =
        pith::json::write(doc->root(), {.indent = seed % 4 == 0 ? 2u : 0u});
    ASSERT_TRUE(written);
    ASSERT_TRUE(expect_agreement(*written));
    for (int damage = 0; damage < 8; ++damage) {
      std::string text = *written;
      const std::size_t at = random() % (text.size() + 1);
      switch (random() % 4) {
        case 0:
          text.resize(at);
          break;
        case 1:
          text.erase(at, 1 + random() % 3);
          break;
        case 2:
          text.insert(at, debris[random() % std::size(debris)]);
          break;
        default:
          if (at < text.size()) text[at] = static_cast<char>(random());
          break;
      }
      right += expect_agreement(text) ? 1 : 0;
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(right, 100u);
}

TEST(json_diagnose, agrees_with_the_fast_path_about_limits) {
  const std::string_view texts[] = {"[1,2,3]",
                                    "[[1],[2,3]]",
                                    R"({"a":1,"b":{"c":2}})",
                                    "[[[[]]]]",
                                    R"([{"a":1},{"b":[1,2]}])",
                                    "7"};
  for (const std::string_view text : texts) {
    for (std::size_t depth = 0; depth < 5; ++depth) {
      for (std::size_t items = 0; items < 5; ++items) {
        for (const std::size_t bytes : {std::size_t{3}, text.size()}) {
          pith::limits bounds;
          bounds.max_depth = depth;
          bounds.max_items = items;
          bounds.max_bytes = bytes;
          expect_agreement(text, bounds);
        }
      }
    }
  }
}

TEST(json_diagnose, is_linear_in_hostile_texts) {
  // Each would take hours if anything were looked at twice.
  constexpr std::size_t size = 2'000'000;
  std::string keys = "{";
  for (std::size_t i = 0; keys.size() < size; ++i) {
    keys += "\"" + std::to_string(i) + "\":" + std::to_string(i) + ",";
  }
  EXPECT_EQ(diagnose(keys, {})->code, error_code::unexpected_end);
  EXPECT_EQ(diagnose(std::string(size, '['), {})->code,
            error_code::depth_limit);
  EXPECT_EQ(diagnose(std::string(size, ' '), {})->code,
            error_code::unexpected_end);
  EXPECT_EQ(diagnose("[" + std::string(size, '1'), {})->code,
            error_code::out_of_range);
  EXPECT_EQ(diagnose("\"" + std::string(size, '\\'), {})->code,
            error_code::unterminated_quote);
  EXPECT_EQ(diagnose("\"" + std::string(size, 'x'), {})->code,
            error_code::unterminated_quote);
}

}  // namespace
