// SPDX-License-Identifier: MIT
#include "mcp/net/client/http_client.hpp"

#include "client_bench.hpp"
#include "raw_server.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using pith_tests::client_bench;
using pith_tests::noting_listener;
using pith_tests::raw_peer;
using pith_tests::raw_server;

/// Answers every request with its body.
void echo(raw_peer& peer, int) {
  for (;;) {
    const std::string request = peer.read_request();
    if (request.empty()) return;
    peer.answer(request.substr(request.find("\r\n\r\n") + 4));
  }
}

/// Sends `text` and closes, for every connection.
raw_server::script sends(std::string text) {
  return [text = std::move(text)](raw_peer& peer, int) {
    if (!peer.read_request().empty()) peer.write(text);
  };
}

TEST(mcp_http_client, sends_a_request_and_reads_the_answer) {
  std::string seen;
  raw_server server([&](raw_peer& peer, int) {
    seen = peer.read_request();
    peer.write(
        "HTTP/1.1 201 Created\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 2\r\n\r\n"
        "ok");
  });
  client_bench bench(server.port());
  const auto listener = std::make_shared<noting_listener>();
  bench.client->send({"POST",
                      "/mcp?x=1",
                      {{"Accept", "a, b"},
                       {"host", "evil"},
                       {"Content-Length", "9"},
                       {"connection", "close"},
                       {"Transfer-Encoding", "chunked"}},
                      "{}"},
                     listener);
  ASSERT_TRUE(bench.run_until([&] { return listener->is_over(); }));
  EXPECT_TRUE(listener->has_ended) << listener->failure;
  EXPECT_EQ(listener->status, 201);
  EXPECT_EQ(listener->fields.count("X-A"), 2U);
  EXPECT_EQ(listener->body, "ok");
  EXPECT_EQ(seen, "POST /mcp?x=1 HTTP/1.1\r\nHost: 127.0.0.1:" +
                      std::to_string(server.port()) +
                      "\r\nAccept: a, b\r\nContent-Length: 2\r\n\r\n{}");
}

TEST(mcp_http_client, refuses_a_request_that_is_more_than_one) {
  raw_server server(echo);
  client_bench bench(server.port());
  const pith::mcp::http_request bad[] = {{"GET /x HTTP/1.1\r\nX:", "/", {}, ""},
                                         {"GET", "/a b", {}, ""},
                                         {"GET", "", {}, ""},
                                         {"GET", "/", {{"A", "1\r\nB: 2"}}, ""},
                                         {"GET", "/", {{"A: x\r\nB", "1"}}, ""},
                                         {"GET", "/", {{"", "1"}}, ""}};
  for (const auto& request : bad) {
    const auto listener = std::make_shared<noting_listener>();
    bench.client->send(request, listener);
    EXPECT_FALSE(listener->is_over());  // not inside send()
    bench.run_until([&] { return listener->is_over(); });
    EXPECT_EQ(listener->failure, "the request cannot be sent");
    EXPECT_FALSE(listener->may_have_arrived);
  }
  EXPECT_EQ(server.count(), 0);
}

TEST(mcp_http_client, keeps_its_connection) {
  raw_server server(echo);
  client_bench bench(server.port());
  for (int i = 0; i < 50; ++i) {
    const std::string body = std::to_string(i);
    EXPECT_EQ(bench.ask(body)->body, body);
  }
  EXPECT_EQ(server.count(), 1);
}

TEST(mcp_http_client, takes_the_connection_that_was_used_last) {
  raw_server server([](raw_peer& peer, int number) {
    while (!peer.read_request().empty()) peer.answer(std::to_string(number));
  });
  client_bench bench(server.port());
  const auto a = bench.send("a");
  const auto b = bench.send("b");
  bench.run_until([&] { return a->is_over() && b->is_over(); });
  EXPECT_EQ(server.count(), 2);
  const std::string last = bench.ask("c")->body;
  for (int i = 0; i < 5; ++i) EXPECT_EQ(bench.ask("d")->body, last);
  EXPECT_EQ(server.count(), 2);
}

TEST(mcp_http_client, gives_a_free_connection_to_what_on_end_sends) {
  raw_server server(echo);
  client_bench bench(server.port());
  const auto first = bench.send("1");
  std::shared_ptr<noting_listener> second;
  first->when_over = [&] { second = bench.send("2"); };
  bench.run_until([&] { return second && second->is_over(); });
  ASSERT_TRUE(second);
  EXPECT_EQ(second->body, "2");
  EXPECT_EQ(server.count(), 1);
}

TEST(mcp_http_client, keeps_no_more_connections_than_it_may) {
  std::atomic<int> closed{0};
  raw_server server([&](raw_peer& peer, int number) {
    echo(peer, number);
    ++closed;
  });
  client_bench bench(server.port(), {.idle_connections = 2});
  std::vector<std::shared_ptr<noting_listener>> all;
  for (int i = 0; i < 5; ++i) all.push_back(bench.send("x"));
  EXPECT_TRUE(bench.run_until([&] { return closed == 3; }));
  for (const auto& listener : all) EXPECT_TRUE(listener->has_ended);
  bench.run_for(50ms);
  EXPECT_EQ(closed, 3);
}

TEST(mcp_http_client, does_not_use_a_connection_that_the_server_may_close) {
  raw_server server([](raw_peer& peer, int) {
    while (!peer.read_request().empty()) {
      peer.write(
          "HTTP/1.1 200 OK\r\nKeep-Alive: timeout=2\r\n"
          "Content-Length: 2\r\n\r\nok");
    }
  });
  client_bench bench(server.port());
  EXPECT_EQ(bench.ask("a")->body, "ok");
  EXPECT_EQ(bench.ask("b")->body, "ok");
  EXPECT_EQ(server.count(), 1);
  // Nobody looks at the timer in the meantime, as on a busy machine.
  std::this_thread::sleep_for(1100ms);
  EXPECT_EQ(bench.ask("c")->body, "ok");
  EXPECT_EQ(server.count(), 2);
}

TEST(mcp_http_client, keeps_no_connection_that_the_server_closes_at_once) {
  raw_server server([](raw_peer& peer, int) {
    while (!peer.read_request().empty()) {
      peer.write(
          "HTTP/1.1 200 OK\r\nKeep-Alive: timeout=1\r\n"
          "Content-Length: 2\r\n\r\nok");
    }
  });
  client_bench bench(server.port());
  EXPECT_EQ(bench.ask("a")->body, "ok");
  EXPECT_EQ(bench.ask("b")->body, "ok");
  EXPECT_EQ(server.count(), 2);
}

TEST(mcp_http_client, closes_what_is_idle_for_long) {
  std::atomic<bool> is_closed = false;
  raw_server server([&](raw_peer& peer, int number) {
    echo(peer, number);
    is_closed = true;
  });
  client_bench bench(server.port(), {.idle_time = 1s});
  const auto begin = std::chrono::steady_clock::now();
  bench.ask("x");
  EXPECT_TRUE(bench.run_until([&] { return is_closed.load(); }));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 900ms);
}

TEST(mcp_http_client, reads_bodies_of_all_kinds) {
  const std::string_view table[] = {
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      "2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\nX-T: 1\r\n\r\n",
      "HTTP/1.1 200 OK\r\n\r\nhello",
      "HTTP/1.0 200 OK\r\n\r\nhello",
      "HTTP/1.1 200 \r\nConnection: close\r\n\r\nhello",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\n"
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"};
  for (const std::string_view text : table) {
    raw_server server(sends(std::string(text)));
    client_bench bench(server.port());
    const auto listener = bench.ask("x");
    EXPECT_TRUE(listener->has_ended) << text << listener->failure;
    EXPECT_EQ(listener->status, 200) << text;
    EXPECT_EQ(listener->body, "hello") << text;
    EXPECT_EQ(listener->fields.count("X-T"), 0U);
  }
}

TEST(mcp_http_client, reads_the_same_byte_by_byte) {
  raw_server server([](raw_peer& peer, int) {
    peer.read_request();
    const std::string_view text =
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n"
        "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
    for (const char c : text) {
      peer.write({&c, 1});
      std::this_thread::sleep_for(200us);
    }
    echo(peer, 0);
  });
  client_bench bench(server.port());
  const auto listener = bench.ask("x");
  EXPECT_TRUE(listener->has_ended) << listener->failure;
  EXPECT_EQ(listener->body, "abcde");
  EXPECT_EQ(bench.ask("again")->body, "again");
  EXPECT_EQ(server.count(), 1);
}

TEST(mcp_http_client, knows_answers_without_a_body) {
  raw_server server([](raw_peer& peer, int) {
    peer.read_request();
    peer.write("HTTP/1.1 204 No Content\r\n\r\n");
    peer.read_request();
    peer.write("HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n");
    peer.read_request();
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n");
    peer.read_request();
    peer.write("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
    peer.read_request();
  });
  client_bench bench(server.port());
  EXPECT_EQ(bench.ask("x")->status, 204);
  EXPECT_EQ(bench.ask("", "GET")->status, 304);
  const auto head = bench.ask("", "HEAD");
  EXPECT_EQ(head->status, 200);
  EXPECT_TRUE(head->has_ended);
  EXPECT_EQ(bench.ask("x")->status, 202);
  EXPECT_EQ(server.count(), 1);
}

TEST(mcp_http_client, does_not_follow_redirects) {
  raw_server server(
      sends("HTTP/1.1 307 Elsewhere\r\nLocation: http://127.0.0.1:1/\r\n"
            "Content-Length: 0\r\n\r\n"));
  client_bench bench(server.port());
  EXPECT_EQ(bench.ask("x")->status, 307);
  EXPECT_EQ(server.count(), 1);
}

TEST(mcp_http_client, refuses_answers_that_are_none) {
  const std::string long_field(70'000, 'a');
  const std::string table[] = {
      "what?\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n"
      "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;" + long_field,
      "HTTP/1.1 200 OK\r\nA: " + long_field + "\r\n\r\n",
      "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n"};
  for (const std::string& text : table) {
    raw_server server(sends(text));
    client_bench bench(server.port());
    const auto listener = bench.ask("x");
    EXPECT_NE(listener->failure.find("not valid HTTP"), std::string::npos)
        << text.substr(0, 90) << listener->failure;
    EXPECT_TRUE(listener->may_have_arrived);
  }
}

TEST(mcp_http_client, does_not_wait_for_ever_for_interim_answers) {
  raw_server server([](raw_peer& peer, int) {
    peer.read_request();
    while (peer.write("HTTP/1.1 100 Continue\r\n\r\n")) {
    }
  });
  client_bench bench(server.port());
  EXPECT_FALSE(bench.ask("x")->failure.empty());
}

TEST(mcp_http_client, tells_when_an_answer_is_cut_off) {
  const std::string_view table[] = {
      "HTTP/1.1 200 OK\r\nContent-",
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"};
  for (const std::string_view text : table) {
    raw_server server(sends(std::string(text)));
    client_bench bench(server.port());
    const auto listener = bench.ask("x");
    EXPECT_EQ(listener->failure, "the server broke off its answer") << text;
    EXPECT_TRUE(listener->may_have_arrived);
    EXPECT_FALSE(listener->has_ended);
  }
}

TEST(mcp_http_client, does_not_keep_a_connection_with_bytes_too_many) {
  raw_server server([](raw_peer& peer, int) {
    peer.read_request();
    peer.answer("ok\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil");
    std::string more;
    peer.read_some(more);
  });
  client_bench bench(server.port());
  bench.ask("x");
  bench.run_for(20ms);
  bench.ask("y");
  EXPECT_EQ(server.count(), 2);
}

TEST(mcp_http_client, sends_large_bodies_and_reads_them) {
  raw_server server(echo);
  client_bench bench(server.port());
  std::string large(20U << 20U, 'x');
  for (std::size_t i = 0; i < large.size(); i += 4096) {
    large[i] = static_cast<char>('a' + i / 4096 % 26);
  }
  const auto listener = bench.ask(large);
  EXPECT_TRUE(listener->has_ended) << listener->failure;
  EXPECT_TRUE(listener->body == large);
  EXPECT_EQ(bench.ask("small")->body, "small");
  EXPECT_EQ(server.count(), 1);
}

TEST(mcp_http_client, serves_many_at_once) {
  raw_server server(echo);
  client_bench bench(server.port());
  std::vector<std::shared_ptr<noting_listener>> all;
  for (int i = 0; i < 40; ++i) all.push_back(bench.send(std::to_string(i)));
  bench.run_until([&] {
    for (const auto& listener : all) {
      if (!listener->is_over()) return false;
    }
    return true;
  });
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(all[static_cast<std::size_t>(i)]->body, std::to_string(i));
  }
}

}  // namespace
