// SPDX-License-Identifier: MIT
// An MCP server that costs nothing, to measure what is in front of it: one
// thread, canned answers.
//
//   load_upstream MODE [--port N] [--size BYTES] [--interval SECONDS]
//
//   text        one text block that is a JSON table
//   structured  the same, and structuredContent
//   small       a few words
//   sse         like text, as an event of a stream
//   turns       the line of --file FILE that arguments.turn says, counted from
//               0 and around, as a text
//
// Answers have about 2 kB, or BYTES. GET, and POST of subscriptions/listen,
// open a stream that gets a comment every few seconds. A call's
// arguments.token comes back in _meta, so that its client can tell whether the
// answer is its own.

#include "load_http.hpp"

#include <sys/timerfd.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

constexpr std::string_view token_key = "\"token\":\"";

struct connection {
  load::descriptor socket;
  load::reader reader;
  std::string output;
  std::size_t written = 0;
  bool is_stream = false;
  bool wants_write = false;
};

// Rows as a database gives them, about so many bytes of JSON.
std::string table(std::size_t bytes) {
  static constexpr const char* cities[] = {"Oslo", "Lima", "Pune", "Graz"};
  static constexpr const char* states[] = {"open", "paid", "sent"};
  std::string out = "[";
  for (unsigned i = 0; out.size() < bytes || i == 0; ++i) {
    if (i != 0) out += ',';
    out += "{\"id\":" + std::to_string(1000 + i) + ",\"customer\":\"c-" +
           std::to_string(i * 7919U % 10007U) + "\",\"status\":\"" +
           states[i % 3] + "\",\"total\":" + std::to_string(i % 97) +
           ".25,\"city\":\"" + cities[i % 4] + "\"}";
  }
  return out + "]";
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

// What stands after `"_meta":{...},` in each result of a call.
std::string canned(std::string_view mode, std::size_t bytes) {
  if (mode == "small") {
    return R"("content":[{"type":"text","text":"done"}]})";
  }
  const std::string rows = table(bytes);
  std::string out = R"("content":[{"type":"text","text":)" + quoted(rows);
  out += "}]";
  if (mode == "structured") {
    const std::string both = "{\"rows\":" + rows + "}";
    out = R"("content":[{"type":"text","text":)" + quoted(both);
    out += R"(}],"structuredContent":)" + both;
  }
  return out + "}";
}

// What stands there for each line of a file.
std::vector<std::string> canned_turns(const std::string& file) {
  std::vector<std::string> out;
  std::ifstream from(file);
  for (std::string line; std::getline(from, line);) {
    out.push_back(R"("content":[{"type":"text","text":)" + quoted(line) +
                  "}]}");
  }
  return out;
}

constexpr std::string_view hello =
    R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},)"
    R"("serverInfo":{"name":"load","version":"1"}})";
constexpr std::string_view found =
    R"({"resultType":"complete","supportedVersions":["2026-07-28"],)"
    R"("capabilities":{"tools":{}},"ttlMs":60000,"cacheScope":"public"})";
constexpr std::string_view listed =
    R"({"resultType":"complete","tools":[{"name":"load","description":"x",)"
    R"("inputSchema":{"type":"object"}}]})";
constexpr std::string_view stream_head =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
    "Cache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n";

void append_chunk(std::string& out, std::string_view text) {
  char size[32];
  std::snprintf(size, sizeof size, "%zx\r\n", text.size());
  out.append(size).append(text).append("\r\n");
}

class server {
 public:
  server(std::string mode, std::vector<std::string> turns, std::uint16_t port)
      : mode_(std::move(mode)),
        canned_(std::move(turns)),
        port_(port),
        listener_(load::listen_on(port_)),
        epoll_(::epoll_create1(EPOLL_CLOEXEC)) {}

  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }

  [[noreturn]] void run(long interval) {
    const load::descriptor timer(::timerfd_create(CLOCK_MONOTONIC, 0));
    const itimerspec every{{interval, 0}, {interval, 0}};
    ::timerfd_settime(timer.get(), 0, &every, nullptr);
    watch(listener_.get());
    watch(timer.get());
    std::vector<epoll_event> events(512);
    for (;;) {
      const int count = ::epoll_wait(epoll_.get(), events.data(),
                                     static_cast<int>(events.size()), -1);
      for (int i = 0; i < count; ++i) {
        const auto& event = events[static_cast<std::size_t>(i)];
        const int fd = static_cast<int>(event.data.u64);
        if (fd == listener_.get()) {
          accept_all();
        } else if (fd == timer.get()) {
          comment(fd);
        } else {
          serve(fd, event.events);
        }
      }
    }
  }

 private:
  void watch(int fd) {
    load::watch(epoll_.get(), EPOLL_CTL_ADD, fd, EPOLLIN,
                static_cast<std::uint64_t>(fd));
  }

  void accept_all() {
    for (;;) {
      const int fd = ::accept4(listener_.get(), nullptr, nullptr,
                               SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (fd < 0) return;
      load::set_option(fd, IPPROTO_TCP, TCP_NODELAY);
      auto& slot = connections_[fd];
      slot = std::make_unique<connection>();
      slot->socket = load::descriptor(fd);
      watch(fd);
    }
  }

  void serve(int fd, std::uint32_t events) {
    const auto entry = connections_.find(fd);
    if (entry == connections_.end()) return;
    connection& c = *entry->second;
    bool is_good = (events & (EPOLLERR | EPOLLHUP)) == 0;
    if (is_good && (events & EPOLLIN) != 0) {
      is_good = load::read_some(fd, c.reader.input);
      while (is_good) {
        is_good = c.reader.advance();
        if (!is_good || !c.reader.now.is_complete) break;
        answer(c, c.reader.take());
      }
    }
    if (!is_good || !flush(c)) {
      streams_.erase(fd);
      connections_.erase(entry);
    }
  }

  bool flush(connection& c) {
    if (!load::write_some(c.socket.get(), c.output, c.written)) return false;
    if (c.written == c.output.size()) {
      c.output.clear();
      c.written = 0;
    }
    const bool wants = !c.output.empty();
    if (wants != c.wants_write) {
      c.wants_write = wants;
      const std::uint32_t events = wants ? EPOLLIN | EPOLLOUT : EPOLLIN;
      load::watch(epoll_.get(), EPOLL_CTL_MOD, c.socket.get(), events,
                  static_cast<std::uint64_t>(c.socket.get()));
    }
    return true;
  }

  void open_stream(connection& c, std::string_view first) {
    c.output.append(stream_head);
    append_chunk(c.output, first);
    c.is_stream = true;
    streams_.insert(c.socket.get());
  }

  void respond(connection& c, std::string_view status, std::string_view fields,
               std::string_view body) {
    c.output.append("HTTP/1.1 ").append(status).append("\r\n").append(fields);
    c.output.append("Content-Length: ").append(std::to_string(body.size()));
    c.output.append("\r\n\r\n").append(body);
  }

  void answer(connection& c, const load::message& request) {
    if (request.head.starts_with("GET ")) {
      return open_stream(c, ": open\n\n");
    }
    if (!request.head.starts_with("POST ")) {
      return respond(c, "200 OK", "", "");
    }
    const std::string_view body = request.body;
    if (body.starts_with('[')) return answer_batch(c, body);
    const std::string_view id = load::member(body, "id");
    const std::string_view method = load::member(body, "method");
    if (id.empty() || method.empty()) {
      return respond(c, "202 Accepted", "", "");
    }
    std::string text = "{\"jsonrpc\":\"2.0\",\"id\":";
    text.append(id).append(",\"result\":");
    if (method == "\"tools/call\"") {
      append_call(text, body);
      if (mode_ == "sse") return respond_stream(c, text);
    } else if (method == "\"subscriptions/listen\"") {
      return open_stream(c, acknowledgement(id));
    } else if (method == "\"initialize\"") {
      text.append(hello);
    } else if (method == "\"server/discover\"") {
      text.append(found);
    } else {
      text.append(method == "\"tools/list\"" ? listed : "{}");
    }
    text += '}';
    std::string fields = "Content-Type: application/json\r\n";
    if (method == "\"initialize\"") {
      fields += "Mcp-Session-Id: load-" + std::to_string(++sessions_) + "\r\n";
    }
    respond(c, "200 OK", fields, text);
  }

  // Calls alone, which is all that a batch is for here.
  void answer_batch(connection& c, std::string_view body) {
    std::string text;
    for (const std::string_view one : load::elements(body)) {
      text.append(text.empty() ? "[" : ",");
      text.append("{\"jsonrpc\":\"2.0\",\"id\":");
      text.append(load::member(one, "id")).append(",\"result\":");
      append_call(text, one);
      text += '}';
    }
    respond(c, "200 OK", "Content-Type: application/json\r\n", text + "]");
  }

  void append_call(std::string& text, std::string_view body) {
    text += R"({"resultType":"complete","_meta":{"load/token":")";
    const std::size_t at = body.find(token_key);
    if (at != std::string_view::npos) {
      const std::size_t begin = at + token_key.size();
      text.append(body.substr(begin, body.find('"', begin) - begin));
    }
    text.append("\"},").append(canned_[turn_of(body)]);
  }

  [[nodiscard]] std::size_t turn_of(std::string_view body) const {
    constexpr std::string_view key = "\"turn\":";
    std::size_t turn = 0;
    const std::size_t at = body.find(key);
    if (at != std::string_view::npos) {
      const char* const begin = body.data() + at + key.size();
      std::from_chars(begin, body.data() + body.size(), turn);
    }
    return turn % canned_.size();
  }

  void respond_stream(connection& c, std::string& text) {
    c.output.append(stream_head);
    append_chunk(c.output, "data: " + text + "}\n\n");
    c.output.append("0\r\n\r\n");
  }

  static std::string acknowledgement(std::string_view id) {
    std::string text =
        R"(data: {"jsonrpc":"2.0","method":)"
        R"("notifications/subscriptions/acknowledged","params":{"_meta":)"
        R"({"io.modelcontextprotocol/subscriptionId":)";
    return text.append(id).append("}}}\n\n");
  }

  // Keeps streams alive, as servers do.
  void comment(int timer) {
    std::uint64_t count = 0;
    if (::read(timer, &count, sizeof count) < 0) return;
    const std::unordered_set<int> all = streams_;
    for (const int fd : all) {
      const auto entry = connections_.find(fd);
      append_chunk(entry->second->output, ": still here\n\n");
      if (!flush(*entry->second)) {
        streams_.erase(fd);
        connections_.erase(entry);
      }
    }
  }

  std::string mode_;
  std::vector<std::string> canned_;  // for each turn
  std::uint16_t port_;
  load::descriptor listener_;
  load::descriptor epoll_;
  std::unordered_map<int, std::unique_ptr<connection>> connections_;
  std::unordered_set<int> streams_;
  std::uint64_t sessions_ = 0;
};

}  // namespace

int main(int count, char** words) {
  const std::string mode = count > 1 ? words[1] : "";
  const std::string_view modes[] = {"text", "structured", "small", "sse",
                                    "turns"};
  if (std::find(std::begin(modes), std::end(modes), mode) == std::end(modes)) {
    std::fputs(
        "usage: load_upstream text|structured|small|sse|turns [--port N]"
        " [--size BYTES] [--file FILE] [--interval SECONDS]\n",
        stderr);
    return 2;
  }
  const double size = load::option(count, words, "--size", 2000);
  const double port = load::option(count, words, "--port", 0);
  std::vector<std::string> turns;
  for (int i = 1; i + 1 < count; ++i) {
    if (words[i] == std::string_view("--file")) {
      turns = canned_turns(words[i + 1]);
    }
  }
  if (mode == "turns" && turns.empty()) {
    std::fputs("load_upstream: turns needs a --file with lines\n", stderr);
    return 2;
  }
  if (mode != "turns") {
    turns = {canned(mode, static_cast<std::size_t>(size))};
  }
  server all(mode, std::move(turns), static_cast<std::uint16_t>(port));
  std::printf("listening on http://127.0.0.1:%d/mcp\n", all.port());
  std::fflush(stdout);
  all.run(static_cast<long>(load::option(count, words, "--interval", 5)));
}
