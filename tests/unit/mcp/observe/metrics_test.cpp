// SPDX-License-Identifier: MIT
#include "mcp/observe/metrics.hpp"

#include <pith/json.hpp>

#include "mcp/observe/histogram.hpp"

#include <gmock/gmock.h>

#include <string>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using pith::mcp::call_record;
using pith::mcp::gateway_metrics;
using pith::mcp::pass_reason;
using testing::HasSubstr;
using testing::Not;

/// A number of json() under a path of keys; servers and tools by index.
class metrics_json {
 public:
  explicit metrics_json(const gateway_metrics& of)
      : doc_(*pith::json::parse(of.json())) {}

  [[nodiscard]] double at(std::initializer_list<std::string_view> path) const {
    const auto found = find(path);
    return found ? found->get_double().value_or(-2) : -1;
  }
  [[nodiscard]] std::string text(
      std::initializer_list<std::string_view> path) const {
    const auto found = find(path);
    return found ? std::string(found->get_string().value_or("?")) : "";
  }

 private:
  [[nodiscard]] std::optional<pith::value> find(
      std::initializer_list<std::string_view> path) const {
    std::optional<pith::value> at = doc_.root();
    for (const std::string_view key : path) {
      if (!at) break;
      at = at->type() == pith::kind::array
               ? at->at(std::stoul(std::string(key)))
               : at->find(key);
    }
    return at;
  }
  pith::document doc_;
};

call_record rewritten(std::string_view server, std::string_view tool,
                      std::size_t before, std::size_t after) {
  return {.server = server,
          .tool = tool,
          .tokens_before = before,
          .tokens_after = after,
          .format = "gcf",
          .added = 100us,
          .total = 30ms};
}

TEST(histogram, counts_in_buckets) {
  pith::mcp::histogram h;
  EXPECT_EQ(h.quantile(0.5), 0);
  h.add(10us);  // the end of a bucket belongs to it
  h.add(11us);
  h.add(-5ns);
  h.add(1000s);
  EXPECT_EQ(h.count_in(0), 2U);
  EXPECT_EQ(h.count_in(1), 1U);
  EXPECT_EQ(h.count_in(pith::mcp::histogram::bounds.size()), 1U);
  EXPECT_EQ(h.count(), 4U);
  EXPECT_NEAR(h.sum(), 1000.000021, 1e-9);
  EXPECT_EQ(h.quantile(1), 1000);
}

TEST(histogram, quantiles_lie_in_their_bucket) {
  pith::mcp::histogram h;
  for (int i = 1; i <= 1000; ++i) h.add(i * 10us);
  EXPECT_NEAR(h.quantile(0.5), 5e-3, 1e-9);
  EXPECT_NEAR(h.quantile(0.99), 9.9e-3, 1e-9);
  pith::mcp::histogram one;
  one.add(3ms);
  EXPECT_GT(one.quantile(0.99), 2e-3);
  EXPECT_LE(one.quantile(0.99), 3e-3);  // never above the longest
}

TEST(gateway_metrics, nothing_yet) {
  const gateway_metrics m;
  const metrics_json n{m};
  EXPECT_EQ(n.at({"totals", "calls"}), 0);
  EXPECT_EQ(n.at({"totals", "saved_share"}), 0);
  EXPECT_EQ(n.at({"servers", "0"}), -1);
  EXPECT_THAT(m.prometheus(), HasSubstr("# TYPE pith_calls_total counter\n"));
}

TEST(gateway_metrics, json_has_totals_servers_and_tools) {
  gateway_metrics m;
  m.record(rewritten("git", "log", 1000, 600));
  m.record(rewritten("git", "log", 1000, 400));
  m.record(rewritten("git", "status", 100, 80));
  m.record(rewritten("db", "query", 900, 420));
  const metrics_json n{m};
  EXPECT_EQ(n.at({"totals", "calls"}), 4);
  EXPECT_EQ(n.at({"totals", "tokens_before"}), 3000);
  EXPECT_EQ(n.at({"totals", "tokens_after"}), 1500);
  EXPECT_EQ(n.at({"totals", "saved_share"}), 0.5);
  EXPECT_EQ(n.at({"totals", "rewritten"}), 4);
  EXPECT_EQ(n.at({"totals", "formats", "gcf"}), 4);
  EXPECT_EQ(n.text({"servers", "0", "name"}), "db");
  EXPECT_EQ(n.text({"servers", "1", "name"}), "git");
  EXPECT_EQ(n.at({"servers", "1", "calls"}), 3);
  EXPECT_EQ(n.text({"servers", "1", "tools", "0", "name"}), "log");
  EXPECT_EQ(n.at({"servers", "1", "tools", "0", "saved_share"}), 0.5);
  EXPECT_GT(n.at({"servers", "1", "tools", "0", "added_ms", "p50"}), 0.05);
  EXPECT_LE(n.at({"servers", "1", "tools", "0", "added_ms", "p99"}), 0.1);
  EXPECT_LE(n.at({"totals", "call_ms", "p99"}), 30);
  EXPECT_EQ(n.at({"servers", "1", "tool_list"}), -1);
}

TEST(gateway_metrics, totals) {
  gateway_metrics m;
  EXPECT_EQ(m.totals().calls, 0U);
  m.record(rewritten("a", "x", 10, 4));
  m.record(rewritten("b", "y", 5, 3));
  EXPECT_EQ(m.totals().calls, 2U);
  EXPECT_EQ(m.totals().tokens_before, 15U);
  EXPECT_EQ(m.totals().tokens_after, 7U);
}

TEST(gateway_metrics, why_results_passed) {
  gateway_metrics m;
  m.record(call_record{.server = "s",
                       .tool = "t",
                       .tokens_before = 9,
                       .tokens_after = 9,
                       .reason = pass_reason::small});
  m.record(call_record{.server = "s", .tool = "t", .is_failure = true});
  const metrics_json n{m};
  const std::string small{name(pass_reason::small)};
  EXPECT_EQ(n.at({"totals", "passed", small}), 1);
  EXPECT_EQ(n.at({"totals", "passed", name(pass_reason::mode)}), -1);
  EXPECT_EQ(n.at({"totals", "calls"}), 2);
  EXPECT_EQ(n.at({"totals", "failures"}), 1);
  EXPECT_EQ(n.at({"totals", "rewritten"}), 0);
  const std::string text = m.prometheus();
  EXPECT_THAT(text, HasSubstr("pith_results_passed_total{reason=\"" + small +
                              "\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("pith_call_failures_total{server=\"s\","
                              "tool=\"t\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("pith_rewrite_seconds_count{server=\"s\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("pith_call_seconds_count{server=\"s\"} 2\n"));
}

TEST(gateway_metrics, pages_and_limits) {
  gateway_metrics m;
  call_record call = rewritten("s", "t", 30'000, 9'000);
  call.is_paged = true;
  call.crossed_limit = true;
  m.record(call);
  m.record(rewritten("s", "t", 1, 1));
  const std::string text = m.prometheus();
  EXPECT_THAT(text, HasSubstr("pith_paged_total{server=\"s\"} 1\n"));
  EXPECT_THAT(
      text, HasSubstr("pith_limit_crossings_avoided_total{server=\"s\"} 1\n"));
  const metrics_json n{m};
  EXPECT_EQ(n.at({"totals", "paged"}), 1);
  EXPECT_EQ(n.at({"totals", "limit_crossings_avoided"}), 1);
}

TEST(gateway_metrics, asking_is_a_saving_of_its_own) {
  gateway_metrics m;
  EXPECT_EQ(metrics_json{m}.at({"totals", "asking"}), -1);
  call_record kept = rewritten("s", "t", 30'000, 900);
  kept.is_paged = true;
  kept.is_asked = true;
  m.record(kept);
  call_record question = rewritten("s", "pith_query", 0, 60);
  question.is_asked = true;
  question.tokens_asking = 40;
  m.record(question);
  m.record(rewritten("s", "t", 500, 400));
  EXPECT_THAT(m.prometheus(),
              AllOf(HasSubstr("pith_asked_results_total{server=\"s\"} 1\n"),
                    HasSubstr("pith_asking_tokens_before_total{server=\"s\"} "
                              "30000\n"),
                    HasSubstr("pith_asking_tokens_after_total{server=\"s\"} "
                              "1000\n")));
  const metrics_json n{m};
  EXPECT_EQ(n.at({"totals", "asking", "results"}), 1);
  EXPECT_EQ(n.at({"totals", "asking", "tokens_before"}), 30'000);
  EXPECT_EQ(n.at({"totals", "asking", "tokens_after"}), 1'000);
  EXPECT_EQ(n.at({"totals", "asking", "tokens_saved"}), 29'000);
  EXPECT_EQ(n.at({"totals", "tokens_after"}), 1'360);
}

TEST(gateway_metrics, changes_are_counted_with_their_handles) {
  gateway_metrics m;
  call_record whole = rewritten("s", "t", 3'000, 1'500);
  whole.has_handle = true;
  m.record(whole);
  call_record delta = rewritten("s", "t", 3'000, 200);
  delta.has_handle = true;
  delta.is_change = true;
  delta.tokens_asking = 8;
  m.record(delta);
  m.record(rewritten("s", "t", 500, 400));
  EXPECT_THAT(m.prometheus(),
              AllOf(HasSubstr("pith_changed_results_total{server=\"s\"} 1\n"),
                    HasSubstr("pith_changes_tokens_before_total{server=\"s\"} "
                              "6000\n"),
                    HasSubstr("pith_changes_tokens_after_total{server=\"s\"} "
                              "1708\n")));
  const metrics_json n{m};
  EXPECT_EQ(n.at({"totals", "changes", "results"}), 1);
  EXPECT_EQ(n.at({"totals", "changes", "tokens_saved"}), 4'292);
  EXPECT_EQ(n.at({"totals", "asking"}), -1);
}

TEST(gateway_metrics, asking_may_cost_more_than_it_saves) {
  gateway_metrics m;
  call_record kept = rewritten("s", "t", 1'000, 900);
  kept.is_paged = true;
  kept.is_asked = true;
  m.record(kept);
  call_record page = rewritten("s", "pith_more", 0, 1'100);
  page.is_asked = true;
  m.record(page);
  const metrics_json n{m};
  EXPECT_EQ(n.at({"totals", "asking", "tokens_saved"}), -1'000);
  EXPECT_EQ(n.at({"totals", "asking", "saved_share"}), -1);
}

TEST(gateway_metrics, tool_lists_are_the_last_ones_and_pages_add_up) {
  gateway_metrics m;
  m.record({.server = "s", .tools_before = 5, .tokens_before = 900});
  m.record({.server = "s",
            .tools_before = 3,
            .tools_after = 2,
            .tokens_before = 300,
            .tokens_after = 200});
  m.record({.server = "s",
            .tools_before = 1,
            .tools_after = 1,
            .tokens_before = 100,
            .tokens_after = 100,
            .is_continued = true});
  const metrics_json n{m};
  EXPECT_EQ(n.at({"servers", "0", "tool_list", "tools_before"}), 4);
  EXPECT_EQ(n.at({"servers", "0", "tool_list", "tools_after"}), 3);
  EXPECT_EQ(n.at({"servers", "0", "tool_list", "tokens_before"}), 400);
  EXPECT_EQ(n.at({"servers", "0", "tool_list", "saved_share"}), 0.25);
  EXPECT_EQ(n.at({"totals", "calls"}), 0);
  const std::string text = m.prometheus();
  EXPECT_THAT(text, HasSubstr("pith_tool_list_tokens{server=\"s\","
                              "form=\"before\"} 400\n"));
  EXPECT_THAT(text, HasSubstr("pith_tool_list_tokens{server=\"s\","
                              "form=\"after\"} 300\n"));
  EXPECT_THAT(text, HasSubstr("pith_tool_lists_total{server=\"s\"} 2\n"));
}

TEST(gateway_metrics, names_cannot_break_out_of_their_labels) {
  gateway_metrics m;
  m.record(rewritten("s", "a\"} 1\nx{\\\xff", 2, 1));
  EXPECT_THAT(m.prometheus(),
              HasSubstr("pith_calls_total{server=\"s\","
                        "tool=\"a\\\"} 1\\nx{\\\\\uFFFD\"} 1\n"));
  EXPECT_EQ(metrics_json{m}.text({"servers", "0", "tools", "0", "name"}),
            "a\"} 1\nx{\\\uFFFD");
}

TEST(gateway_metrics, names_are_cut) {
  gateway_metrics m;
  m.record(rewritten("s", std::string(100'000, 'x'), 2, 1));
  m.record(rewritten("s", std::string(200'000, 'x'), 2, 1));
  const metrics_json n{m};
  EXPECT_EQ(n.text({"servers", "0", "tools", "0", "name"}),
            std::string(128, 'x'));
  EXPECT_EQ(n.at({"servers", "0", "tools", "0", "calls"}), 2);
}

TEST(gateway_metrics, tools_are_bounded) {
  gateway_metrics m;
  for (std::size_t i = 0; i < gateway_metrics::max_tools + 50; ++i) {
    m.record(rewritten("s", "t" + std::to_string(i), 2, 1));
  }
  m.record(rewritten("s", "t7", 2, 1));  // known ones count on
  const std::string text = m.prometheus();
  EXPECT_THAT(text, HasSubstr("pith_calls_total{server=\"s\","
                              "tool=\"(others)\"} 50\n"));
  EXPECT_THAT(text,
              HasSubstr("pith_calls_total{server=\"s\",tool=\"t7\"} 2\n"));
  EXPECT_THAT(text, Not(HasSubstr("t1049")));
}

TEST(gateway_metrics, buckets_are_cumulative) {
  gateway_metrics m;
  m.record(rewritten("s", "t", 2, 1));
  const std::string text = m.prometheus();
  EXPECT_THAT(text, HasSubstr("pith_rewrite_seconds_bucket{server=\"s\","
                              "le=\"0.00005\"} 0\n"));
  EXPECT_THAT(text, HasSubstr("pith_rewrite_seconds_bucket{server=\"s\","
                              "le=\"0.0001\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("pith_rewrite_seconds_bucket{server=\"s\","
                              "le=\"+Inf\"} 1\n"));
  EXPECT_THAT(text,
              HasSubstr("pith_rewrite_seconds_sum{server=\"s\"} 0.0001\n"));
}

TEST(gateway_metrics, what_is_open_now) {
  gateway_metrics m;
  m.connections = 3;
  m.children_started = 7;
  const std::string text = m.prometheus();
  EXPECT_THAT(text, HasSubstr("\npith_connections 3\n"));
  EXPECT_THAT(text, HasSubstr("\npith_children_started_total 7\n"));
  EXPECT_THAT(text, HasSubstr("\nprocess_resident_memory_bytes "));
  EXPECT_THAT(text, HasSubstr("\nprocess_open_fds "));
  const metrics_json n{m};
  EXPECT_EQ(n.at({"now", "connections"}), 3);
  EXPECT_GT(n.at({"process", "resident_memory_bytes"}), 1e5);
  EXPECT_GE(n.at({"process", "open_fds"}), 3);
}

TEST(gateway_metrics, several_threads) {
  gateway_metrics m;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&m] {
      for (int i = 0; i < 500; ++i) m.record(rewritten("s", "t", 2, 1));
    });
  }
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(m.json().empty());
    EXPECT_FALSE(m.prometheus().empty());
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(metrics_json{m}.at({"totals", "calls"}), 2000);
}

TEST(stats_page, is_one_page_without_anything_from_elsewhere) {
  const std::string page{pith::mcp::stats_page()};
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_THAT(page, HasSubstr("stats.json"));
  for (const std::string_view elsewhere :
       {"http:", "https:", "//cdn", "src=", "@import", "url(", "innerHTML",
        "outerHTML", "insertAdjacentHTML", "document.write", "eval("}) {
    EXPECT_THAT(page, Not(HasSubstr(elsewhere)));
  }
}

// A client can make up as many names as it likes.
TEST(gateway_metrics, names_that_are_made_up_take_no_places) {
  gateway_metrics m;
  for (std::size_t i = 0; i < 2 * gateway_metrics::max_tools; ++i) {
    const std::string tool = "made-up-" + std::to_string(i);
    m.record(call_record{
        .server = "s", .tool = tool, .is_known = false, .is_failure = true});
  }
  m.record(rewritten("s", "real", 10, 4));
  m.record(call_record{
      .server = "s", .tool = "real", .is_known = false, .is_failure = true});
  const std::string text = m.prometheus();
  EXPECT_THAT(text, HasSubstr("pith_calls_total{server=\"s\","
                              "tool=\"(others)\"} 2000\n"));
  EXPECT_THAT(text,
              HasSubstr("pith_calls_total{server=\"s\",tool=\"real\"} 2\n"));
  EXPECT_EQ(text.find("made-up"), std::string::npos);
}

TEST(gateway_metrics, for_some_servers_only) {
  gateway_metrics m;
  m.record(rewritten("mine", "x", 10, 4));
  m.record(rewritten("theirs", "y", 5, 3));
  const auto mine = [](std::string_view name) { return name == "mine"; };
  const std::string text = m.prometheus(mine);
  EXPECT_THAT(text, HasSubstr("server=\"mine\""));
  EXPECT_EQ(text.find("theirs"), std::string::npos) << text;
  EXPECT_EQ(text.find("pith_in_flight"), std::string::npos) << text;
  const std::string json = m.json(mine);
  for (const std::string_view hidden :
       {"theirs", "\"now\"", "\"process\"", "\"tokens_before\":15"}) {
    EXPECT_EQ(json.find(hidden), std::string::npos) << json;
  }
  EXPECT_NE(m.json().find("\"tokens_before\":15"), std::string::npos);
}

TEST(gateway_metrics, failures_by_server_and_reason) {
  gateway_metrics m;
  m.fail("a", pith::mcp::call_outcome::unreachable);
  m.fail("a", pith::mcp::call_outcome::unreachable);
  m.fail("b", pith::mcp::call_outcome::timeout);
  m.reloads_refused = 3;
  const std::string text = m.prometheus();
  EXPECT_THAT(text, HasSubstr("pith_upstream_failures_total{server=\"a\","
                              "reason=\"unreachable\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("pith_upstream_failures_total{server=\"b\","
                              "reason=\"timeout\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("pith_reloads_refused_total 3\n"));
  const metrics_json n{m};
  EXPECT_EQ(n.at({"now", "upstream_failures"}), 3);
  EXPECT_EQ(n.at({"servers", "0", "upstream_failures", "unreachable"}), 2);
  EXPECT_EQ(n.at({"servers", "1", "upstream_failures", "timeout"}), 1);
}

TEST(gateway_metrics, a_shared_store_only_where_there_is_one) {
  gateway_metrics m;
  EXPECT_THAT(m.prometheus(), Not(HasSubstr("pith_state_")));
  m.store.is_used = true;
  m.store.hits = 4;
  m.store.fall_back(pith::mcp::store_fallback::poisoned);
  m.store.add_time(150us);
  m.store.add_time(3ms);
  m.store.add_time(5s);
  const std::string text = m.prometheus();
  for (const std::string_view line :
       {"\npith_state_up 0\n", "\npith_state_hits_total 4\n",
        "\npith_state_fallbacks_total{reason=\"poisoned\"} 1\n",
        "\npith_state_fallbacks_total{reason=\"timeout\"} 0\n",
        "\npith_state_seconds_bucket{le=\"0.0001\"} 0\n",
        "\npith_state_seconds_bucket{le=\"0.0002\"} 1\n",
        "\npith_state_seconds_bucket{le=\"0.005\"} 2\n",
        "\npith_state_seconds_bucket{le=\"1\"} 2\n",
        "\npith_state_seconds_bucket{le=\"+Inf\"} 3\n",
        "\npith_state_seconds_count 3\n"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
}

TEST(gateway_metrics, keys_of_an_issuer_only_where_there_is_one) {
  gateway_metrics m;
  EXPECT_THAT(m.prometheus(), Not(HasSubstr("pith_key")));
  m.issuer_keys.use("https://id.example", 24h);
  EXPECT_THAT(m.prometheus(),
              HasSubstr("\npith_keys{issuer=\"https://id.example\"} 0\n"));
  // A dashboard would take 0 for fresh.
  EXPECT_THAT(m.prometheus(), Not(HasSubstr("pith_keys_age_seconds")));
  const auto now = pith::mcp::key_counts::clock::now();
  m.issuer_keys.note("https://id.example", true, 2, now - 100s);
  m.issuer_keys.note("https://id.example", false, 2, now);
  m.issuer_keys.note("https://old.example", true, 7, now);
  const std::string text = m.prometheus();
  for (const std::string_view line :
       {"\npith_key_fetches_total{issuer=\"https://id.example\","
        "result=\"ok\"} 1\n",
        "\npith_key_fetches_total{issuer=\"https://id.example\","
        "result=\"failed\"} 1\n",
        "\npith_keys{issuer=\"https://id.example\"} 2\n",
        "\npith_keys_age_seconds{issuer=\"https://id.example\"} 100."}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
  EXPECT_THAT(m.prometheus([](std::string_view) { return true; }),
              Not(HasSubstr("pith_key")));
}

TEST(key_counts, keys_that_are_too_old_do_not_count) {
  pith::mcp::key_counts counts;
  const auto start = pith::mcp::key_counts::clock::now();
  counts.use("a", 60s);
  counts.note("a", true, 3, start);
  EXPECT_EQ(counts.at(start + 59s).keys, 3U);
  EXPECT_EQ(counts.at(start + 60s).keys, 0U);
  EXPECT_EQ(counts.at(start + 60s).age, 60s);
  counts.note("a", false, 3, start + 70s);
  EXPECT_EQ(counts.at(start + 70s).keys, 0U);
  EXPECT_EQ(counts.at(start + 70s).age, 70s);
}

TEST(key_counts, another_issuer_begins_anew_and_the_same_one_does_not) {
  pith::mcp::key_counts counts;
  const auto now = pith::mcp::key_counts::clock::now();
  counts.use("a", 60s);
  counts.note("a", true, 3, now);
  counts.use("a", 60s);  // from another place
  EXPECT_EQ(counts.at(now).fetched, 1U);
  EXPECT_EQ(counts.at(now).keys, 0U);
  EXPECT_FALSE(counts.at(now).age);
  counts.use("b", 60s);
  EXPECT_EQ(counts.at(now).issuer, "b");
  EXPECT_EQ(counts.at(now).fetched, 0U);
}

}  // namespace
