// SPDX-License-Identifier: MIT
/// @file
/// A client that asks for all pages of a result and puts them together, by
/// nothing but what the pages say.
#ifndef PITH_TESTS_UNIT_MCP_PAGE_READER_HPP
#define PITH_TESTS_UNIT_MCP_PAGE_READER_HPP

#include "rewriter_bench.hpp"
#include "value_leaves.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mcp_test {

using pith_tests::leaf;

/// The leaves of all of them in the order of paths; those of one path in the
/// order of the value.
inline std::vector<leaf> leaves_of(std::span<const pith::document> documents) {
  std::vector<leaf> leaves;
  for (const pith::document& each : documents) add_leaves(leaves, each.root());
  sort_leaves(leaves);
  return leaves;
}

inline std::vector<leaf> leaves_of_json(std::string_view json) {
  const auto doc = parsed(json);
  return leaves_of({&doc, 1});
}

/// One page as the model sees it.
struct seen_page {
  std::vector<std::string> texts;
  std::string trailer;
  std::size_t tokens = 0;
  std::size_t characters = 0;
};

class page_reader {
 public:
  page_reader(rewriter_bench& bench, std::string_view owner)
      : bench_(bench), owner_(owner) {}

  /// All pages, beginning with the result itself.
  std::vector<seen_page> read_all(std::string_view first) {
    std::vector<seen_page> pages;
    std::string result{first};
    for (std::size_t guard = 0; guard < 100'000; ++guard) {
      pages.push_back(look_at(result));
      const std::string arguments = arguments_in(pages.back().trailer);
      if (arguments.empty()) break;
      result = bench_.rewriter.more(arguments, owner_);
      EXPECT_EQ(result, bench_.rewriter.more(arguments, owner_));
      EXPECT_EQ(value_length(result), result.size());
      EXPECT_FALSE(find_member(result, "isError")) << result;
    }
    return pages;
  }

  /// `{"handle":...}` in a trailer; empty on the last page.
  static std::string arguments_in(std::string_view trailer) {
    const std::size_t begin = trailer.find('{');
    const std::size_t end = trailer.find('}');
    if (begin == trailer.npos || end == trailer.npos) return {};
    return std::string(trailer.substr(begin, end - begin + 1));
  }

 private:
  seen_page look_at(std::string_view result) {
    seen_page page;
    page.texts = texts_of(result);
    for (const std::string& text : page.texts) {
      page.tokens += bench_.rewriter.counter().count(text);
      page.characters +=
          static_cast<std::size_t>(std::ranges::count_if(text, [](char c) {
            return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
          }));
    }
    EXPECT_FALSE(page.texts.empty());
    page.trailer = page.texts.back();
    page.texts.pop_back();
    EXPECT_TRUE(page.trailer.starts_with("[pith] ")) << page.trailer;
    return page;
  }

  rewriter_bench& bench_;
  std::string owner_;
};

/// The documents of pages of rows; pieces of a row are put together first.
inline std::vector<pith::document> documents_of(
    const std::vector<seen_page>& pages) {
  std::vector<pith::document> out;
  std::string piece;
  for (const seen_page& page : pages) {
    EXPECT_EQ(page.texts.size(), 1U);
    if (!page.trailer.starts_with("[pith] bytes ")) {
      EXPECT_TRUE(piece.empty());
      out.push_back(decoded(page.texts[0]));
      continue;
    }
    piece.append(page.texts[0]);
    // "[pith] bytes 1-200 of 900 ..."
    const std::size_t dash = page.trailer.find('-');
    const std::size_t of = page.trailer.find(" of ");
    const std::string end = page.trailer.substr(dash + 1, of - dash - 1);
    const std::string all =
        page.trailer.substr(of + 4, page.trailer.find(' ', of + 4) - of - 4);
    if (end == all) {
      out.push_back(decoded(piece));
      piece.clear();
    }
  }
  EXPECT_TRUE(piece.empty());
  return out;
}

}  // namespace mcp_test

#endif  // PITH_TESTS_UNIT_MCP_PAGE_READER_HPP
