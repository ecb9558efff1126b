// SPDX-License-Identifier: MIT
#include "text/output.hpp"

#include <pith/sink.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace {

using pith::text::output;

constexpr std::size_t no_limit = ~std::size_t{0};

/// Takes so many pieces and refuses the next.
class choosy_sink final : public pith::sink {
 public:
  explicit choosy_sink(std::size_t pieces) : left_(pieces) {}
  bool write(std::string_view bytes) override {
    if (left_ == 0) return false;
    --left_;
    taken += bytes;
    return true;
  }
  std::string taken;

 private:
  std::size_t left_;
};

TEST(output, hands_over_what_was_put_in_order) {
  std::string text;
  pith::string_sink sink(text);
  output out;
  out.open(sink, no_limit);
  out.put('a');
  out.put("bcd");
  out.fill('-', 3);
  char* p = out.reserve(2);
  *p++ = 'y';
  *p++ = 'z';
  out.commit(p);
  EXPECT_TRUE(text.empty());
  EXPECT_TRUE(out.close());
  EXPECT_EQ(text, "abcd---yz");
}

TEST(output, takes_pieces_larger_than_its_buffer) {
  const std::size_t large = 2 * output::chunk_bytes + 100;
  std::string text;
  pith::string_sink sink(text);
  output out;
  out.open(sink, no_limit);
  out.put("ab");
  out.put(std::string(large, 'x'));
  out.fill('y', large);
  out.put("");
  EXPECT_TRUE(out.close());
  EXPECT_EQ(text, "ab" + std::string(large, 'x') + std::string(large, 'y'));
}

TEST(output, makes_room_by_handing_over) {
  std::string text;
  pith::string_sink sink(text);
  output out;
  out.open(sink, no_limit);
  for (std::size_t i = 0; i < 3 * output::chunk_bytes; ++i) out.put('z');
  EXPECT_GE(text.size(), 2 * output::chunk_bytes);
  EXPECT_LE(out.room(), output::chunk_bytes);
  EXPECT_TRUE(out.close());
  EXPECT_EQ(text, std::string(3 * output::chunk_bytes, 'z'));
}

TEST(output, stops_at_its_limit) {
  for (const std::size_t limit : {std::size_t{0}, std::size_t{5}}) {
    std::string text;
    pith::string_sink sink(text);
    output out;
    out.open(sink, limit);
    out.put("12345");
    if (limit == 0) {
      EXPECT_FALSE(out.close());
      EXPECT_TRUE(out.over_limit());
    } else {
      EXPECT_TRUE(out.close());
      EXPECT_EQ(text, "12345");
    }
  }
  std::string text;
  pith::string_sink sink(text);
  output out;
  out.open(sink, output::chunk_bytes + 10);
  out.put(std::string(2 * output::chunk_bytes, 'x'));
  EXPECT_FALSE(out.close());
  EXPECT_TRUE(out.over_limit());
  EXPECT_LE(text.size(), output::chunk_bytes + 10);
}

TEST(output, remembers_that_its_sink_refused) {
  choosy_sink sink(1);
  output out;
  out.open(sink, no_limit);
  out.fill('x', 4 * output::chunk_bytes);
  EXPECT_TRUE(out.failed());
  EXPECT_FALSE(out.over_limit());
  out.put(std::string(3 * output::chunk_bytes, 'y'));
  EXPECT_FALSE(out.close());
  EXPECT_EQ(sink.taken, std::string(output::chunk_bytes, 'x'));
}

TEST(output, can_be_opened_again) {
  choosy_sink refusing(0);
  output out;
  out.open(refusing, no_limit);
  out.put("lost");
  EXPECT_FALSE(out.close());
  std::string text;
  pith::string_sink sink(text);
  out.open(sink, no_limit);
  out.put("kept");
  EXPECT_TRUE(out.close());
  EXPECT_EQ(text, "kept");
}

}  // namespace
