// SPDX-License-Identifier: MIT
#include "mcp/merge/member_connection.hpp"

#include "mcp/protocol/hub_reply.hpp"
#include "mcp/raw_json/json_skip.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <boost/asio/post.hpp>
#include <chrono>
#include <optional>
#include <utility>

namespace pith::mcp {

namespace {

// A command that is fetched before it runs takes its time.
constexpr std::chrono::seconds greeting_time{60};

std::string error_text(const message& failure) {
  return text_member(failure.error, "message");
}

}  // namespace

member_connection::member_connection(boost::asio::io_context& io, linker make,
                                     handlers what)
    : io_(io), make_(std::move(make)), what_(std::move(what)), patience_(io) {}

member_connection::~member_connection() {
  try {
    drop_link();
  } catch (...) {
    return;  // without memory; the link ends with its owner
  }
}

void member_connection::open(const member_greeting& greeting,
                             std::function<void(std::string_view)> then) {
  if (phase_ == phase::closing || phase_ == phase::closed) {
    then("the endpoint ends");
    return;
  }
  if (phase_ != phase::idle && greeting.is_modern != greeting_.is_modern) {
    // A server may be of the era of its first message for good.
    drop_link();
    fail_all("the client speaks another revision now");
    settle("the client speaks another revision now");
    phase_ = phase::idle;
  }
  if (phase_ == phase::open) {
    then({});
    return;
  }
  waiting_.push_back(std::move(then));
  if (phase_ == phase::opening) return;
  greeting_ = greeting;
  start();
}

void member_connection::start() {
  phase_ = phase::opening;
  const std::uint64_t mine = ++generation_;
  const auto weak = weak_from_this();
  const auto current = [weak, mine]() -> std::shared_ptr<member_connection> {
    auto self = weak.lock();
    return self && self->generation_ == mine ? self : nullptr;
  };
  std::string problem;
  link_ = make_({.on_message =
                     [current](std::string_view text) {
                       if (const auto self = current()) self->on_text(text);
                     },
                 .on_words =
                     [current](std::string_view line) {
                       const auto self = current();
                       if (self && self->what_.on_words) {
                         self->what_.on_words(line);
                       }
                     },
                 .on_end =
                     [current](int, std::string_view why) {
                       if (const auto self = current()) self->on_end(why);
                     }},
                problem);
  if (!link_) {
    phase_ = phase::idle;
    settle(problem.empty() ? "it cannot be started" : problem);
    return;
  }
  greet();
}

void member_connection::greet() {
  std::string text = R"({"jsonrpc":"2.0","id":0,"method":")";
  text += greeting_.is_modern ? "server/discover" : "initialize";
  text += R"(","params":)";
  text += greeting_.params;
  text += '}';
  const auto m = read_message(text);
  if (!m) {
    settle("the greeting is not a message");
    return;
  }
  const std::uint64_t mine = generation_;
  patience_.expires_after(greeting_time);
  patience_.async_wait(
      [weak = weak_from_this(), mine](const boost::system::error_code& failed) {
        const auto self = weak.lock();
        if (failed || !self || self->generation_ != mine ||
            self->phase_ != phase::opening) {
          return;
        }
        self->drop_link();
        self->phase_ = phase::idle;
        self->fail_all("it did not answer in time");
        self->settle("it did not answer in time");
      });
  ask(*m, [this](const message* answer, std::string_view problem) {
    patience_.cancel();
    if (phase_ != phase::opening) return;
    if (answer == nullptr || answer->kind != message_kind::result) {
      const std::string why =
          answer == nullptr ? std::string(problem) : error_text(*answer);
      // A process that is of no use is not left running.
      drop_link();
      phase_ = phase::idle;
      settle(why.empty() ? "it refused the greeting" : why);
      return;
    }
    welcome_ = answer->result;
    phase_ = phase::open;
    if (!greeting_.is_modern) {
      tell(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    }
    if (is_paused_ && link_) link_->pause();
    settle({});
  });
}

void member_connection::settle(std::string_view problem) {
  const auto self = shared_from_this();
  for (const auto& then : std::exchange(waiting_, {})) then(problem);
}

std::uint64_t member_connection::ask(const message& request, taker then) {
  const std::uint64_t number = ++last_number_;
  pending_.emplace(number, std::move(then));
  link_->send(with_id(request, std::to_string(number)));
  return number;
}

void member_connection::tell(std::string_view text) {
  if (link_) link_->send(text);
}

void member_connection::cancel(std::uint64_t number, std::string_view why) {
  if (pending_.erase(number) == 0) return;
  tell(cancelled_message(std::to_string(number), why));
}

void member_connection::on_text(std::string_view text) {
  text = trimmed(text);
  if (text.empty()) return;
  const auto self = shared_from_this();
  if (is_batch(text)) {
    const auto all = read_batch(text);
    if (!all) return;
    for (const message& m : *all) on_one(m);
  } else if (const auto m = read_message(text)) {
    on_one(*m);
  } else if (what_.on_words) {
    // Some servers let words slip onto their standard output.
    what_.on_words(text.substr(0, 200));
  }
}

void member_connection::on_one(const message& m) {
  if (!m.is_answer()) {
    what_.on_message(m);
    return;
  }
  const auto number = unsigned_of(m.id);
  const auto at = number ? pending_.find(*number) : pending_.end();
  if (at == pending_.end()) return;  // late, or to nothing that was asked
  const taker then = std::move(at->second);
  pending_.erase(at);
  then(&m, {});
}

void member_connection::on_end(std::string_view why) {
  if (phase_ == phase::closing) {
    phase_ = phase::closed;
    if (const auto then = std::exchange(on_closed_, nullptr)) then();
    return;
  }
  if (phase_ == phase::closed || phase_ == phase::idle) return;
  const bool was_open = phase_ == phase::open;
  const std::string reason(why.empty() ? "it ended" : why);
  drop_link();
  phase_ = phase::idle;
  welcome_.clear();
  fail_all(reason);
  settle(reason);
  if (was_open && what_.on_gone) what_.on_gone();
}

void member_connection::fail_all(std::string_view why) {
  const auto self = shared_from_this();
  for (const auto& [number, then] : std::exchange(pending_, {})) {
    then(nullptr, why);
  }
}

void member_connection::drop_link() {
  ++generation_;
  patience_.cancel();
  if (!link_) return;
  // It may be the one that calls us.
  link_->stop();
  boost::asio::post(io_, [old = std::exchange(link_, nullptr)] {});
}

std::size_t member_connection::queued() const noexcept {
  return link_ ? link_->queued() : 0;
}

void member_connection::pause() {
  is_paused_ = true;
  if (link_ && phase_ == phase::open) link_->pause();
}

void member_connection::resume() {
  is_paused_ = false;
  if (link_ && phase_ == phase::open) link_->resume();
}

void member_connection::close(std::function<void()> then) {
  const bool has_link = link_ != nullptr;
  phase_ = has_link ? phase::closing : phase::closed;
  patience_.cancel();
  pending_.clear();
  waiting_.clear();
  if (!has_link) {
    then();
    return;
  }
  on_closed_ = std::move(then);
  if (is_paused_) link_->resume();  // its end comes after what it has written
  link_->stop();
}

}  // namespace pith::mcp
