// SPDX-License-Identifier: MIT
// The parts put together: for whole texts, and for texts in chunks.
#include <pith/json.hpp>

#include "gcf/decode/chunk_reader.hpp"
#include "gcf/decode/line_reader.hpp"
#include "gcf/lex/load.hpp"
#include "noting_handler.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace {

using pith::error_code;
using namespace pith::gcf::decoding;  // NOLINT: this file is about nothing else
using pith_tests::noting_handler;
using pith_tests::strings;

class line_readers : public ::testing::Test {
 protected:
  std::string read(std::string_view body) {
    lines_.begin(data_, {}, purpose::document, nullptr, false);
    copy_text(lines_.in().text, data_,
              "GCF profile=generic\n" + std::string(body));
    char* const p = lines_.read_header();
    if (p == nullptr || !lines_.read_lines(p) || !lines_.finish() ||
        !lines_.complete()) {
      return "failed";
    }
    return *pith::json::write(pith::detail::document_access::make(data_, 0));
  }
  error_code failure(std::string_view body) {
    EXPECT_EQ(read(body), "failed") << body;
    return lines_.in().text.problem.code;
  }

  pith::detail::document_data data_;
  line_reader lines_;
};

TEST_F(line_readers, roots) {
  EXPECT_EQ(read(""), "{}");
  EXPECT_EQ(read("=1"), "1");
  EXPECT_EQ(read("## [1]: 2\n"), "[2]");
  EXPECT_EQ(read("## [1]{a}\n3\n##! summary\n"), R"([{"a":3}])");
  EXPECT_EQ(read("a=4"), R"({"a":4})");
}

TEST_F(line_readers, nothing_follows_a_root) {
  EXPECT_EQ(failure("=1\n=2"), error_code::trailing_characters);
  EXPECT_EQ(failure("## [?]{a}\n1\n## b\n"), error_code::invalid_line);
  EXPECT_EQ(failure("## [1]{a}\n1\n2\n"), error_code::count_mismatch);
  EXPECT_EQ(failure("=1\n##! summary\n=1"), error_code::invalid_line);
  EXPECT_EQ(failure("  =1"), error_code::invalid_indent);
}

/// A text whose lines are given to a chunk_reader as they come.
class chunk_readers : public ::testing::Test {
 protected:
  void begin() {
    events_.notes.clear();
    reader_.begin(data_, {}, events_);
    reader_.require_summary(false);
    data_.text.clear();
  }
  /// Adds lines to the text and reads them from the offset `next` on. Returns
  /// the offset of the next one.
  std::size_t add(std::string_view lines, std::size_t next, bool is_last) {
    const char* const before = data_.text.data();
    data_.text.append(lines.data(), lines.size());
    data_.text.ensure(pith::detail::text_padding);
    if (data_.text.data() != before) {
      reader_.move_text(before, data_.text.data(), 0);
    }
    std::memset(data_.text.end(), 0, pith::detail::text_padding);
    text_.first = data_.text.data();
    text_.last = data_.text.end();
    *text_.last = '\n';
    char* const p = next == 0 ? reader_.read_header(text_) : text_.first + next;
    return text_.offset_of(reader_.read_lines(text_, p, is_last));
  }

  noting_handler events_;
  pith::detail::document_data data_;
  chunk_reader reader_;
  source text_;
};

TEST_F(chunk_readers, units_are_handed_out_when_they_are_complete) {
  begin();
  std::size_t next = add("GCF profile=generic\na=1\n## t [?]{x}\n", 0, false);
  EXPECT_FALSE(reader_.takes_part());
  EXPECT_EQ(events_.notes, (strings{"member a 1", "begin t table x of ?"}));
  EXPECT_EQ(reader_.needed_from(next), next);
  const std::size_t row = next;
  next = add("2\n@1 ^\n", next, false);
  EXPECT_EQ(events_.notes.back(), "item {\"x\":2}");
  EXPECT_EQ(reader_.needed_from(next), row + 2);  // the open row
  next = add(".x {}\n    y=3\n", next, false);
  EXPECT_EQ(reader_.needed_from(next), row + 2);
  ASSERT_TRUE(reader_.finish(text_));
  EXPECT_EQ(events_.notes.back(), "end 2");
  EXPECT_EQ(events_.notes[events_.notes.size() - 2], "item {\"x\":{\"y\":3}}");
}

/// A line that may be a row or an element is read when the next one is there.
TEST_F(chunk_readers, lines_wait_for_the_next_one) {
  begin();
  const std::string_view before =
      "GCF profile=generic\n## [?]{a}\n@0 ^\n.a [1]{x}\n    1\n@1 ^\n.a [1]\n";
  std::size_t next = add(before, 0, false);
  EXPECT_EQ(next, before.size());
  next = add("    @0 =3\n\n", next, false);
  EXPECT_EQ(next, before.size());
  next = add("@2 =4\n", next, false);
  EXPECT_EQ(next, text_.offset_of(text_.last));
  EXPECT_EQ(events_.notes.back(), "item {\"a\":[3]}");
}

TEST_F(chunk_readers, keep_keys_and_declarations_while_text_slides) {
  begin();
  const std::string_view header = "GCF profile=generic\n## t [?]{name}\n";
  std::size_t next = add(header, 0, false);
  std::string kept;
  const auto keep = [&](std::size_t offset, std::size_t length) {
    const std::size_t to = kept.size();
    kept.append(data_.text.data() + offset, length);
    return to;
  };
  reader_.keep_texts(keep);
  EXPECT_EQ(kept, "tname{name}");
  // Nothing is kept twice.
  reader_.keep_texts(keep);
  EXPECT_EQ(kept, "tname{name}");
  const std::size_t by = kept.size() - next;
  reader_.move_text(data_.text.data(), data_.text.data(), by);
  data_.text.clear();
  data_.text.append(kept.data(), kept.size());
  text_.base -= by;
  next = add("x\n", next + by, false);
  EXPECT_EQ(events_.notes.back(), "item {\"name\":\"x\"}");
  add("y|z\n", next, false);
}

TEST_F(chunk_readers, payloads_of_deltas_take_part) {
  begin();
  data_.text.append("GCF profile=generic key=id pack_root=r\n", 39);
  data_.text.ensure(pith::detail::text_padding);
  std::memset(data_.text.end(), 0, pith::detail::text_padding);
  text_.first = data_.text.data();
  text_.last = data_.text.end();
  *text_.last = '\n';
  EXPECT_EQ(reader_.read_header(text_), text_.last);
  EXPECT_TRUE(reader_.takes_part());
}

}  // namespace
