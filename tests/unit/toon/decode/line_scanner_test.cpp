// SPDX-License-Identifier: MIT
#include "toon/decode/line_scanner.hpp"

#include "loaded_text.hpp"
#include "toon/decode/token.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace {

using namespace pith::toon::decoding;  // NOLINT: this file is about it alone
using pith::toon::decode_options;
using toon_tests::loaded_text;
using toon_tests::loose;

/// All lines with content: where each begins, its depth, and the blank line
/// before it, if any. Then what ended the search.
std::string lines_of(std::string_view text,
                     const decode_options& options = {}) {
  loaded_text t(text, options);
  line_scanner lines(t.shared);
  lines.reset();
  std::string all;
  char* p = t.shared.first_line();
  for (;;) {
    line ln;
    const line_search found = lines.find(p, ln);
    if (found == line_search::failed) return all + t.problem();
    if (found == line_search::end_of_text) return all + "end";
    all +=
        std::to_string(t.offset_of(ln.first)) + "/" + std::to_string(ln.depth);
    if (lines.blank_line() != nullptr) {
      all += "b" + std::to_string(t.offset_of(lines.blank_line()));
    }
    all += ' ';
    p = find_line_feed(ln.first) + 1;
  }
}

TEST(toon_line_scanner, finds_lines_and_their_depths) {
  EXPECT_EQ(lines_of(""), "end");
  EXPECT_EQ(lines_of("a"), "0/0 end");
  EXPECT_EQ(lines_of("a\n  b\n    c\nd\n"), "0/0 4/1 10/2 12/0 end");
}

TEST(toon_line_scanner, passes_blank_lines_and_comments) {
  EXPECT_EQ(lines_of("\n\n"), "end");
  EXPECT_EQ(lines_of("a\n\n  \nb"), "0/0 6/0b2 end");
  EXPECT_EQ(lines_of("a\r\n\r\nb\r\n"), "0/0 5/0b3 end");
  EXPECT_EQ(lines_of("# c\na\n   # c\nb"), "4/0 13/0 end");
}

TEST(toon_line_scanner, wants_whole_levels_of_spaces) {
  EXPECT_EQ(lines_of("a\n   b"), "0/0 invalid_indent@5");
  EXPECT_EQ(lines_of("a\n\tb"), "0/0 tab_indentation@2");
  decode_options options;
  options.indent_size = 3;
  EXPECT_EQ(lines_of("a\n   b", options), "0/0 5/1 end");
}

TEST(toon_line_scanner, rounds_levels_down_when_not_strict) {
  EXPECT_EQ(lines_of("a\n   b\n c", loose()), "0/0 5/1 8/0 end");
  EXPECT_EQ(lines_of("a\n\tb\n  \t c", loose()), "0/0 3/1 9/2 end");
  EXPECT_EQ(lines_of("a\n \t\nb", loose()), "0/0 5/0b2 end");
}

TEST(toon_line_scanner, finds_lines_that_are_indented_far) {
  for (const std::size_t spaces : {62u, 64u, 66u, 1000u}) {
    EXPECT_EQ(
        lines_of(std::string(spaces, ' ') + "a"),
        std::to_string(spaces) + "/" + std::to_string(spaces / 2) + " end");
  }
  EXPECT_EQ(lines_of(std::string(65, ' ') + "a"), "invalid_indent@65");
}

TEST(toon_line_scanner, takes_other_options_for_another_text) {
  loaded_text t("    a");
  line_scanner lines(t.shared);
  line ln;
  for (const unsigned size : {2u, 4u, 1u}) {
    decode_options options;
    options.indent_size = size;
    ASSERT_TRUE(t.shared.load(t.data, "    a", options));
    lines.reset();
    ASSERT_EQ(lines.find(t.at(0), ln), line_search::found);
    EXPECT_EQ(ln.depth, 4 / size);
  }
}

}  // namespace
