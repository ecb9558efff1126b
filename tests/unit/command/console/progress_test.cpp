// SPDX-License-Identifier: MIT
#include "console/progress.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace {

using cli::progress_line;

constexpr std::uint64_t mib = 1024 * 1024;

TEST(progress, shows_share_bytes_rate_and_time_left) {
  EXPECT_EQ(progress_line(25 * mib, 100 * mib, 5, 80),
            "[==========>                             ]   25%  25.0 MiB  "
            "5.0 MiB/s  0:15 left");
}

TEST(progress, without_a_total_shows_what_is_known) {
  EXPECT_EQ(progress_line(1536, 0, 3, 80), "1.5 KiB  512 B/s  0:03");
}

TEST(progress, begins_and_ends_within_its_bar) {
  EXPECT_EQ(progress_line(0, 100, 0, 50),
            "[>                  ]    0%  0 B  0 B/s  -:-- left");
  EXPECT_EQ(progress_line(100, 100, 10, 50),
            "[================]  100%  100 B  10 B/s  0:00 left");
}

TEST(progress, more_than_the_total_is_the_whole) {
  EXPECT_NE(progress_line(200, 100, 10, 80).find("100%  200 B"),
            std::string::npos);
}

TEST(progress, never_exceeds_the_width) {
  for (std::size_t width = 0; width < 120; ++width) {
    for (const std::uint64_t total : {std::uint64_t{0}, 7 * mib}) {
      EXPECT_LE(progress_line(3 * mib, total, 4000, width).size(), width);
    }
  }
}

TEST(progress, long_times_have_hours_and_numbers_do_not_overflow) {
  EXPECT_NE(progress_line(1, 3724, 1, 80).find("  1:02:03 left"),
            std::string::npos);
  const auto most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_LE(progress_line(most, most, 1e-9, 100).size(), 100U);
  EXPECT_LE(progress_line(1, most, 1e9, 100).size(), 100U);
}

TEST(progress, a_stage_says_what_is_done_to_how_much_since_when) {
  EXPECT_EQ(cli::stage_line("parsing", 34 * mib, 3, 80),
            "parsing  34.0 MiB  0:03");
  EXPECT_EQ(cli::stage_line("reading", 0, 61, 80), "reading  1:01");
  EXPECT_EQ(cli::stage_line("reading", 0, 61, 9), "reading  ");
}

}  // namespace
