// SPDX-License-Identifier: MIT
#include "mcp/trace/export_answer.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test
using namespace std::chrono_literals;

TEST(mcp_export_answer, says_whether_to_try_again) {
  for (const int status : {200, 202, 204}) {
    EXPECT_EQ(outcome_of(status), export_outcome::taken) << status;
  }
  for (const int status : {429, 502, 503, 504}) {
    EXPECT_EQ(outcome_of(status), export_outcome::later) << status;
  }
  for (const int status : {100, 301, 400, 401, 404, 413, 500, 501}) {
    EXPECT_EQ(outcome_of(status), export_outcome::refused) << status;
  }
}

TEST(mcp_export_answer, reads_when_to_come_back) {
  EXPECT_EQ(read_retry_after("7"), 7s);
  EXPECT_EQ(read_retry_after("100000"), 60s);
  for (const char* const other :
       {"", "-1", "1.5", "99999999999999", "Wed, 21 Oct 2026 07:28:00 GMT"}) {
    EXPECT_FALSE(read_retry_after(other)) << other;
  }
}

TEST(mcp_export_answer, counts_what_was_rejected) {
  EXPECT_EQ(rejected_spans(R"({"partialSuccess":{"rejectedSpans":"3"}})", 5),
            3U);
  EXPECT_EQ(rejected_spans(R"({"partialSuccess":{"rejectedSpans":3}})", 5), 3U);
  EXPECT_EQ(rejected_spans(R"({"partialSuccess":{"rejectedSpans":9}})", 5), 5U);
  for (const char* const other :
       {"", "{}", "<html>", R"({"partialSuccess":{}})",
        R"({"partialSuccess":{"rejectedSpans":-1}})",
        R"({"partialSuccess":{"rejectedSpans":{}}})"}) {
    EXPECT_EQ(rejected_spans(other, 5), 0U) << other;
  }
}

TEST(mcp_export_answer, waits_longer_each_time) {
  EXPECT_EQ(retry_pause(1000ms, 1, 0), 1000ms);
  EXPECT_EQ(retry_pause(1000ms, 3, 0), 4000ms);
  EXPECT_EQ(retry_pause(1000ms, 1000, 0), 30'000ms);
  for (std::uint64_t noise = 0; noise < 3000; noise += 7) {
    EXPECT_GE(retry_pause(1000ms, 1, noise), 500ms);
    EXPECT_LE(retry_pause(1000ms, 1, noise), 1000ms);
  }
}

}  // namespace
