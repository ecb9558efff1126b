// SPDX-License-Identifier: MIT
#include "gcf/stream/chunk_feed.hpp"

#include "noting_handler.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

using pith::error_code;
using pith::gcf::chunk_bounds;
using pith::gcf::chunk_feed;
using pith_tests::noting_handler;
using pith_tests::strings;

class chunk_feeds : public ::testing::Test {
 protected:
  void begin(const chunk_bounds& holding = {},
             const pith::limits& bounds = {}) {
    events_.notes.clear();
    feed_.begin(bounds, {}, events_, holding);
  }

  noting_handler events_;
  chunk_feed feed_;
};

TEST_F(chunk_feeds, choose_the_profile_by_the_first_line) {
  begin();
  ASSERT_TRUE(feed_.feed("GCF profile=generic"));
  ASSERT_TRUE(feed_.feed("\na=1\nb"));
  EXPECT_EQ(events_.notes, (strings{"member a 1"}));
  ASSERT_TRUE(feed_.feed("=2"));
  ASSERT_TRUE(feed_.end());
  EXPECT_EQ(events_.notes.back(), "member b 2");
  begin();
  ASSERT_TRUE(feed_.feed("GCF profile=graph tool=t budget=1 tokens=1\n"));
  EXPECT_FALSE(feed_.is_held());
  ASSERT_FALSE(events_.notes.empty());
  EXPECT_EQ(events_.notes[0], "member tool \"t\"");
  ASSERT_TRUE(feed_.end());
}

TEST_F(chunk_feeds, hold_what_cannot_be_judged_line_by_line) {
  const std::string_view text =
      "GCF profile=generic key=id pack_root=r\n## [1]{@id}\n1\n";
  begin();
  for (const char& c : text) ASSERT_TRUE(feed_.feed({&c, 1}));
  ASSERT_TRUE(feed_.end());
  EXPECT_TRUE(feed_.is_held());
  EXPECT_EQ(feed_.held_text(), text);
  EXPECT_TRUE(events_.notes.empty());
}

TEST_F(chunk_feeds, drop_what_has_been_read) {
  chunk_bounds holding;
  holding.slide_bytes = 1;
  holding.max_held_bytes = 4096;
  begin(holding);
  const std::string_view head = "GCF profile=generic\n## t [?]{name,\"p>q\"}\n";
  const std::string_view row = "a name|some text\n";
  ASSERT_TRUE(feed_.feed(head));
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(feed_.feed(row));
    ASSERT_LT(feed_.held_text().size(), 200u);
  }
  EXPECT_EQ(events_.notes.back(),
            R"(item {"name":"a name","p":{"q":"some text"}})");
  // Errors are still at their place in the text.
  EXPECT_FALSE(feed_.feed("x\n"));
  EXPECT_EQ(feed_.problem().code, error_code::row_width_mismatch);
  EXPECT_EQ(feed_.problem().offset, head.size() + 1000 * row.size() + 1);
}

TEST_F(chunk_feeds, bound_what_is_held) {
  chunk_bounds holding;
  holding.max_held_bytes = 2000;
  begin(holding);
  ASSERT_TRUE(feed_.feed("GCF profile=generic\n"));
  EXPECT_FALSE(feed_.feed("a=" + std::string(3000, 'x')));
  EXPECT_EQ(feed_.problem().code, error_code::size_limit);
  pith::limits bounds;
  bounds.max_bytes = 30;
  begin({}, bounds);
  ASSERT_TRUE(feed_.feed("GCF profile=generic\n"));
  EXPECT_FALSE(feed_.feed("a=" + std::string(30, 'x')));
  EXPECT_EQ(feed_.problem().code, error_code::size_limit);
}

TEST_F(chunk_feeds, may_require_a_summary) {
  feed_.require_summary(true);
  for (const char* const text :
       {"GCF profile=generic\n## [?]{a}\n1\n", "GCF profile=graph tool=t\n"}) {
    begin();
    ASSERT_TRUE(feed_.feed(text));
    EXPECT_FALSE(feed_.end());
    EXPECT_EQ(feed_.problem().code, error_code::missing_summary) << text;
  }
}

}  // namespace
