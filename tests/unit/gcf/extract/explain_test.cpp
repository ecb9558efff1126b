// SPDX-License-Identifier: MIT
// Errors said so that whoever wrote the text can repair it.
#include <pith/gcf.hpp>
#include <pith/gcf_extract.hpp>

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

namespace {

using pith::error_code;
using pith::gcf::explain;
using pith::gcf::repair_hint;

std::string explanation(std::string_view text) {
  const auto doc = pith::gcf::decode(text);
  EXPECT_FALSE(doc.has_value()) << text;
  return doc ? std::string() : explain(doc.error(), text);
}

TEST(explain, says_where_what_and_how) {
  EXPECT_EQ(explanation("GCF profile=generic\n## [1]{a,b,c}\n1|x\n"),
            "Line 3, column 4: a row must have one cell per declared field "
            "(row_width_mismatch). Found: \"1|x\". Write exactly one cell per "
            "declared field, separated by |; use - for null, ~ for an absent "
            "value, and quotes around text that contains |.");
}

/// Every category of section 16.5 that a text of the generic profile can have.
TEST(explain, covers_every_category) {
  const std::string head = "GCF profile=generic\n";
  const struct {
    std::string text;
    error_code code;
    std::string_view begin;  // of the explanation
    std::string_view found;
    std::string_view words;  // in the hint
  } cases[] = {
      {"a=1\n", error_code::missing_header, "Line 1, column 1:", "\"a=1\"",
       "GCF profile=generic"},
      {"GCF tool=x\n", error_code::missing_profile, "Line 1, column 5:",
       "\"GCF tool=x\"", "profile=generic or profile=graph"},
      {"GCF profile=custom\n", error_code::unknown_profile,
       "Line 1, column 13:", "\"GCF profile=custom\"", "profile=generic"},
      {"GCF profile=generic broken\n", error_code::malformed_header_field,
       "Line 1, column 21:", "\"GCF profile=generic broken\"", "key=value"},
      {"GCF profile=generic a=1 a=2\n", error_code::duplicate_header_field,
       "Line 1, column 25:", "\"...profile=generic a=1 a=2\"", "once"},
      {head + "a=\"x\n", error_code::unterminated_quote,
       "Line 2, column 3:", "\"a=\\\"x\"", "Close the string"},
      {head + "a=\"\\x\"\n", error_code::invalid_escape,
       "Line 2, column 4:", "\"a=\\\"\\\\x\\\"\"", "escapes"},
      {head + "a=\"x\"y\n", error_code::trailing_characters,
       "Line 2, column 6:", "\"a=\\\"x\\\"y\"", "closing quote"},
      {head + "a=~\n", error_code::invalid_missing,
       "Line 2, column 3:", "\"a=~\"", "~ only as a cell"},
      {head + "a=^\n", error_code::invalid_attachment_marker,
       "Line 2, column 3:", "\"a=^\"", "^ only as a cell"},
      {head + "a=\"\\uD800\"\n", error_code::invalid_surrogate,
       "Line 2, column 4:", "\"a=\\\"\\\\uD800\\\"\"", "surrogate"},
      {head + "a=\xFFz\n", error_code::invalid_utf8,
       "Line 2, column 3:", "\"a=\\xffz\"", "UTF-8"},
      {head + "a=9223372036854775808\n", error_code::out_of_range,
       "Line 2, column 3:", "\"a=9223372036854775808\"", "double quotes"},
      {head + "a=1\na=2\n", error_code::duplicate_key,
       "Line 3, column 1:", "\"a=2\"", "a unique key"},
      {head + "## [1]{a,a}\n1|2\n", error_code::duplicate_field_name,
       "Line 2, column 10:", "\"## [1]{a,a}\"", "once"},
      {head + "## [3]{a}\n1\n2\n", error_code::count_mismatch,
       "Line 5, column 1:", "the end of the text", "[?]"},
      {head + "## [03]{a}\n", error_code::invalid_count,
       "Line 2, column 5:", "\"## [03]{a}\"", "leading zeros"},
      {head + "## a\n\tb=1\n", error_code::tab_indentation,
       "Line 3, column 1:", "\"\\tb=1\"", "never with tabs"},
      {head + "## a\n   b=1\n", error_code::invalid_indent,
       "Line 3, column 4:", "\"   b=1\"", "two spaces"},
      {head + "## [1]\n@5 =1\n", error_code::invalid_item_id,
       "Line 3, column 1:", "\"@5 =1\"", "@0, @1, @2"},
      {head + "## [1]{a}\n@0 1\n.x {}\n", error_code::orphan_attachment,
       "Line 4, column 1:", "\".x {}\"", "remove the attachment"},
      {head + "## [1]{a}\n@0 1\n1|2\n", error_code::orphan_inline_attachment,
       "Line 4, column 1:", "\"1|2\"", "^{...}"},
      {head + "## [1]{a}\n@0 ^\n", error_code::missing_attachment,
       "Line 3, column 4:", "\"@0 ^\"", "after its row"},
      {head + "## [1]{a}\n@0 ^\n.a {}\n.a {}\n",
       error_code::duplicate_attachment, "Line 5, column 1:", "\".a {}\"",
       "remove the other"},
      {head + "## [1]{a}\n@0 ^{x,y}\n1\n", error_code::inline_width_mismatch,
       "Line 4, column 2:", "\"1\"", "one value per name"},
      {head + "## [1:]{key}\na\n", error_code::keyed_map, "Line 2, column ",
       "\"## [1:]{key}\"", "key column"},
      {head + "## [1]{a b}\n1\n", error_code::invalid_field_declaration,
       "Line 2, column 10:", "\"## [1]{a b}\"", "{name,name}"},
      {head + "what is this\n", error_code::invalid_line, "Line 2, column ",
       "\"what is this\"", "key=value"},
  };
  for (const auto& c : cases) {
    const auto doc = pith::gcf::decode(c.text);
    ASSERT_FALSE(doc.has_value()) << c.text;
    EXPECT_EQ(doc.error().code, c.code) << c.text << pith::message(doc.error());
    const std::string words = explain(doc.error(), c.text);
    EXPECT_TRUE(words.starts_with(c.begin)) << words;
    EXPECT_NE(words.find("(" + std::string(name(c.code)) + ")"),
              std::string::npos)
        << words;
    EXPECT_NE(words.find("Found: " + std::string(c.found)), std::string::npos)
        << words;
    EXPECT_NE(words.find(c.words), std::string::npos) << words;
    EXPECT_TRUE(words.ends_with(repair_hint(c.code))) << words;
    EXPECT_EQ(words.find('\n'), std::string::npos) << words;
  }
}

/// Those of the graph profile and of deltas have hints of their own, too.
TEST(explain, every_category_has_its_own_hint) {
  const std::string_view fallback = repair_hint(error_code::write_failed);
  std::set<std::string_view> seen;
  for (int i = 0; i <= static_cast<int>(error_code::control_character); ++i) {
    const auto code = static_cast<error_code>(i);
    const std::string_view hint = repair_hint(code);
    EXPECT_NE(hint, fallback) << name(code);
    EXPECT_TRUE(hint.ends_with('.')) << name(code);
    EXPECT_TRUE(seen.insert(hint).second) << name(code);
  }
  EXPECT_FALSE(repair_hint(static_cast<error_code>(250)).empty());
}

TEST(explain, shortens_long_lines_between_characters) {
  const std::string umlauts = [] {
    std::string text;
    for (int i = 0; i < 100; ++i) text += "\xC3\xBC";
    return text;
  }();
  for (std::size_t shift = 0; shift < 4; ++shift) {
    const std::string text = "GCF profile=generic\na=\"" +
                             std::string(shift, 'x') + umlauts + "\\q" +
                             umlauts + "\"\n";
    const std::string words = explanation(text);
    EXPECT_LT(words.size(), 400U);
    EXPECT_NE(words.find("Found: \"..."), std::string::npos) << words;
    EXPECT_NE(words.find("...\". "), std::string::npos) << words;
    EXPECT_EQ(words.find("\\x"), std::string::npos) << words;
  }
}

TEST(explain, shows_what_cannot_be_seen) {
  const std::string text =
      "GCF profile=generic\na=\"\x01\x7F\xC2\x85\xE2\x80\xAE\xE2\x80\xA8\"\n";
  EXPECT_NE(explanation(text).find(
                R"(Found: "a=\"\u0001\u007f\u0085\u202e\u2028\"")"),
            std::string::npos)
      << explanation(text);
}

TEST(explain, bears_any_offset_and_any_text) {
  const pith::error what{error_code::invalid_line, 1000, ""};
  EXPECT_EQ(explain(what, ""),
            "Line 1, column 1: invalid_line. Found: the end of the text. " +
                std::string(repair_hint(error_code::invalid_line)));
  EXPECT_NE(explain(what, "\xFF\xC3").find("\"\\xff\\xc3\""),
            std::string::npos);
  const pith::error blank{error_code::invalid_line, 2, "x"};
  EXPECT_NE(explain(blank, "a\n\nb").find("Found: an empty line. "),
            std::string::npos);
}

}  // namespace
