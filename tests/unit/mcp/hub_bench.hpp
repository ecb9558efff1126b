// SPDX-License-Identifier: MIT
/// @file
/// A stdio hub with a scripted server as its child and recorded exchanges as
/// its clients, for tests.
#ifndef PITH_TESTS_UNIT_MCP_HUB_BENCH_HPP
#define PITH_TESTS_UNIT_MCP_HUB_BENCH_HPP

#include "mcp/http/sse.hpp"
#include "mcp/hub/stdio_hub.hpp"
#include "mcp/observe/metrics.hpp"
#include "mcp/state/memory_store.hpp"

#include <gtest/gtest.h>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <csignal>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith_tests {

using namespace std::chrono_literals;
using pith::mcp::http_field;
using pith::mcp::http_fields;
using pith::mcp::http_request;
using pith::mcp::http_response;

/// A server that does what the name of the tool says.
inline constexpr const char* scripted_server = R"PY(
import json, sys, time, threading, os
lock = threading.Lock()
cancelled, listening, waiting = [], [], {}
def out(m):
    with lock:
        sys.stdout.write(json.dumps(m) + "\n"); sys.stdout.flush()
def result(i, r): out({"jsonrpc": "2.0", "id": i, "result": r})
def text(i, t): result(i, {"content": [{"type": "text", "text": t}]})
def error(i, c, t):
    out({"jsonrpc": "2.0", "id": i, "error": {"code": c, "message": t}})
def note(method, params):
    out({"jsonrpc": "2.0", "method": method, "params": params})
def call(i, p):
    name, a = p["name"], p.get("arguments", {})
    token = p.get("_meta", {}).get("progressToken")
    if name == "echo": text(i, a.get("text", ""))
    elif name == "pid": text(i, str(os.getpid()))
    elif name == "progress":
        for n in range(a.get("n", 2)):
            note("notifications/progress", {"progressToken": token,
                                            "progress": n})
            time.sleep(a.get("pause", 0))
        text(i, "done")
    elif name == "log":
        note("notifications/message", {"level": "info", "data": "hello"})
        text(i, "logged")
    elif name == "ask":
        waiting["srv-1"] = i
        out({"jsonrpc": "2.0", "id": "srv-1", "method": "elicitation/create",
             "params": {}})
    elif name == "ask_and_forget":
        for n in range(a["n"]):
            out({"jsonrpc": "2.0", "id": "q%d" % n, "method": "roots/list"})
        waiting["q0"] = i
    elif name == "notify_after":
        text(i, "ok")
        for n in range(a.get("n", 1)):
            note("notifications/resources/updated", {"uri": "u:%d" % n})
    elif name == "die": os._exit(3)
    elif name == "sleep": pass
    elif name == "sleepy_log":
        note("notifications/message", {"level": "info", "data": "asleep"})
    elif name == "later":
        threading.Timer(a["s"], lambda: text(i, "late")).start()
    elif name == "cancelled": text(i, json.dumps(cancelled))
    elif name == "code": error(i, a["code"], "as you wish")
    elif name == "change":
        for s in listening:
            note("notifications/tools/list_changed", {"_meta": {
                "io.modelcontextprotocol/subscriptionId": s}})
        text(i, "changed")
    elif name == "close":
        for s in listening:
            result(s, {"resultType": "complete", "_meta": {
                "io.modelcontextprotocol/subscriptionId": s}})
        text(i, "closed")
    elif name == "close_by_note":
        for s in listening:
            note("notifications/cancelled", {"requestId": s})
        text(i, "closed")
    else: error(i, -32602, "Unknown tool")
for line in sys.stdin:
    m = json.loads(line)
    i, method, p = m.get("id"), m.get("method"), m.get("params", {})
    if method is None:
        if i in waiting: text(waiting.pop(i), json.dumps(m))
    elif method == "initialize":
        if p.get("protocolVersion") == "refuse": error(i, -32602, "no")
        elif p.get("protocolVersion") == "silent": pass
        else: result(i, {"protocolVersion": p["protocolVersion"],
                         "capabilities": {}, "serverInfo": {"name": "s"}})
    elif method == "tools/list":
        result(i, {"tools": [{"name": "echo", "inputSchema": {
            "type": "object", "properties": {"text": {
                "type": "string", "x-mcp-header": "Text"}}}}]})
    elif method == "tools/call": call(i, p)
    elif method == "ping": result(i, {})
    elif method == "server/discover":
        if os.environ.get("LEGACY") == "1": error(i, -32602, "what?")
        elif os.environ.get("LEGACY") != "silent":
            result(i, {"resultType": "complete",
                       "supportedVersions": ["2026-07-28"]})
    elif method == "subscriptions/listen":
        listening.append(i)
        note("notifications/subscriptions/acknowledged", {"_meta": {
            "io.modelcontextprotocol/subscriptionId": i}})
    elif method == "notifications/cancelled": cancelled.append(p["requestId"])
    elif i is not None: error(i, -32601, "Method not found")
)PY";

/// An exchange that remembers its answer.
class recorded_exchange final : public pith::mcp::http_exchange {
 public:
  recorded_exchange(boost::asio::io_context& io, http_request request,
                    std::string principal)
      : recorded_exchange(io, std::move(request),
                          caller_of(std::move(principal))) {}
  recorded_exchange(boost::asio::io_context& io, http_request request,
                    pith::mcp::caller_pointer who)
      : io_(io), request_(std::move(request)), who_(std::move(who)) {}

  static pith::mcp::caller_pointer caller_of(std::string principal) {
    pith::mcp::caller_identity made;
    made.principal = std::move(principal);
    made.proof = pith::mcp::caller_proof::token;
    return std::make_shared<const pith::mcp::caller_identity>(std::move(made));
  }

  [[nodiscard]] const http_request& request() const noexcept override {
    return request_;
  }
  [[nodiscard]] std::string_view peer() const noexcept override { return ""; }
  [[nodiscard]] const pith::mcp::caller_pointer& who() const noexcept override {
    return who_;
  }
  [[nodiscard]] boost::asio::any_io_executor executor() const override {
    return io_.get_executor();
  }
  void answer(http_response response) override {
    ++answers;
    status = response.status;
    fields = response.fields;
    body = response.body;
    is_done = true;
  }
  void begin(int s, http_fields f) override {
    ++answers;
    status = s;
    fields = std::move(f);
    is_stream = true;
  }
  void write(std::string bytes) override {
    if (!is_gone) body += bytes;
  }
  void finish() override { is_done = true; }
  void abort() override {
    is_aborted = true;
    is_done = true;
  }
  [[nodiscard]] std::size_t queued() const noexcept override { return waiting; }
  void on_drained(std::function<void()> then) override {
    drained = std::move(then);
  }
  void on_gone(std::function<void()> then) override {
    gone = std::move(then);
    if (is_gone) vanish();
  }
  /// The client goes away.
  void vanish() {
    is_gone = true;
    if (gone) std::exchange(gone, nullptr)();
  }

  /// The data of all events so far that have any.
  [[nodiscard]] std::vector<std::string> events() const {
    std::vector<std::string> out;
    for (auto& [id, data] : raw_events()) {
      if (!data.empty()) out.push_back(data);
    }
    return out;
  }
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> raw_events()
      const {
    std::vector<std::pair<std::string, std::string>> out;
    pith::mcp::sse_reader reader(64U << 20U);
    const bool fits = reader.feed(body, [&](const pith::mcp::sse_event& e) {
      if (e.has_data) out.emplace_back(e.id.value_or(""), e.data);
    });
    if (!fits) out.emplace_back("", "too large");
    return out;
  }
  [[nodiscard]] std::string field(std::string_view name) const {
    return std::string(fields.find(name).value_or(""));
  }
  [[nodiscard]] bool has(std::string_view text) const {
    return body.find(text) != std::string::npos;
  }

  int answers = 0;
  int status = 0;
  http_fields fields;
  std::string body;
  bool is_stream = false;
  bool is_done = false;
  bool is_aborted = false;
  bool is_gone = false;
  std::size_t waiting = 0;
  std::function<void()> drained;
  std::function<void()> gone;

 private:
  boost::asio::io_context& io_;
  http_request request_;
  pith::mcp::caller_pointer who_;
};

using exchange_ptr = std::shared_ptr<recorded_exchange>;

/// The hub, its server and its clients.
struct hub_bench {
  hub_bench() {
    ::signal(SIGPIPE, SIG_IGN);
    options.command.words = {"python3", "-c", scripted_server};
    options.command.patience = 300ms;
    options.tick = 20ms;
    server->name = "scripted";
    server->pages = &pages;
    server->metrics = &metrics;
  }
  ~hub_bench() {
    hub.reset();
    run_until([this] { return metrics.children == 0; });
  }
  hub_bench(const hub_bench&) = delete;
  hub_bench& operator=(const hub_bench&) = delete;

  pith::mcp::stdio_hub& start() {
    hub = std::make_unique<pith::mcp::stdio_hub>(
        io, server, options, metrics,
        [this](std::string_view line) { log += std::string(line) + "\n"; });
    return *hub;
  }

  bool run_until(const std::function<bool()>& done,
                 std::chrono::milliseconds most = 60s) {
    const auto until = std::chrono::steady_clock::now() + most;
    while (!done() && std::chrono::steady_clock::now() < until) {
      io.restart();
      io.run_for(5ms);
    }
    return done();
  }
  void run_for(std::chrono::milliseconds time) {
    run_until([] { return false; }, time);
  }

  exchange_ptr send(std::string method, std::string body, http_fields fields,
                    std::string principal = "me") {
    if (!hub) start();
    if (method == "POST") fields.add("Content-Type", "application/json");
    http_request request{std::move(method), "/s/mcp", std::move(fields),
                         std::move(body)};
    auto exchange = std::make_shared<recorded_exchange>(
        io, std::move(request),
        whose ? whose : recorded_exchange::caller_of(std::move(principal)));
    hub->handle(exchange, client);
    return exchange;
  }
  /// A POST in the session, answered or begun to be.
  exchange_ptr post(std::string body) {
    auto e = send("POST", std::move(body), {{"Mcp-Session-Id", session}});
    return e;
  }
  exchange_ptr post_and_wait(std::string body) {
    auto e = post(std::move(body));
    EXPECT_TRUE(run_until([&] { return e->is_done; })) << e->body;
    return e;
  }
  exchange_ptr listen(std::string last_event = {}) {
    http_fields fields{{"Mcp-Session-Id", session},
                       {"Accept", "text/event-stream"}};
    if (!last_event.empty()) fields.add("Last-Event-ID", last_event);
    return send("GET", "", fields);
  }

  /// Opens a session of this revision; false when there is none.
  bool initialize(std::string version = "2025-11-25",
                  std::string principal = "me") {
    auto e = send("POST",
                  R"({"jsonrpc":"2.0","id":0,"method":"initialize",)"
                  R"("params":{"protocolVersion":")" +
                      version + R"(","capabilities":{}}})",
                  {}, std::move(principal));
    if (!run_until([&] { return e->is_done; })) return false;
    session = e->field("Mcp-Session-Id");
    return e->status == 200 && !session.empty();
  }

  /// Again, when a short limit of time was too short for a busy machine.
  bool initialize_at_last() {
    for (int tries = 0; tries < 20; ++tries) {
      if (initialize()) return true;
    }
    return false;
  }

  boost::asio::io_context io;
  pith::mcp::gateway_metrics metrics;
  pith::mcp::memory_store pages;
  std::shared_ptr<pith::mcp::server_state> server =
      std::make_shared<pith::mcp::server_state>();
  pith::mcp::hub_options options;
  pith::mcp::client_profile client;
  pith::mcp::caller_pointer whose;  // in place of a principal; may be null
  std::string log;
  std::unique_ptr<pith::mcp::stdio_hub> hub;
  std::string session;
};

/// tools/call in a legacy session; `more` is put into params.
inline std::string call_body(std::string id, std::string tool,
                             std::string arguments = "{}",
                             std::string more = {}) {
  return R"({"jsonrpc":"2.0","id":)" + id +
         R"(,"method":"tools/call","params":{"name":")" + tool +
         R"(","arguments":)" + arguments + more + "}}";
}

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_MCP_HUB_BENCH_HPP
