// SPDX-License-Identifier: MIT
#include "mcp/proxy/stdio_proxy.hpp"

#include "mcp/raw_json/json_skip.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <boost/asio/post.hpp>
#include <utility>

namespace pith::mcp {

stdio_proxy::stdio_proxy(boost::asio::io_context& io,
                         message_interpreter& interpreter, options wanted)
    : io_(io),
      options_(std::move(wanted)),
      talk_(interpreter, options_.who),
      client_(io, options_.in, options_.out, options_.max_message_bytes,
              {.on_line = [this](std::string_view line) { from_client(line); },
               .on_end = [this](std::string_view why) { on_input_end(why); },
               .on_drained =
                   [this] {
                     if (is_server_paused_ && server_) {
                       is_server_paused_ = false;
                       server_->resume();
                     }
                     if (is_server_done_) finish();
                   },
               .on_gone = [this] { stop_server(); }}),
      end_requests_(io),
      grace_(io),
      again_(io) {}

int stdio_proxy::run(const linker& make) {
  std::string problem;
  server_ = make(
      {.on_message = [this](std::string_view text) { from_server(text); },
       .on_words = options_.say,
       .on_end = [this](int code,
                        std::string_view why) { on_server_end(code, why); }},
      problem);
  if (!server_) {
    options_.say("pith: " + problem);
    return 1;
  }
  end_requests_.listen([this] {
    // Whoever asks twice does not want to wait.
    if (is_stopping_) finish();
    stop_server();
  });
  client_.start();
  io_.run();
  return code_;
}

void stdio_proxy::from_client(std::string_view line) {
  if (is_server_done_) return;
  handled_message what;
  talk_.from_client(line, what);
  for (std::string& answer : what.answers) client_.write(std::move(answer));
  if (!what.forward.empty()) server_->send_for(what.forward, talk_.who());
  if (server_->queued() > high_water) {
    is_client_paused_ = true;
    client_.pause();
    wait_for_server();
  }
}

void stdio_proxy::wait_for_server() {
  again_.expires_after(std::chrono::milliseconds(10));
  again_.async_wait([this](const boost::system::error_code& failed) {
    if (failed || is_server_done_) return;
    if (server_->queued() > high_water / 2) {
      wait_for_server();
      return;
    }
    is_client_paused_ = false;
    client_.resume();
  });
}

void stdio_proxy::from_server(std::string_view text) {
  // Some servers let words slip onto their standard output. What looks like a
  // message is the client's to judge.
  const bool is_container = text.starts_with('{') || text.starts_with('[');
  if (!is_container || skip_value(text) != text.size()) {
    options_.say(text);
    return;
  }
  auto instead = talk_.from_server(text);
  client_.write(instead ? std::move(*instead) : std::string(text));
  if (client_.queued() > high_water && !is_server_paused_ && !is_stopping_) {
    is_server_paused_ = true;
    server_->pause();
  }
  if (is_input_done_ && talk_.open_requests() == 0) stop_server();
}

void stdio_proxy::on_input_end(std::string_view problem) {
  is_input_done_ = true;
  if (!problem.empty()) options_.say("pith: " + std::string(problem));
  if (talk_.open_requests() == 0) {
    stop_server();
    return;
  }
  grace_.expires_after(answer_time);
  grace_.async_wait([this](const boost::system::error_code& failed) {
    if (!failed) stop_server();
  });
}

void stdio_proxy::stop_server() {
  if (is_stopping_) return;
  is_stopping_ = true;
  if (is_server_done_) return;
  server_->stop();
  // Its end comes after all that it has written, which nobody may wait for.
  is_server_paused_ = false;
  server_->resume();
}

void stdio_proxy::on_server_end(int code, std::string_view why) {
  is_server_done_ = true;
  // An end that the client asked for is a good one.
  code_ = is_stopping_ ? 0 : code;
  if (!is_stopping_) {
    options_.say("pith: the server ended: " + std::string(why));
    const std::string reason = "The server ended: " + std::string(why);
    for (std::string& error : talk_.fail_all(reason)) {
      client_.write(std::move(error));
    }
  }
  if (client_.queued() == 0) {
    finish();
    return;
  }
  // A client that does not read does not keep us for ever.
  grace_.expires_after(answer_time);
  grace_.async_wait([this](const boost::system::error_code& failed) {
    if (!failed) finish();
  });
}

void stdio_proxy::finish() {
  boost::asio::post(io_, [this] { io_.stop(); });
}

}  // namespace pith::mcp
