// SPDX-License-Identifier: MIT
/// @file
/// What the tests of rows share.
#ifndef PITH_TESTS_UNIT_ROWS_ROWS_SUPPORT_HPP
#define PITH_TESTS_UNIT_ROWS_ROWS_SUPPORT_HPP

#include <pith/document.hpp>
#include <pith/json.hpp>

#include "rows/byte_source.hpp"
#include "rows/row_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace pith_tests {

/// A text that comes in small pieces, and fails at its end if it is told to.
class slow_bytes final : public cli::rows::byte_source {
 public:
  slow_bytes(std::string_view text, std::size_t most, bool fails = false)
      : rest_(text), most_(most), fails_(fails) {}
  pith::result<std::size_t> read(std::span<char> into) override {
    const std::size_t count = std::min({into.size(), rest_.size(), most_});
    if (count == 0 && fails_) {
      return pith::error{pith::error_code::read_failed, 0, "no more"};
    }
    std::copy_n(rest_.begin(), count, into.begin());
    rest_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view rest_;
  std::size_t most_;
  bool fails_;
};

/// All rows as lines of JSON, and what came after them: nothing, or
/// "! code offset", with "line:column" where they are known.
inline std::string read_all(cli::rows::row_source& source) {
  std::string out;
  pith::string_sink sink(out);
  std::uint64_t expected = 0;
  for (;;) {
    const auto more = source.next();
    if (!more) {
      const pith::error& what = more.error();
      out += "! " + std::string(name(what.code)) + ' ' +
             std::to_string(what.offset);
      if (const auto where = source.locate(what.offset)) {
        out += ' ' + std::to_string(where->line) + ':' +
               std::to_string(where->text_offset + 1) + ' ' + where->text;
      }
      // An error is final.
      const auto again = source.next();
      EXPECT_FALSE(again.has_value());
      EXPECT_TRUE(again || again.error() == what);
      return out;
    }
    if (!*more) break;
    EXPECT_EQ(source.first_row(), expected);
    const auto array = source.rows().get_array();
    EXPECT_TRUE(array && !array->empty());
    expected += array ? array->size() : 0;
    EXPECT_TRUE(pith::json::write_lines_to(sink, source.rows()).has_value());
  }
  const auto again = source.next();
  EXPECT_TRUE(again && !*again);
  EXPECT_EQ(source.first_row(), expected);
  return out;
}

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_ROWS_ROWS_SUPPORT_HPP
