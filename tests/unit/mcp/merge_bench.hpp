// SPDX-License-Identifier: MIT
/// @file
/// Servers in this process, merged into an endpoint whose client is the test.
#ifndef PITH_TESTS_UNIT_MCP_MERGE_BENCH_HPP
#define PITH_TESTS_UNIT_MCP_MERGE_BENCH_HPP

#include "mcp/merge/merged_server.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/state/memory_store.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith::mcp::testing_merge {

/// What a server answers, by method: a raw result, or an error when it begins
/// with `!`. `{page}` stands for nothing.
struct fake_server {
  std::map<std::string, std::string, std::less<>> results;
  /// Pages of a list after the first, by cursor.
  std::map<std::string, std::string, std::less<>> pages;
  bool is_down = false;
  bool is_silent = false;  ///< answers nothing but its greeting
  std::vector<std::string> heard;
  int started = 0;
  int running = 0;
  server_link::handlers to_us;  ///< of the last link

  /// Whether a message with this text was heard.
  [[nodiscard]] bool has_heard(std::string_view part) const {
    for (const std::string& text : heard) {
      if (text.find(part) != text.npos) return true;
    }
    return false;
  }
};

class fake_link final : public server_link {
 public:
  fake_link(boost::asio::io_context& io, fake_server& server, handlers what)
      : io_(io), server_(&server), what_(std::move(what)) {
    ++server_->started;
    ++server_->running;
    server_->to_us = what_;
  }

  void send(std::string_view text) override {
    server_->heard.emplace_back(text);
    const auto m = read_message(text);
    if (!m || m->kind != message_kind::request) return;
    if (server_->is_silent && m->method != "initialize" &&
        m->method != "server/discover" && !m->method.ends_with("/list")) {
      return;
    }
    std::string result = "!";
    const std::string cursor = text_member(m->params, "cursor");
    if (const auto page = server_->pages.find(cursor);
        page != server_->pages.end()) {
      result = page->second;
    } else if (const auto found = server_->results.find(m->method);
               found != server_->results.end()) {
      result = found->second;
    }
    std::string out =
        result.starts_with('!')
            ? error_message(m->id, rpc_code::method_not_found, "no such method")
            : R"({"jsonrpc":"2.0","id":)" + std::string(m->id) +
                  R"(,"result":)" + result + "}";
    boost::asio::post(
        io_, [take = what_.on_message, out = std::move(out)] { take(out); });
  }
  [[nodiscard]] std::size_t queued() const noexcept override { return 0; }
  void pause() override {}
  void resume() override {}
  void stop() override { end("stopped"); }
  void end(std::string_view why) {
    if (std::exchange(is_over_, true)) return;
    --server_->running;
    boost::asio::post(
        io_, [then = what_.on_end, why = std::string(why)] { then(0, why); });
  }

 private:
  boost::asio::io_context& io_;
  fake_server* server_;
  handlers what_;
  bool is_over_ = false;
};

/// The raw result of a greeting.
inline std::string welcome(std::string_view capabilities) {
  return R"({"protocolVersion":"2025-11-25","capabilities":)" +
         std::string(capabilities) +
         R"(,"serverInfo":{"name":"x","version":"1"}})";
}

inline std::string tool(std::string_view name) {
  return R"({"name":)" + quoted_json(name) +
         R"(,"inputSchema":{"type":"object"}})";
}

class merge_bench {
  std::vector<std::unique_ptr<fake_server>> servers_;  // outlive their links

 public:
  fake_server& add(std::string name, std::string prefix,
                   std::string_view tools) {
    servers_.push_back(std::make_unique<fake_server>());
    fake_server& made = *servers_.back();
    made.results["initialize"] = welcome(R"({"tools":{"listChanged":true}})");
    made.results["tools/list"] = R"({"tools":[)" + std::string(tools) + "]}";
    auto state = std::make_shared<server_state>();
    state->name = std::move(name);
    state->metrics = &metrics;
    state->pages = &pages;
    settings->members.push_back(
        {std::move(prefix), false, std::move(state),
         [this, &made](server_link::handlers what,
                       std::string& problem) -> std::unique_ptr<server_link> {
           if (made.is_down) {
             problem = "it is down";
             return nullptr;
           }
           return std::make_unique<fake_link>(io, made, std::move(what));
         }});
    return made;
  }

  /// A client of this endpoint; another one than before, if there was one.
  void connect(std::string principal = {}) {
    heard.clear();
    link = make_merged_link(
        io,
        {.settings = settings,
         .cache = cache,
         .who = who,
         .principal = std::move(principal),
         .places = {}},
        {.on_message =
             [this](std::string_view text) { heard.emplace_back(text); },
         .on_words =
             [this](std::string_view line) { words.emplace_back(line); },
         .on_end = [this](int, std::string_view) { is_over = true; },
         .on_lacking = on_lacking});
  }

  /// Until nothing is left to do, or for this long: timers may be left.
  void run(std::chrono::milliseconds most = std::chrono::milliseconds(100)) {
    io.restart();
    io.run_for(most);
  }
  /// Until this is so, however busy the machine is. False: it never was.
  template <class Done>
  bool run_until(Done&& is_done) {
    constexpr int most = 1'000;
    for (int i = 0; i < most && !is_done(); ++i) {
      run(std::chrono::milliseconds(10));
    }
    return is_done();
  }

  /// Sends, and returns what came back first with this id; empty: nothing.
  std::string ask(std::string_view method, std::string_view params = "{}",
                  std::string_view id = "1") {
    heard.clear();
    link->send(R"({"jsonrpc":"2.0","id":)" + std::string(id) +
               R"(,"method":")" + std::string(method) + R"(","params":)" +
               std::string(params) + "}");
    std::string answer;
    (void)run_until([this, id, &answer] {
      for (const std::string& text : heard) {
        const auto m = read_message(text);
        if (m && m->is_answer() && m->id == id) answer = text;
      }
      return !answer.empty();
    });
    return answer;
  }
  void tell(std::string_view method, std::string_view params = "{}") {
    link->send(R"({"jsonrpc":"2.0","method":")" + std::string(method) +
               R"(","params":)" + std::string(params) + "}");
    run();
  }
  std::string initialize() {
    std::string answer =
        ask("initialize",
            R"({"protocolVersion":"2025-06-18","capabilities":{},)"
            R"("clientInfo":{"name":"t","version":"1"}})",
            "0");
    tell("notifications/initialized");
    return answer;
  }

  boost::asio::io_context io{1};
  gateway_metrics metrics;
  memory_store pages;
  std::shared_ptr<merge_settings> settings = std::make_shared<merge_settings>();
  std::shared_ptr<catalog_cache> cache = std::make_shared<catalog_cache>();
  caller who;  ///< of what is sent without another one
  std::function<void(std::string_view id, std::string_view scopes)> on_lacking;
  std::vector<std::string> heard;
  std::vector<std::string> words;
  bool is_over = false;
  std::unique_ptr<server_link> link;
};

}  // namespace pith::mcp::testing_merge

#endif  // PITH_TESTS_UNIT_MCP_MERGE_BENCH_HPP
