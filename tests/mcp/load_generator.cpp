// SPDX-License-Identifier: MIT
// Calls a tool over many connections and checks that every answer is the one
// to its own request.
//
//   load_generator --port N [--path /mcp] [--connections N] [--seconds S]
//                  [--rate CALLS-PER-SECOND] [--era legacy] [--token SECRET]
//   load_generator --port N [--path /mcp] --streams N [--seconds S] ...
//
// Without --rate each connection calls again as soon as it is answered. With
// it calls are due at fixed times, and latency counts from when a call was due:
// a server that stalls does not get fewer calls, so it cannot hide that.
// --streams opens that many streams of events, each in a session of its own
// (legacy) or as a subscription (modern), says "open" on stderr once all are,
// and holds them. Prints one JSON object.
//
//   load_generator --port N[,N...] --agents N [--session CALLS]
//                  [--compact CALLS] [--calls-each CALLS] [--name PREFIX]
//                  [--warm S] ...
//
// Calls as agents make them who ask for changes (load_agents.hpp): each is a
// principal that a proxy names, and calls the replicas in turn. What happens in
// the first S seconds does not count; "measuring" on stderr is their end.

#include "load_agents.hpp"
#include "load_http.hpp"
#include "load_report.hpp"

#include <sys/timerfd.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <vector>

namespace {

using steady = std::chrono::steady_clock;
using nanoseconds = std::chrono::nanoseconds;

struct settings {
  std::vector<std::uint16_t> ports;
  std::string path = "/mcp";
  std::size_t connections = 64;
  std::size_t streams = 0;
  double seconds = 5;
  double rate = 0;
  double warm = 0;
  bool is_legacy = false;
  std::string token;
  load::agent_plan agents;
};

// In this order; streams wait for ever in the last.
enum class stage : unsigned char {
  hello,     // initialize is on its way (legacy only)
  welcome,   // notifications/initialized is
  idle,      // nothing is
  calling,   // tools/call is
  listening  // a stream is open, or about to be
};

struct connection {
  load::descriptor socket;
  load::reader reader;
  std::string output;
  std::size_t written = 0;
  std::string session;
  std::string id;         // raw, of the call on its way
  std::size_t agent = 0;  // whose call it is
  steady::time_point since{};
  stage at = stage::idle;
  bool wants_write = false;
  bool is_open = false;  // the stream has its head
};

constexpr std::string_view modern_meta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
    R"("io.modelcontextprotocol/clientInfo":{"name":"load","version":"1"},)"
    R"("io.modelcontextprotocol/clientCapabilities":{}})";

class generator {
 public:
  explicit generator(settings what)
      : what_(std::move(what)),
        agents_(what_.agents, what_.ports.size()),
        epoll_(::epoll_create1(EPOLL_CLOEXEC)),
        timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK)) {}

  /// Whether every answer was right.
  bool run() {
    const bool has_streams = what_.streams > 0;
    all_.resize(has_streams ? what_.streams : what_.connections);
    load::watch(epoll_.get(), EPOLL_CTL_ADD, timer_.get(), EPOLLIN,
                all_.size());
    begin_ = steady::now();
    const auto end =
        begin_ + nanoseconds(static_cast<std::int64_t>(what_.seconds * 1e9));
    std::size_t started = 0;
    std::vector<epoll_event> events(512);
    const auto warm_end =
        begin_ + nanoseconds(static_cast<std::int64_t>(what_.warm * 1e9));
    counted_from_ = begin_;
    report_.begin();
    while ((steady::now() < end && !agents_.are_done()) || in_flight_ > 0) {
      if (what_.warm > 0 && counted_from_ == begin_ &&
          steady::now() >= warm_end) {
        counted_from_ = steady::now();
        report_ = {};
        report_.begin();
        std::fputs("measuring\n", stderr);
      }
      // A flood of connections would overflow the other side's backlog.
      for (int i = 0; i < 64 && started < all_.size(); ++i) open(started++);
      if (steady::now() < end) issue();
      is_over_ = steady::now() >= end;
      if (is_over_ && (has_streams || steady::now() > end + patience)) break;
      const int count = ::epoll_wait(epoll_.get(), events.data(),
                                     static_cast<int>(events.size()),
                                     started < all_.size() ? 1 : 50);
      for (int i = 0; i < count; ++i) {
        const auto& event = events[static_cast<std::size_t>(i)];
        if (event.data.u64 == all_.size()) {
          std::uint64_t expired = 0;
          if (::read(timer_.get(), &expired, sizeof expired) < 0) continue;
        } else {
          serve(event.data.u64, event.events);
        }
      }
    }
    report_.lost += in_flight_;
    report_.print(
        std::chrono::duration<double>(steady::now() - counted_from_).count());
    return report_.is_clean();
  }

 private:
  static constexpr auto patience = std::chrono::seconds(10);

  void open(std::size_t number) {
    connection& c = all_[number];
    c = connection{};
    c.socket = load::connect_to(what_.ports[port_of(number)]);
    load::watch(epoll_.get(), EPOLL_CTL_ADD, c.socket.get(), EPOLLIN, number);
    if (what_.is_legacy) {
      c.at = stage::hello;
      post(number, "initialize", "",
           R"({"jsonrpc":"2.0","id":"hello","method":"initialize","params":)"
           R"({"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":)"
           R"({"name":"load","version":"1"}}})");
    } else {
      ready(number);
    }
  }

  // Which of the ports a connection is with.
  [[nodiscard]] std::size_t port_of(std::size_t number) const {
    return number % what_.ports.size();
  }

  // A connection that has said hello.
  void ready(std::size_t number) {
    connection& c = all_[number];
    if (what_.streams > 0) {
      c.at = stage::listening;
      if (what_.is_legacy) {
        send(number, "GET", "", "Accept: text/event-stream\r\n", "");
      } else {
        post(number, "subscriptions/listen", "",
             R"({"jsonrpc":"2.0","id":)" + std::to_string(++ids_) +
                 R"(,"method":"subscriptions/listen","params":{)" +
                 R"("notifications":{"toolsListChanged":true},)" +
                 std::string(modern_meta) + "}}");
      }
      return;
    }
    c.at = stage::idle;
    idle_.push_back(number);
    if (what_.rate <= 0 && !is_over_) issue();
  }

  // Starts the calls that are due on connections that are free.
  void issue() {
    if (what_.streams > 0) return;
    const auto now = steady::now();
    for (std::size_t tries = idle_.size(); tries > 0; --tries) {
      if (!agents_.has_next(port_of(idle_.front()))) {
        idle_.push_back(idle_.front());
        idle_.pop_front();
        continue;
      }
      auto due = now;
      if (what_.rate > 0) {
        due = begin_ + nanoseconds(static_cast<std::int64_t>(
                           static_cast<double>(scheduled_) / what_.rate * 1e9));
        if (due > now) break;
        ++scheduled_;
      }
      const std::size_t number = idle_.front();
      idle_.pop_front();
      call(number, due);
    }
    if (what_.rate > 0) arm();
  }

  void arm() {
    const double at = static_cast<double>(scheduled_) / what_.rate;
    const auto due = begin_ + nanoseconds(static_cast<std::int64_t>(at * 1e9));
    const auto since =
        std::chrono::duration_cast<nanoseconds>(due.time_since_epoch()).count();
    itimerspec once{};
    once.it_value = {since / 1000000000, since % 1000000000};
    ::timerfd_settime(timer_.get(), TFD_TIMER_ABSTIME, &once, nullptr);
  }

  void call(std::size_t number, steady::time_point due) {
    connection& c = all_[number];
    c.at = stage::calling;
    c.id = std::to_string(++ids_);
    c.since = due;
    ++in_flight_;
    std::string body = R"({"jsonrpc":"2.0","id":)" + c.id +
                       R"(,"method":"tools/call","params":{"name":"load",)" +
                       R"("arguments":{"token":"t)" + c.id + '"';
    std::string fields = "Mcp-Name: load\r\n";
    if (agents_.is_used()) {
      c.agent = agents_.take(port_of(number));
      body.append(agents_.arguments_of(c.agent));
      fields.append(agents_.fields_of(c.agent));
    }
    body.push_back('}');
    if (!what_.is_legacy) body.append(",").append(modern_meta);
    post(number, "tools/call", fields, body + "}}");
  }

  void post(std::size_t number, std::string_view method,
            std::string_view fields, const std::string& body) {
    std::string lines = "Content-Type: application/json\r\n";
    if (!what_.is_legacy) lines.append("Mcp-Method: ").append(method) += "\r\n";
    lines.append("Accept: application/json, text/event-stream\r\n");
    lines.append(fields).append("Content-Length: ");
    lines.append(std::to_string(body.size())).append("\r\n");
    send(number, "POST", method, lines, body);
  }

  void send(std::size_t number, std::string_view verb, std::string_view method,
            std::string_view fields, std::string_view body) {
    connection& c = all_[number];
    c.output.append(verb).append(" ").append(what_.path);
    c.output.append(" HTTP/1.1\r\nHost: localhost\r\n").append(fields);
    if (method != "initialize") {
      c.output.append("MCP-Protocol-Version: ");
      c.output.append(what_.is_legacy ? "2025-11-25" : "2026-07-28");
      c.output.append("\r\n");
    }
    if (!c.session.empty()) {
      c.output.append("Mcp-Session-Id: ").append(c.session).append("\r\n");
    }
    if (!what_.token.empty()) {
      c.output.append("Authorization: Bearer ").append(what_.token);
      c.output.append("\r\n");
    }
    c.output.append("\r\n").append(body);
    flush(number);
  }

  bool flush(std::size_t number) {
    connection& c = all_[number];
    if (!load::write_some(c.socket.get(), c.output, c.written) &&
        errno != ENOTCONN) {
      return false;
    }
    const bool wants = c.written < c.output.size();
    if (!wants) {
      c.output.clear();
      c.written = 0;
    }
    if (wants != c.wants_write) {
      c.wants_write = wants;
      const std::uint32_t events = wants ? EPOLLIN | EPOLLOUT : EPOLLIN;
      load::watch(epoll_.get(), EPOLL_CTL_MOD, c.socket.get(), events, number);
    }
    return true;
  }

  void serve(std::size_t number, std::uint32_t events) {
    connection& c = all_[number];
    if (c.socket.get() < 0) return;
    bool is_good = flush(number);
    if (is_good && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0) {
      is_good = load::read_some(c.socket.get(), c.reader.input);
      while (c.reader.advance()) {
        if (c.at == stage::listening) watch_stream(c);
        if (!c.reader.now.is_complete) break;
        take(number, c.reader.take());
      }
    }
    if (!is_good) fail(number);
  }

  void watch_stream(connection& c) {
    if (!c.is_open && !c.reader.now.head.empty()) {
      if (c.reader.now.status() == 200) {
        c.is_open = true;
        if (++report_.open == what_.streams) std::fputs("open\n", stderr);
      } else if (c.reader.now.is_complete) {
        problem(c.reader.now);
      }
    }
    c.reader.now.body.clear();
  }

  void problem(const load::message& answer) {
    ++report_.errors;
    if (report_.first_problem.empty()) {
      report_.first_problem =
          answer.head.substr(0, 40) + " " + answer.body.substr(0, 200);
    }
  }

  // The connection is gone, whatever was under way with it.
  void fail(std::size_t number) {
    connection& c = all_[number];
    if (c.at == stage::calling) {
      --in_flight_;
      ++report_.lost;
      if (agents_.is_used()) agents_.give_back(c.agent, {});
    }
    if (c.at == stage::listening) {
      ++report_.closed;
      c.socket.close();
      return;
    }
    if (c.at == stage::hello || c.at == stage::welcome) ++report_.errors;
    idle_.erase(std::remove(idle_.begin(), idle_.end(), number), idle_.end());
    if (!is_over_ && report_.errors < 100000) open(number);
  }

  void take(std::size_t number, const load::message& answer) {
    connection& c = all_[number];
    switch (c.at) {
      case stage::hello:
        if (answer.status() != 200) return problem(answer);
        if (const auto id = load::field(answer.head, "mcp-session-id")) {
          c.session = *id;
        }
        c.at = stage::welcome;
        return post(
            number, "notifications/initialized", "",
            R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
      case stage::welcome:
        return ready(number);
      case stage::calling:
        --in_flight_;
        judge(c, answer);
        if (agents_.is_used()) {
          ++report_.kinds[agents_.give_back(c.agent, answer.body)];
        }
        return ready(number);
      case stage::idle:
        ++report_.duplicated;
        return;
      case stage::listening:
        ++report_.closed;
        return;
    }
  }

  // The messages of a body: all of it, or its events.
  void judge(const connection& c, const load::message& answer) {
    const double milliseconds =
        std::chrono::duration<double, std::milli>(steady::now() - c.since)
            .count();
    if (answer.status() != 200) return problem(answer);
    std::size_t answers = 0;
    const auto look = [&](std::string_view text) {
      const std::string_view id = load::member(text, "id");
      if (id.empty()) return;  // a notification
      ++answers;
      const std::string token = "\"load/token\":\"t" + c.id + "\"";
      if (id != c.id) {
        ++report_.foreign;
      } else if (text.find("\"result\"") == std::string_view::npos) {
        problem(answer);
      } else if (text.find(token) == std::string_view::npos) {
        ++report_.foreign;
      }
    };
    const auto type = load::field(answer.head, "content-type");
    if (type && type->starts_with("text/event-stream")) {
      const std::string_view body = answer.body;
      for (std::size_t at = 0; (at = body.find("data: ", at)) != body.npos;) {
        const std::size_t end = body.find('\n', at);
        look(body.substr(at + 6, end - at - 6));
        at = std::min(end, body.size());
      }
    } else {
      look(answer.body);
    }
    if (answers == 0) return problem(answer);
    report_.duplicated += answers - 1;
    ++report_.calls;
    report_.bytes += answer.body.size();
    report_.latencies.push_back(static_cast<float>(milliseconds));
  }

  settings what_;
  load::agents agents_;
  load::descriptor epoll_;
  load::descriptor timer_;
  std::vector<connection> all_;
  std::deque<std::size_t> idle_;
  load::report report_;
  steady::time_point begin_{};
  steady::time_point counted_from_{};
  std::uint64_t ids_ = 0;
  std::uint64_t scheduled_ = 0;
  std::uint64_t in_flight_ = 0;
  bool is_over_ = false;
};

std::vector<std::uint16_t> ports_of(const char* words) {
  std::vector<std::uint16_t> out;
  char* end = nullptr;
  for (const char* at = words; *at != '\0'; at = *end == ',' ? end + 1 : end) {
    out.push_back(static_cast<std::uint16_t>(std::strtoul(at, &end, 10)));
    if (end == at) return {};
  }
  return out;
}

}  // namespace

int main(int count, char** words) {
  settings what;
  const auto number = [&](std::string_view name, double otherwise) {
    return load::option(count, words, name, otherwise);
  };
  const auto count_of = [&](std::string_view name) {
    return static_cast<std::size_t>(number(name, 0));
  };
  what.warm = number("--warm", 0);
  what.agents.count = count_of("--agents");
  what.agents.session = count_of("--session");
  what.agents.compact = count_of("--compact");
  what.agents.calls_each = count_of("--calls-each");
  what.connections = static_cast<std::size_t>(number("--connections", 64));
  what.streams = static_cast<std::size_t>(number("--streams", 0));
  what.seconds = number("--seconds", 5);
  what.rate = number("--rate", 0);
  for (int i = 1; i + 1 < count; ++i) {
    const std::string_view name = words[i];
    if (name == "--port") what.ports = ports_of(words[i + 1]);
    if (name == "--name") what.agents.name = words[i + 1];
    if (name == "--secret") what.agents.secret = words[i + 1];
    if (name == "--path") what.path = words[i + 1];
    if (name == "--token") what.token = words[i + 1];
    if (name == "--era") what.is_legacy = words[i + 1] == std::string("legacy");
  }
  const bool has_too_few =
      what.agents.count > 0 && what.agents.count < what.connections;
  if (what.ports.empty() || has_too_few) {
    std::fputs(
        "usage: load_generator --port N[,N...] [OPTION]...\n"
        "There must be at least as many agents as connections.\n",
        stderr);
    return 2;
  }
  generator all(what);
  return all.run() ? 0 : 1;
}
