// SPDX-License-Identifier: MIT
// The parts of the reader that know nothing of containers.
#include "gcf/decode/completed_arrays.hpp"
#include "gcf/decode/key_spellings.hpp"
#include "gcf/decode/shared_schemas.hpp"
#include "gcf/decode/trailer.hpp"
#include "loaded_reading.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace {

using pith::error_code;
using namespace pith::gcf::decoding;  // NOLINT: this file is about nothing else
using pith_tests::loaded_reading;

TEST(completed_arrays, say_why_a_line_does_not_fit) {
  loaded_reading r;
  completed_arrays completed(r.in);
  const auto verdict = [&](std::string_view text) {
    r.load(text);
    const line ln = r.line_at(r.in.text.first);
    EXPECT_EQ(completed.misfit(ln, ln.first, error_code::invalid_line, "x"),
              outcome::failed);
    return r.failure();
  };
  EXPECT_EQ(verdict("x"), error_code::invalid_line);
  EXPECT_EQ(verdict(".x"), error_code::orphan_attachment);
  completed.note(1);
  EXPECT_EQ(verdict("  x"), error_code::invalid_line);  // not before this line
  completed.begin_line();
  EXPECT_EQ(verdict("  x"), error_code::count_mismatch);
  EXPECT_EQ(verdict("x"), error_code::invalid_line);  // another level
  completed.note_before(0, true);
  EXPECT_EQ(verdict("x"), error_code::orphan_inline_attachment);
  completed.forget_before();
  EXPECT_EQ(verdict("x"), error_code::invalid_line);
  completed.note_before(0, true);
  completed.begin_line();
  EXPECT_EQ(verdict("x"), error_code::invalid_line);
}

TEST(key_spellings, recognise_bare_keys) {
  loaded_reading r;
  key_spellings spellings(r.in);
  r.load("abc=1 \"a b\" a_name_that_is_longer_than_one_block =");
  const auto intern = [&](std::size_t offset, std::size_t length) {
    const std::string_view key(r.in.text.first + offset, length);
    return r.in.shapes.intern(key, [&] { return offset; });
  };
  const std::uint32_t bare = intern(0, 3);
  const std::uint32_t quoted = intern(7, 3);
  const std::uint32_t longer = intern(12, 36);
  EXPECT_TRUE(spellings.is_bare(bare));
  EXPECT_FALSE(spellings.is_bare(quoted));
  EXPECT_EQ(spellings.skip(r.in.text.first, bare), r.in.text.first + 3);
  EXPECT_EQ(spellings.skip(r.in.text.first + 1, bare), nullptr);
  EXPECT_EQ(spellings.skip(r.in.text.first + 7, quoted), nullptr);
  EXPECT_EQ(spellings.skip(r.in.text.first + 12, longer), r.in.text.first + 48);
  EXPECT_EQ(spellings.skip(r.in.text.first + 13, longer), nullptr);
}

TEST(shared_schemas, are_forgotten_when_there_are_many) {
  shared_schemas schemas;
  EXPECT_EQ(schemas.find(1, 2), no_index);
  schemas.set(1, 2, 3);
  EXPECT_EQ(schemas.find(1, 2), 3u);
  EXPECT_EQ(schemas.find(2, 1), no_index);
  for (std::uint32_t table = 0; table < 5000; ++table) {
    schemas.set(table, 2, 4);
    schemas.keep_only(1);
    ASSERT_LE(schemas.size(), 1025u);
    ASSERT_EQ(schemas.find(1, 2), table == 0 ? 3u : 4u);
  }
  schemas.clear();
  EXPECT_EQ(schemas.find(1, 2), no_index);
}

class trailers : public ::testing::Test {
 protected:
  outcome read(std::string_view text) {
    r_.load(text);
    return trailer_.read_line(r_.line_at(r_.in.text.first));
  }
  /// The verdict about a text with sections of 2 and 3.
  error_code failure(std::string_view text) {
    trailer_.clear();
    static_cast<void>(trailer_.add(2));
    trailer_.set(trailer_.add(0), 3);
    EXPECT_EQ(read(text), outcome::failed) << text;
    return r_.failure();
  }

  loaded_reading r_;
  trailer trailer_{r_.in};
};

TEST_F(trailers, count_deferred_sections) {
  EXPECT_EQ(trailer_.add(2), 0u);
  EXPECT_EQ(trailer_.add(0), 1u);
  trailer_.set(1, 3);
  EXPECT_EQ(trailer_.held_bytes(), 2 * sizeof(std::size_t));
  EXPECT_FALSE(trailer_.is_read());
  EXPECT_EQ(read("##! summary x=1 counts=2,3\n"), outcome::taken);
  EXPECT_EQ(r_.in.next, r_.in.text.last);
  EXPECT_TRUE(trailer_.is_read());
  EXPECT_EQ(read("##! summary\n"), outcome::failed);
  EXPECT_EQ(trailer_.reject(r_.line_at(r_.in.text.first)), outcome::failed);
  EXPECT_EQ(r_.failure(), error_code::invalid_line);
}

TEST_F(trailers, must_count_right) {
  EXPECT_EQ(failure("##! summary"), error_code::count_mismatch);
  EXPECT_EQ(failure("##! summary counts=2"), error_code::count_mismatch);
  EXPECT_EQ(failure("##! summary counts=2,3,4"), error_code::count_mismatch);
  EXPECT_EQ(failure("##! summary counts=3,2"), error_code::count_mismatch);
  EXPECT_EQ(failure("##! summary counts=2,03"), error_code::count_mismatch);
  EXPECT_EQ(failure("##! summary counts=2, 3"),
            error_code::malformed_header_field);
  EXPECT_EQ(failure("##! summary counts=2,3 counts=2,3"),
            error_code::duplicate_header_field);
  EXPECT_EQ(failure("##! other"), error_code::invalid_line);
  EXPECT_EQ(failure("  ##! summary counts=2,3"), error_code::invalid_line);
}

TEST_F(trailers, may_be_required) {
  r_.load("x");
  EXPECT_TRUE(trailer_.finish());
  trailer_.require(true);
  EXPECT_FALSE(trailer_.finish());
  EXPECT_EQ(r_.failure(), error_code::missing_summary);
  EXPECT_EQ(r_.failed_at(), 1u);
  EXPECT_EQ(read("##! summary"), outcome::taken);
  EXPECT_TRUE(trailer_.finish());
  trailer_.clear();
  EXPECT_FALSE(trailer_.finish());
}

}  // namespace
