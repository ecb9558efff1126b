// SPDX-License-Identifier: MIT
#include "mcp/observe/gateway_log.hpp"

#include <pith/json.hpp>

#include "mcp/observe/call_log.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <thread>
#include <vector>

namespace {

using pith::mcp::find_log_level;
using pith::mcp::log_level;

class gateway_log : public testing::Test {
 protected:
  void SetUp() override {
    const testing::TestInfo& info =
        *testing::UnitTest::GetInstance()->current_test_info();
    file_ = std::filesystem::temp_directory_path() /
            ("pith-log-" + std::to_string(::getpid()) + info.name());
    std::filesystem::remove(file_);
  }
  void TearDown() override { std::filesystem::remove(file_); }

  std::unique_ptr<pith::mcp::gateway_log> open(log_level level) const {
    auto made = pith::mcp::gateway_log::make(level, file_.string());
    EXPECT_EQ(made.failure, "");
    return std::move(made.log);
  }

  std::vector<std::string> lines() const {
    std::ifstream in{file_};
    std::vector<std::string> out;
    for (std::string line; std::getline(in, line);) out.push_back(line);
    return out;
  }

  /// A line without the time, which is checked for its form.
  static std::string timeless(const std::string& line) {
    constexpr std::string_view form = R"({"time":"dddd-dd-ddTdd:dd:dd.dddZ",)";
    EXPECT_GT(line.size(), form.size());
    for (std::size_t i = 0; i < form.size() && i < line.size(); ++i) {
      if (form[i] == 'd' && i > 8) {
        EXPECT_TRUE(line[i] >= '0' && line[i] <= '9') << line;
      } else {
        EXPECT_EQ(line[i], form[i]) << line;
      }
    }
    return line.substr(form.size());
  }

  std::filesystem::path file_;
};

TEST_F(gateway_log, one_object_per_line) {
  const auto log = open(log_level::info);
  log->info("listening", {{"address", "127.0.0.1"}, {"port", 4100}});
  log->warn("nothing");
  log->error("all kinds", {{"yes", true},
                           {"minus", -1L},
                           {"most", std::numeric_limits<std::uint64_t>::max()},
                           {"real", 0.25},
                           {"none", std::numeric_limits<double>::infinity()},
                           {"text", std::string("t")},
                           {"view", std::string_view("v")}});
  const auto out = lines();
  ASSERT_EQ(out.size(), 3U);
  EXPECT_EQ(timeless(out[0]),
            R"("level":"info","event":"listening","address":"127.0.0.1",)"
            R"("port":4100})");
  EXPECT_EQ(timeless(out[1]), R"("level":"warn","event":"nothing"})");
  EXPECT_EQ(timeless(out[2]),
            R"("level":"error","event":"all kinds","yes":true,"minus":-1,)"
            R"("most":18446744073709551615,"real":0.25,"none":null,)"
            R"("text":"t","view":"v"})");
}

TEST_F(gateway_log, texts_are_escaped_and_made_utf_8) {
  const auto log = open(log_level::info);
  log->info("a\"b\n{}", {{"k\\", "\x01{} %v \xff\xc3(\u20ac"}});
  const auto out = lines();
  ASSERT_EQ(out.size(), 1U);
  EXPECT_EQ(timeless(out[0]),
            "\"level\":\"info\",\"event\":\"a\\\"b\\n{}\","
            "\"k\\\\\":\"\\u0001{} %v \uFFFD\uFFFD(\u20ac\"}");
  EXPECT_TRUE(pith::json::parse(out[0]));
}

TEST_F(gateway_log, long_texts_are_cut_between_characters) {
  const auto log = open(log_level::debug);
  std::string text(pith::mcp::log_value::max_text_bytes - 1, 'x');
  const std::string fits = text + "y";
  text += "\u20ac and more";
  log->debug("long", {{"cut", text}, {"fits", fits}});
  const auto out = lines();
  ASSERT_EQ(out.size(), 1U);
  const auto line = pith::json::parse(out[0]);
  ASSERT_TRUE(line);
  EXPECT_EQ(line->root().find("cut")->get_string(),
            fits.substr(0, fits.size() - 1));
  EXPECT_EQ(line->root().find("fits")->get_string(), fits);
}

TEST_F(gateway_log, below_its_level_nothing_is_written) {
  {
    const auto log = open(log_level::warn);
    EXPECT_FALSE(log->debug_on());
    log->debug("d");
    log->info("i");
    log->warn("w");
    log->error("e");
    EXPECT_EQ(lines().size(), 2U);
  }
  const auto silent = open(log_level::off);
  silent->error("e");
  EXPECT_EQ(lines().size(), 2U);  // and the file was not emptied
  const auto all = open(log_level::debug);
  EXPECT_TRUE(all->debug_on());
  all->debug("d");
  EXPECT_EQ(lines().size(), 3U);
}

TEST_F(gateway_log, levels_have_names) {
  for (const auto level : {log_level::debug, log_level::info, log_level::warn,
                           log_level::error, log_level::off}) {
    EXPECT_EQ(find_log_level(name(level)), level);
  }
  EXPECT_FALSE(find_log_level("loud"));
  EXPECT_FALSE(find_log_level(""));
}

TEST_F(gateway_log, a_file_that_cannot_be_opened) {
  std::ofstream{file_} << "a file";
  const auto made = pith::mcp::gateway_log::make(
      log_level::info, (file_ / "no" / "way.log").string());
  EXPECT_FALSE(made.log);
  EXPECT_NE(made.failure.find("way.log"), std::string::npos) << made.failure;
}

TEST_F(gateway_log, standard_error) {
  testing::internal::CaptureStderr();
  const auto made = pith::mcp::gateway_log::make(log_level::info, "");
  ASSERT_TRUE(made.log);
  made.log->info("hello");
  const std::string out = testing::internal::GetCapturedStderr();
  EXPECT_EQ(timeless(out), "\"level\":\"info\",\"event\":\"hello\"}\n");
}

TEST_F(gateway_log, lines_of_several_threads_stay_whole) {
  const auto log = open(log_level::info);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&log, t] {
      for (int i = 0; i < 250; ++i) log->info("x", {{"t", t}, {"i", i}});
    });
  }
  for (std::thread& thread : threads) thread.join();
  const auto out = lines();
  EXPECT_EQ(out.size(), 1000U);
  for (const std::string& line : out) {
    EXPECT_TRUE(pith::json::parse(line)) << line;
  }
}

TEST_F(gateway_log, calls_by_their_numbers) {
  const auto log = open(log_level::info);
  pith::mcp::call_record call;
  call.server = "db";
  call.tool = "query";
  call.tokens_before = 900;
  call.tokens_after = 300;
  call.format = "gcf";
  call.total = std::chrono::microseconds(12'345);
  call.added = std::chrono::nanoseconds(67'890);
  pith::mcp::log_call(*log, call);
  call.format = {};
  call.reason = pith::mcp::pass_reason::small;
  call.tokens_after = 900;
  pith::mcp::log_call(*log, call);
  call.is_failure = true;
  call.outcome = pith::mcp::call_outcome::error;
  pith::mcp::log_call(*log, call);
  const auto written = lines();
  ASSERT_EQ(written.size(), 3U);
  EXPECT_EQ(timeless(written[0]),
            R"("level":"info","event":"call","server":"db","tool":"query",)"
            R"("tokens_before":900,"tokens_after":300,"format":"gcf",)"
            R"("paged":false,"ms":12.345,"added_ms":0.067,"outcome":"ok"})");
  EXPECT_NE(written[1].find(R"("passed":"small")"), std::string::npos);
  EXPECT_EQ(timeless(written[2]),
            R"("level":"info","event":"call failed","server":"db",)"
            R"("tool":"query","ms":12.345,"outcome":"error"})");
}

TEST_F(gateway_log, calls_say_whose_they_were) {
  const auto log = open(log_level::info);
  pith::mcp::call_record call;
  call.server = "db";
  call.tool = "drop";
  call.principal = "alice";
  call.address = "10.0.0.7";
  call.session = "4f2a91";
  call.request = "17";
  const std::string whose =
      R"("principal":"alice","address":"10.0.0.7","session":"4f2a91",)"
      R"("request":"17"})";
  pith::mcp::log_call(*log, call);
  call.is_failure = true;
  call.outcome = pith::mcp::call_outcome::denied;
  pith::mcp::log_call(*log, call);
  call.outcome = pith::mcp::call_outcome::timeout;
  call.why = "no answer";
  pith::mcp::log_call(*log, call);
  call.tool = {};
  pith::mcp::log_lost_request(*log, call, "initialize");
  const auto written = lines();
  ASSERT_EQ(written.size(), 4U);
  for (const std::string& line : written) {
    EXPECT_TRUE(line.ends_with(whose)) << line;
  }
  EXPECT_TRUE(
      timeless(written[1])
          .starts_with(
              R"("level":"warn","event":"denied","server":"db","tool":"drop",)"));
  EXPECT_NE(written[2].find(R"("level":"warn","event":"call failed")"),
            std::string::npos);
  EXPECT_NE(written[2].find(R"("outcome":"timeout","why":"no answer")"),
            std::string::npos);
  EXPECT_NE(written[3].find(R"("event":"request failed","server":"db",)"
                            R"("method":"initialize")"),
            std::string::npos);
}

TEST_F(gateway_log, is_for_its_owner_and_can_be_moved_away) {
  const auto log = open(log_level::info);
  log->info("first");
  const auto rights = std::filesystem::status(file_).permissions();
  EXPECT_EQ(rights, std::filesystem::perms::owner_read |
                        std::filesystem::perms::owner_write);
  const std::filesystem::path moved = file_.string() + ".1";
  std::filesystem::rename(file_, moved);
  log->info("still there");
  EXPECT_FALSE(std::filesystem::exists(file_));
  EXPECT_EQ(log->reopen(), "");
  log->info("second");
  ASSERT_EQ(lines().size(), 1U);
  EXPECT_NE(lines()[0].find("second"), std::string::npos);
  std::filesystem::remove(moved);
  // Where it cannot be opened, the old one is better than none.
  const std::filesystem::path folder = file_;
  std::filesystem::rename(file_, moved);
  std::filesystem::create_directory(folder);
  EXPECT_NE(log->reopen(), "");
  log->info("third");
  std::filesystem::remove(folder);
  std::filesystem::rename(moved, file_);
  EXPECT_EQ(lines().size(), 2U);
}

TEST_F(gateway_log, some_things_are_told_at_every_level) {
  open(log_level::error)->note("listening");
  open(log_level::off)->note("listening");
  EXPECT_EQ(lines().size(), 1U);
}

TEST_F(gateway_log, bodies_at_debug_alone) {
  pith::mcp::rewrite_outcome outcome;
  outcome.result = R"({"content":["short"]})";
  pith::mcp::log_bodies(*open(log_level::info), "db", "{}", outcome);
  EXPECT_TRUE(lines().empty());
  pith::mcp::log_bodies(*open(log_level::debug), "db", "{}", outcome);
  outcome.result.reset();
  pith::mcp::log_bodies(*open(log_level::debug), "db", "{}", outcome);
  const auto written = lines();
  ASSERT_EQ(written.size(), 2U);
  EXPECT_EQ(timeless(written[0]),
            R"("level":"debug","event":"result","server":"db","came":"{}",)"
            R"("sent":"{\"content\":[\"short\"]}"})");
  EXPECT_EQ(timeless(written[1]),
            R"("level":"debug","event":"result","server":"db","came":"{}"})");
}

}  // namespace
