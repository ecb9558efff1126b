// SPDX-License-Identifier: MIT
#include "mcp/issuer/key_source.hpp"

#include "mcp/issuer/token_verifier.hpp"
#include "net/client/raw_server.hpp"
#include "net/server/running_server.hpp"
#include "test_issuer.hpp"
#include "throwaway_certificate.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test
using namespace std::chrono_literals;
using pith_tests::eventually;
using pith_tests::key_set_of;
using pith_tests::raw_peer;
using pith_tests::raw_server;
using pith_tests::signing_key;
using kind = signing_key::kind;

constexpr std::int64_t now = 1'800'000'000;

/// A server whose answer can be changed.
class key_server {
 public:
  explicit key_server(std::string body) : body_(std::move(body)) {}

  void publish(std::string body) {
    const std::lock_guard hold(lock_);
    body_ = std::move(body);
  }
  void answer_with(std::string whole) {
    const std::lock_guard hold(lock_);
    whole_ = std::move(whole);
  }
  [[nodiscard]] int requests() const { return server_.count(); }
  [[nodiscard]] key_source::options options() const {
    key_source::options wanted;
    wanted.url = "http://127.0.0.1:" + std::to_string(server_.port()) + "/keys";
    wanted.ask_time = 300ms;
    return wanted;
  }
  std::atomic<bool> is_silent{false};

 private:
  void serve(raw_peer& peer) {
    const std::string request = peer.read_request();
    EXPECT_EQ(request.substr(0, 15), "GET /keys HTTP/");
    while (is_silent) std::this_thread::sleep_for(2ms);
    const std::lock_guard hold(lock_);
    if (whole_.empty()) {
      peer.answer(body_);
    } else {
      peer.write(whole_);
    }
  }

  std::mutex lock_;
  std::string body_;
  std::string whole_;
  raw_server server_{[this](raw_peer& peer, int) { serve(peer); }};
};

/// What a source says.
struct reports {
  std::mutex lock;
  std::vector<key_report> all;

  key_source::reporter teller() {
    return [this](const key_report& each) {
      const std::lock_guard hold(lock);
      all.push_back(each);
    };
  }
  std::size_t count() {
    const std::lock_guard hold(lock);
    return all.size();
  }
  key_report last() {
    const std::lock_guard hold(lock);
    return all.back();
  }
};

std::string token_by(const signing_key& key, std::string_view id) {
  return pith_tests::token_of(
      R"({"alg":"ES256","typ":"at+jwt","kid":")" + std::string(id) + R"("})",
      R"({"iss":"https://id.example","sub":"u","aud":"https://gw.example",)"
      R"("exp":1800000600})",
      key);
}

token_verifier::options verifier_options(const key_server& server) {
  token_verifier::options wanted;
  wanted.rules.issuer = "https://id.example";
  wanted.keys = server.options();
  return wanted;
}

const std::vector<std::string>& audiences() {
  static const std::vector<std::string> ours{"https://gw.example"};
  return ours;
}

TEST(refresh_time_of, what_servers_say) {
  EXPECT_EQ(refresh_time_of(""), 3'600s);
  EXPECT_EQ(refresh_time_of("no-store"), 3'600s);
  EXPECT_EQ(refresh_time_of("public, max-age=900, must-revalidate"), 900s);
  EXPECT_EQ(refresh_time_of("Max-Age=7200"), 7'200s);
  EXPECT_EQ(refresh_time_of("max-age=0"), 300s);
  EXPECT_EQ(refresh_time_of("s-maxage=60, max-age=299"), 300s);
  EXPECT_EQ(refresh_time_of("max-age=99999999999999999999"), 86'400s);
  EXPECT_EQ(refresh_time_of("max-age=100000"), 86'400s);
  EXPECT_EQ(refresh_time_of("max-age="), 3'600s);
  EXPECT_EQ(refresh_time_of("max-age=x,,max-age=600"), 600s);
}

TEST(key_source, fetches_when_it_is_made) {
  const signing_key key(kind::p256);
  const key_server server(key_set_of({key.jwk("a"), "{}"}));
  reports said;
  const key_source source(server.options(), said.teller());
  ASSERT_TRUE(eventually([&] { return source.keys() != nullptr; }));
  ASSERT_TRUE(eventually([&] { return said.count() == 1; }));
  EXPECT_EQ(said.last().problem, "");
  EXPECT_EQ(said.last().keys, 1U);
  EXPECT_EQ(said.last().skipped, 1U);
  EXPECT_TRUE(said.last().has_changed);
  EXPECT_FALSE(source.is_failing());
}

TEST(key_source, keeps_its_keys_through_an_outage) {
  const signing_key key(kind::p256);
  key_server server(key_set_of({key.jwk("a")}));
  reports said;
  auto wanted = server.options();
  wanted.outage_time = 2s;
  key_source source(wanted, said.teller());
  ASSERT_TRUE(eventually([&] { return said.count() == 1; }));
  server.answer_with("HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n");
  source.refresh();
  ASSERT_TRUE(eventually([&] { return said.count() >= 2; }));
  EXPECT_NE(said.last().problem.find("503"), std::string::npos);
  EXPECT_TRUE(source.is_failing());
  EXPECT_NE(source.keys(), nullptr);
  // It tries again by itself, and gives up on what is too old.
  ASSERT_TRUE(eventually([&] { return said.count() >= 4; }));
  ASSERT_TRUE(eventually([&] { return source.keys() == nullptr; }));
  server.answer_with("");
  ASSERT_TRUE(eventually([&] { return source.keys() != nullptr; }));
  EXPECT_FALSE(source.is_failing());
}

TEST(key_source, answers_that_are_not_taken) {
  const signing_key key(kind::p256);
  const std::string keys = key_set_of({key.jwk("a")});
  const std::string large = keys + std::string(300'000, ' ');
  const std::vector<std::string> answers{
      "HTTP/1.1 302 Found\r\nLocation: /keys\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 404 No\r\nContent-Length: " + std::to_string(keys.size()) +
          "\r\n\r\n" + keys,
      "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(large.size()) +
          "\r\n\r\n" + large,
      "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>",
      "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n" + keys,
      "hello",
  };
  for (const std::string& answer : answers) {
    key_server server({});
    server.answer_with(answer);
    reports said;
    const key_source source(server.options(), said.teller());
    ASSERT_TRUE(eventually([&] { return said.count() >= 1; })) << answer;
    EXPECT_NE(said.last().problem, "") << answer;
    EXPECT_EQ(source.keys(), nullptr);
  }
}

TEST(key_source, does_not_wait_for_ever) {
  key_server server({});
  server.is_silent = true;
  auto wanted = server.options();
  wanted.fetch_time = 100ms;
  reports said;
  key_source source(wanted, said.teller());
  std::atomic<bool> went_on{false};
  const auto wait = source.ask();
  ASSERT_TRUE(wait);
  wait->then([&] { went_on = true; });
  ASSERT_TRUE(eventually([&] { return went_on.load(); }));
  EXPECT_EQ(said.last().problem, "the server did not answer in time");
  server.is_silent = false;
}

TEST(key_source, lets_everybody_go_on_when_it_ends) {
  key_server server({});
  server.is_silent = true;
  std::atomic<int> went_on{0};
  {
    key_source source(server.options(), {});
    const auto wait = source.ask();
    ASSERT_TRUE(wait);
    for (int i = 0; i < 10; ++i) wait->then([&] { ++went_on; });
  }
  EXPECT_EQ(went_on, 10);
  server.is_silent = false;
}

TEST(key_source, believes_only_its_authorities) {
  const signing_key key(kind::p256);
  const pith_tests::throwaway_certificate certificate("IP:127.0.0.1");
  const raw_server server(
      [&key](raw_peer& peer, int) {
        if (!peer.read_request().empty()) {
          peer.answer(key_set_of({key.jwk("a")}));
        }
      },
      certificate.server_context());
  key_source::options wanted;
  wanted.url = "https://127.0.0.1:" + std::to_string(server.port()) + "/keys";
  reports said;
  const key_source strange(wanted, said.teller());
  ASSERT_TRUE(eventually([&] { return said.count() == 1; }));
  EXPECT_NE(said.last().problem, "");
  EXPECT_EQ(strange.keys(), nullptr);
  wanted.ca_file = certificate.certificate_file();
  const key_source known(wanted, {});
  EXPECT_TRUE(eventually([&] { return known.keys() != nullptr; }));
}

TEST(key_source, reads_a_file) {
  const signing_key key(kind::p256);
  const std::string file =
      (std::filesystem::temp_directory_path() / "pith_key_source.json")
          .string();
  const auto write = [&file](const std::string& text) {
    std::ofstream(file) << text;
  };
  write(key_set_of({key.jwk("a")}));
  key_source::options wanted;
  wanted.file = file;
  wanted.ask_time = 300ms;
  key_source source(wanted, {});
  ASSERT_TRUE(eventually([&] { return source.keys() != nullptr; }));
  EXPECT_FALSE(source.keys()->find("b", token_algorithm::es256).is_known);
  write(key_set_of({key.jwk("b")}));
  source.refresh();
  EXPECT_TRUE(eventually([&] {
    return source.keys()->find("b", token_algorithm::es256).is_known;
  }));
  std::filesystem::remove(file);
  source.refresh();
  EXPECT_TRUE(eventually([&] { return source.is_failing(); }));
  EXPECT_NE(source.keys(), nullptr);
}

/// A new key, asked for by many at once, is fetched once, and nobody fails.
TEST(token_verifier, follows_a_rotation) {
  const signing_key first(kind::p256);
  const signing_key second(kind::p256);
  key_server server(key_set_of({first.jwk("a")}));
  auto wanted = verifier_options(server);
  wanted.keys.ask_time = 1h;
  token_verifier verifier(wanted, {});
  ASSERT_TRUE(eventually([&] { return verifier.has_keys(); }));
  const std::string old_token = token_by(first, "a");
  EXPECT_TRUE(verifier.check(old_token, audiences(), now).claims);
  EXPECT_EQ(server.requests(), 1);

  server.publish(key_set_of({second.jwk("b")}));
  server.is_silent = true;
  const std::string token = token_by(second, "b");
  std::atomic<int> good{0};
  for (int i = 0; i < 50; ++i) {
    const auto outcome = verifier.check(token, audiences(), now);
    ASSERT_TRUE(outcome.wait);
    outcome.wait->then([&] {
      if (verifier.check(token, audiences(), now).claims) ++good;
    });
  }
  server.is_silent = false;
  EXPECT_TRUE(eventually([&] { return good == 50; }));
  EXPECT_EQ(server.requests(), 2);
  // The key that is gone does not live on in the cache.
  EXPECT_EQ(verifier.check(old_token, audiences(), now).fault,
            token_fault::unknown_key);
}

TEST(token_verifier, does_not_ask_for_every_strange_key) {
  const signing_key key(kind::p256);
  const key_server server(key_set_of({key.jwk("a")}));
  auto wanted = verifier_options(server);
  wanted.keys.ask_time = 1h;
  token_verifier verifier(wanted, {});
  ASSERT_TRUE(eventually([&] { return verifier.has_keys(); }));
  const std::string strange = token_by(key, "nobody");
  const auto outcome = verifier.check(strange, audiences(), now);
  ASSERT_TRUE(outcome.wait);
  std::atomic<bool> went_on{false};
  outcome.wait->then([&] { went_on = true; });
  ASSERT_TRUE(eventually([&] { return went_on.load(); }));
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(verifier.check(strange, audiences(), now).fault,
              token_fault::unknown_key);
  }
  EXPECT_EQ(server.requests(), 2);
}

/// While the issuer does not answer, nobody can tell whether a key is new.
TEST(token_verifier, knows_what_it_cannot_know) {
  const signing_key key(kind::p256);
  key_server server(key_set_of({key.jwk("a")}));
  auto wanted = verifier_options(server);
  wanted.keys.ask_time = 1h;
  token_verifier verifier(wanted, {});
  ASSERT_TRUE(eventually([&] { return verifier.has_keys(); }));
  server.answer_with("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n");
  std::atomic<bool> went_on{false};
  const auto outcome = verifier.check(token_by(key, "b"), audiences(), now);
  ASSERT_TRUE(outcome.wait);
  outcome.wait->then([&] { went_on = true; });
  ASSERT_TRUE(eventually([&] { return went_on.load(); }));
  EXPECT_TRUE(
      verifier.check(token_by(key, "b"), audiences(), now).is_unknown());
  EXPECT_TRUE(verifier.check(token_by(key, "a"), audiences(), now).claims);
}

TEST(token_verifier, checks_each_time_what_a_token_is_for) {
  const signing_key key(kind::p256);
  const key_server server(key_set_of({key.jwk("a")}));
  token_verifier verifier(verifier_options(server), {});
  ASSERT_TRUE(eventually([&] { return verifier.has_keys(); }));
  const std::string token = token_by(key, "a");
  EXPECT_TRUE(verifier.check(token, audiences(), now).claims);
  const std::vector<std::string> other{"https://other.example"};
  EXPECT_EQ(verifier.check(token, other, now).fault, token_fault::audience);
  EXPECT_EQ(verifier.check(token, audiences(), now + 700).fault,
            token_fault::expired);
  EXPECT_EQ(verifier.check("secret", audiences(), now).fault,
            token_fault::form);
  EXPECT_EQ(
      verifier.check(std::string(9'000, 'a') + ".b.c", audiences(), now).fault,
      token_fault::too_long);
}

}  // namespace
