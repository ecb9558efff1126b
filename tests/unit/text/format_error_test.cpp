// SPDX-License-Identifier: MIT
#include <pith/format_error.hpp>
#include <pith/json.hpp>
#include <pith/ostream.hpp>

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>

namespace {

using pith::error;
using pith::error_code;

TEST(format_error, shows_the_place_with_a_caret) {
  constexpr std::string_view text = "{\"a\":1,\n\t\"b\":x}\n";
  const error what = pith::json::parse(text).error();
  EXPECT_EQ(pith::format_error("in.json", text, what),
            "in.json:2:6: error: " + pith::message(what) +
                "\n     \"b\":x}\n         ^\n");
  EXPECT_TRUE(pith::format_error("in.json", text, what, 40)
                  .starts_with("in.json:42:6: error: "));
}

TEST(format_error, cuts_long_lines_and_hides_what_steers_a_terminal) {
  const std::string line(200, 'x');
  const std::string shown = pith::excerpt(line, 100);
  EXPECT_EQ(shown, "    ..." + std::string(72, 'x') + "...\n" +
                       std::string(4 + 3 + 36, ' ') + "^\n");
  EXPECT_EQ(pith::printable("a\tb\x1b[1m\xff\u202e"), "a b?[1m??");
  EXPECT_EQ(pith::excerpt("a\n\nb", 2), "");
  // The caret stands under a code point, and after the end of the text.
  EXPECT_EQ(pith::excerpt("\u00e9\u00e9", 3), "    \u00e9\u00e9\n     ^\n");
  EXPECT_EQ(pith::excerpt("ab", 9), "    ab\n      ^\n");
}

TEST(format_error, does_without_a_text) {
  EXPECT_EQ(pith::format_error("x\n", {error_code::read_failed, 0, "gone"}),
            "x?: error: read_failed: gone\n");
}

TEST(ostream, writes_errors_kinds_and_values) {
  std::ostringstream out;
  out << error{error_code::incomplete, 3, "a value is due"} << ' '
      << error_code::invalid_utf8 << ' ' << pith::kind::object << ' ';
  const auto doc = pith::json::parse(R"({"a":[1,2.5,"x"]})");
  ASSERT_TRUE(doc);
  out << doc->root() << ' ' << doc->root()["a"].value();
  EXPECT_EQ(out.str(), R"(incomplete: a value is due invalid_utf8 object )"
                       R"({"a":[1,2.5,"x"]} [1,2.5,"x"])");
  out.setstate(std::ios_base::badbit);
  pith::ostream_sink refusing(out);
  EXPECT_EQ(pith::json::write_to(refusing, doc->root()).error().code,
            error_code::write_failed);
}

TEST(kind, has_a_name) {
  EXPECT_EQ(name(pith::kind::null), "null");
  EXPECT_EQ(name(pith::kind::real), "real");
  EXPECT_EQ(name(static_cast<pith::kind>(99)), "unknown");
}

}  // namespace
