// SPDX-License-Identifier: MIT
/// @file
/// Spans on their way to collectors that are there, away, slow, busy or mad.
#include "mcp/trace/export/span_exporter.hpp"

#include <pith/json.hpp>

#include "../../net/client/raw_server.hpp"
#include "mcp/observe/gateway_log.hpp"
#include "mcp/observe/metrics.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test
using namespace std::chrono_literals;
using pith_tests::raw_peer;
using pith_tests::raw_server;

/// A collector that answers each request with the next of these texts, and
/// with the last one from then on.
class collector_stub {
 public:
  explicit collector_stub(std::vector<std::string> answers)
      : answers_(std::move(answers)),
        server_([this](raw_peer& peer, int) { serve(peer); }) {}

  [[nodiscard]] traces_config settings() const {
    traces_config made;
    made.url = "http://127.0.0.1:" + std::to_string(server_.port());
    made.headers.set("X-Key", "secret");
    made.attributes = {{"deployment.environment.name", "test"}};
    return made;
  }
  [[nodiscard]] std::vector<std::string> requests() const {
    const std::lock_guard hold{lock_};
    return requests_;
  }
  /// How many spans there are in a request.
  static std::size_t spans_in(const std::string& request) {
    const std::string body = request.substr(request.find("\r\n\r\n") + 4);
    EXPECT_TRUE(pith::json::parse(body)) << body;
    std::size_t count = 0;
    for (std::size_t at = body.find("\"spanId\""); at != body.npos;
         at = body.find("\"spanId\"", at + 1)) {
      ++count;
    }
    return count;
  }

 private:
  void serve(raw_peer& peer) {
    for (;;) {
      const std::string request = peer.read_request();
      if (request.empty()) return;
      std::string answer;
      {
        const std::lock_guard hold{lock_};
        answer = answers_[std::min(requests_.size(), answers_.size() - 1)];
        requests_.push_back(request);
      }
      if (answer.empty()) return;  // it hangs up
      if (!peer.write(answer)) return;
    }
  }

  std::vector<std::string> answers_;
  mutable std::mutex lock_;
  std::vector<std::string> requests_;
  raw_server server_;
};

std::string status(std::string_view line, std::string_view body = "{}",
                   std::string_view fields = "") {
  std::string text = "HTTP/1.1 ";
  text.append(line).append("\r\nContent-Length: ");
  text.append(std::to_string(body.size())).append("\r\n");
  return text.append(fields).append("\r\n").append(body);
}

const std::string fine = status("200 OK");

class span_exporter_test : public testing::Test {
 protected:
  void SetUp() override { open({.interval = 20ms, .first_retry = 5ms}); }

  void open(span_exporter::options options) {
    exporter = std::make_unique<span_exporter>(from, metrics, log, options);
  }

  void push(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      trace_span one;
      one.own.trace[0] = 1;
      one.own.span[0] = 1;
      one.name = "ping";
      from->keep(std::move(one));
    }
  }

  template <class Condition>
  static bool eventually(Condition holds) {
    const auto end = std::chrono::steady_clock::now() + 20s;
    while (!holds()) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(2ms);
    }
    return true;
  }

  gateway_metrics metrics;
  gateway_log log{log_level::off};
  std::shared_ptr<tracer> from = std::make_shared<tracer>(&metrics);
  std::unique_ptr<span_exporter> exporter;
};

TEST_F(span_exporter_test, sends_what_there_is_after_a_while) {
  const collector_stub stub{{fine}};
  EXPECT_FALSE(from->is_on());
  ASSERT_EQ(exporter->use(stub.settings()), "");
  EXPECT_TRUE(from->is_on());
  push(3);
  ASSERT_TRUE(eventually([&] { return metrics.spans_exported == 3; }));
  const std::string request = stub.requests().front();
  EXPECT_TRUE(request.starts_with("POST /v1/traces HTTP/1.1\r\n")) << request;
  EXPECT_NE(request.find("\r\nX-Key: secret\r\n"), request.npos) << request;
  EXPECT_NE(request.find("\r\nContent-Type: application/json\r\n"),
            request.npos);
  EXPECT_NE(request.find(R"({"key":"service.name","value":{"stringValue":)"
                         R"("pith"}})"),
            request.npos);
  EXPECT_NE(request.find("deployment.environment.name"), request.npos);
  EXPECT_EQ(collector_stub::spans_in(request), 3U);
  EXPECT_EQ(exporter->use(std::nullopt), "");
  EXPECT_FALSE(from->is_on());
}

TEST_F(span_exporter_test, sends_a_full_batch_at_once) {
  open({.interval = 1h, .first_retry = 5ms});
  const collector_stub stub{{fine}};
  ASSERT_EQ(exporter->use(stub.settings()), "");
  // Its thread has looked once before.
  push(span_queue::batch + 5);
  ASSERT_TRUE(eventually([&] { return metrics.spans_exported >= 512; }));
  exporter->stop(10s);
  EXPECT_EQ(metrics.spans_exported, 517U);
  EXPECT_EQ(metrics.spans_failed, 0U);
  EXPECT_FALSE(from->is_on());
}

TEST_F(span_exporter_test, tries_again_what_is_for_later) {
  const collector_stub stub{{status("503 Busy", "", "Retry-After: 0\r\n"),
                             status("429 Slow"), "", status("502 Bad"), fine}};
  ASSERT_EQ(exporter->use(stub.settings()), "");
  push(2);
  ASSERT_TRUE(eventually([&] { return metrics.spans_exported == 2; }));
  const auto all = stub.requests();
  ASSERT_EQ(all.size(), 5U);
  for (const auto& one : all) {
    EXPECT_EQ(collector_stub::spans_in(one), 2U);
  }
  EXPECT_EQ(metrics.spans_failed, 0U);
}

TEST_F(span_exporter_test, gives_up_after_some_tries) {
  const collector_stub stub{{status("503 Busy")}};
  ASSERT_EQ(exporter->use(stub.settings()), "");
  push(2);
  ASSERT_TRUE(eventually([&] { return metrics.spans_failed == 2; }));
  EXPECT_EQ(stub.requests().size(), 5U);
}

TEST_F(span_exporter_test, does_not_repeat_what_is_refused) {
  const collector_stub stub{{status("400 Bad")}};
  ASSERT_EQ(exporter->use(stub.settings()), "");
  push(2);
  ASSERT_TRUE(eventually([&] { return metrics.spans_failed == 2; }));
  EXPECT_EQ(stub.requests().size(), 1U);
}

TEST_F(span_exporter_test, counts_what_was_rejected) {
  const collector_stub stub{
      {status("200 OK", R"({"partialSuccess":{"rejectedSpans":"2"}})")}};
  ASSERT_EQ(exporter->use(stub.settings()), "");
  push(5);
  ASSERT_TRUE(eventually(
      [&] { return metrics.spans_exported + metrics.spans_failed == 5; }));
  EXPECT_GE(metrics.spans_failed, 2U);
}

TEST_F(span_exporter_test, garbage_is_survived) {
  const collector_stub stub{{"what is this\r\n\r\n",
                             "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
                             status("200 OK", "<html>")}};
  ASSERT_EQ(exporter->use(stub.settings()), "");
  push(1);
  EXPECT_TRUE(eventually([&] { return metrics.spans_exported == 1; }));
}

TEST_F(span_exporter_test, nobody_waits_for_a_collector_that_is_away) {
  traces_config nowhere;
  {
    const collector_stub gone{{fine}};
    nowhere = gone.settings();
  }
  open({.interval = 20ms, .first_retry = 1h});
  ASSERT_EQ(exporter->use(nowhere), "");
  push(1);
  ASSERT_TRUE(eventually([&] { return from->queue().size() == 0; }));
  push(span_queue::capacity + 10);
  EXPECT_EQ(metrics.spans_dropped, 10U);
  const auto begin = std::chrono::steady_clock::now();
  exporter->stop(5s);
  // Each batch is tried once more, and nobody listens there.
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 4s);
  EXPECT_EQ(metrics.spans_failed, span_queue::capacity + 1);
}

TEST_F(span_exporter_test, its_end_is_bounded) {
  std::atomic<bool> is_over{false};
  const raw_server silent([&](raw_peer& peer, int) {
    std::string text;
    while (!is_over && peer.read_some(text)) {
    }
  });
  traces_config settings;
  settings.url = "http://127.0.0.1:" + std::to_string(silent.port()) + "/x";
  ASSERT_EQ(exporter->use(settings), "");
  push(1);
  const auto begin = std::chrono::steady_clock::now();
  exporter->stop(200ms);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
  EXPECT_EQ(metrics.spans_failed, 1U);
  is_over = true;
}

TEST_F(span_exporter_test, a_batch_under_way_goes_to_the_new_place) {
  const collector_stub busy{{status("503 Busy", "", "Retry-After: 60\r\n")}};
  const collector_stub stub{{fine}};
  ASSERT_EQ(exporter->use(busy.settings()), "");
  push(4);
  ASSERT_TRUE(eventually([&] { return !busy.requests().empty(); }));
  ASSERT_EQ(exporter->use(stub.settings()), "");
  EXPECT_TRUE(eventually([&] { return metrics.spans_exported == 4; }));
}

TEST_F(span_exporter_test, says_what_is_wrong_with_its_settings) {
  traces_config settings;
  settings.url = "ftp://x";
  EXPECT_NE(exporter->use(settings), "");
  settings.url = "https://127.0.0.1:1";
  settings.ca_file = "/nowhere/ca.pem";
  EXPECT_NE(exporter->use(settings), "");
  EXPECT_FALSE(from->is_on());
}

TEST_F(span_exporter_test, many_threads_may_trace) {
  const collector_stub stub{{fine}};
  ASSERT_EQ(exporter->use(stub.settings()), "");
  std::vector<std::thread> writers;
  for (int w = 0; w < 4; ++w) {
    writers.emplace_back([this] { push(1'000); });
  }
  for (std::thread& one : writers) one.join();
  exporter->stop(20s);
  EXPECT_EQ(metrics.spans_exported + metrics.spans_dropped, 4'000U);
  EXPECT_EQ(metrics.spans_failed, 0U);
}

}  // namespace
