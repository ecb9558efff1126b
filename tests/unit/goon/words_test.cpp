// SPDX-License-Identifier: MIT
// How GOON writes and reads single values.
#include "goon/words.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>

namespace {

using pith::goon::json_text;
using pith::goon::scalar;

std::string written(const scalar& value, std::string_view key = "k",
                    const pith::goon::encode_options& options = {}) {
  std::string out;
  const auto done = pith::goon::append_value(out, key, value, options);
  if (done.is_omitted) return "(omitted)";
  if (done.full_length != 0) out += " " + std::to_string(done.full_length);
  return out;
}

std::string text(std::string_view v) { return written(std::string(v)); }

TEST(goon_values, scalars) {
  EXPECT_EQ(written(std::monostate{}), "null");
  EXPECT_EQ(written(true), "true");
  EXPECT_EQ(written(std::numeric_limits<std::int64_t>::min()),
            "-9223372036854775808");
  EXPECT_EQ(written(std::numeric_limits<std::uint64_t>::max()),
            "18446744073709551615");
  EXPECT_EQ(written(json_text{R"({"a":[1,2]})"}), R"("{\"a\":[1,2]}")");
}

TEST(goon_values, reals_have_no_exponent) {
  EXPECT_EQ(written(1.0), "1");
  EXPECT_EQ(written(0.1), "0.1");
  EXPECT_EQ(written(-2.5), "-2.5");
  EXPECT_EQ(written(-0.0), "-0");
  EXPECT_EQ(written(1e21), "1000000000000000000000");
  EXPECT_EQ(written(1e-7), "0.0000001");
  EXPECT_EQ(written(std::numeric_limits<double>::denorm_min()).size(), 326U);
  EXPECT_EQ(written(std::numeric_limits<double>::max()).size(), 309U);
  EXPECT_EQ(written(std::nan("")), "(omitted)");
  EXPECT_EQ(written(-std::numeric_limits<double>::infinity()), "(omitted)");
}

TEST(goon_values, texts_are_bare_or_quoted) {
  EXPECT_EQ(text("aZ09_-:./@+"), "aZ09_-:./@+");
  EXPECT_EQ(text("a b"), "\"a b\"");
  EXPECT_EQ(text("a=b"), "\"a=b\"");
  EXPECT_EQ(text("true"), "\"true\"");
  EXPECT_EQ(text("false"), "\"false\"");
  EXPECT_EQ(text("null"), "\"null\"");
  EXPECT_EQ(text("True"), "True");
  EXPECT_EQ(text(""), "(omitted)");
  EXPECT_EQ(text("\xc3\xa9"), "\"\xc3\xa9\"");
  EXPECT_EQ(text("a\\\"\n\r\tb"), R"("a\\\"\n\r\tb")");
  EXPECT_EQ(text("\x01"), "\"\"");
  EXPECT_EQ(text(std::string_view("a\0\x1b\x7f"
                                  "b",
                                  5)),
            "\"ab\"");
}

TEST(goon_values, numbers_as_texts_are_bare_unless_told) {
  EXPECT_EQ(text("18"), "18");
  pith::goon::encode_options options;
  options.quote_numeric_strings = true;
  for (const char* number :
       {"18", "-1", "0", "1.5", "-0", "18446744073709551615",
        "1000000000000000000000"}) {
    EXPECT_EQ(written(std::string(number), "k", options),
              "\"" + std::string(number) + "\"");
  }
  for (const char* other : {"018", "1.50", "+1", "1e5", "-", "0x1", ".5", "5.",
                            "1-2", "nan", "inf"}) {
    EXPECT_EQ(written(std::string(other), "k", options), other);
  }
}

TEST(goon_values, a_space_in_a_time_becomes_a_t) {
  EXPECT_EQ(text("2026-02-28 23:59:60"), "2026-02-28T23:59:60");
  EXPECT_EQ(text("2024-02-29 00:00:00.123456"), "2024-02-29T00:00:00.123456");
  EXPECT_EQ(text("2000-02-29 00:00:00Z"), "2000-02-29T00:00:00Z");
  EXPECT_EQ(text("2026-12-31 00:00:00.5+23:59"), "2026-12-31T00:00:00.5+23:59");
  EXPECT_EQ(text("2026-12-31T00:00:00-01:00"), "2026-12-31T00:00:00-01:00");
  for (const char* none :
       {"2026-02-29 00:00:00", "1900-02-29 00:00:00", "2026-13-01 00:00:00",
        "2026-00-01 00:00:00", "2026-04-31 00:00:00", "2026-01-00 00:00:00",
        "2026-01-01 24:00:00", "2026-01-01 00:60:00", "2026-01-01 00:00:61",
        "2026-01-01 00:00:00.", "2026-01-01 00:00:00+24:00",
        "2026-01-01 00:00:00+01:60", "2026-01-01 00:00:00+0100",
        "2026-01-01 00:00:00 Z", "2026-01-01 00:00", "2026-01-01  0:00:00",
        "2026/01/01 00:00:00", "x026-01-01 00:00:00", "2026-01-01 00:00:00x"}) {
    EXPECT_EQ(text(none), "\"" + std::string(none) + "\"");
  }
}

TEST(goon_values, long_texts_are_truncated) {
  const auto repeat = [](std::size_t length) {
    std::string made;
    for (std::size_t i = 0; i < length; ++i) made += "\xc3\xa9";
    return made;
  };
  for (const char* key : {"body", "description", "name", "note", "title"}) {
    EXPECT_EQ(written(repeat(200), key), "\"" + repeat(200) + "\"");
    EXPECT_EQ(written(repeat(201), key), "\"" + repeat(197) + "...\" 201");
  }
  EXPECT_EQ(written(repeat(1000), "titles"), "\"" + repeat(1000) + "\"");
  EXPECT_EQ(written(repeat(1001), "titles"), "\"" + repeat(997) + "...\" 1001");
  // What is left may be bare.
  EXPECT_EQ(written(std::string(201, 'a'), "name"),
            std::string(197, 'a') + "... 201");
  // Nested values have no length.
  EXPECT_EQ(written(json_text{"[" + std::string(2000, '1') + "]"}),
            "\"[" + std::string(996, '1') + "...\"");
}

TEST(goon_values, bare_words_are_read_as_they_would_be_written) {
  for (const scalar& value :
       {scalar(true), scalar(false), scalar(), scalar(std::int64_t{-5}),
        scalar(std::numeric_limits<std::int64_t>::max()),
        scalar(std::uint64_t{1} << 63U), scalar(0.25), scalar(-0.0),
        scalar(1e300), scalar(std::string("2026-01-01T00:00:00"))}) {
    const scalar read = pith::goon::read_bare(written(value));
    EXPECT_EQ(read, value) << written(value);
    EXPECT_EQ(written(read), written(value));
  }
  for (const char* word : {"007", "1.50", "-", "+1", "1e5", "inf", "nan", "-01",
                           "00", "0.10", "1.", "-00", "Infinity", "a:1"}) {
    EXPECT_EQ(pith::goon::read_bare(word), scalar(std::string(word)));
  }
}

TEST(goon_values, priorities) {
  for (const char* key :
       {"iid", "username", "name", "full_path", "path", "uuid"}) {
    EXPECT_EQ(pith::goon::priority_of(key), 0U);
  }
  EXPECT_EQ(pith::goon::priority_of("state"), 1U);
  EXPECT_EQ(pith::goon::priority_of("status"), 1U);
  EXPECT_EQ(pith::goon::priority_of("visibility_level"), 1U);
  EXPECT_EQ(pith::goon::priority_of("names"), 2U);
  for (const char* key :
       {"created_at", "updated_at", "merged_at", "closed_at"}) {
    EXPECT_EQ(pith::goon::priority_of(key), 3U);
  }
  for (const char* key : {"title", "description", "body", "note"}) {
    EXPECT_EQ(pith::goon::priority_of(key), 4U);
  }
}

}  // namespace
