// SPDX-License-Identifier: MIT
#include "mcp/link/http_link_session.hpp"

#include "mcp/link/http_link_call.hpp"
#include "mcp/protocol/header_names.hpp"
#include "mcp/protocol/modern_headers.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/trace/carried_context.hpp"
#include "mcp/trace/tracer.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <functional>
#include <utility>
#include <vector>

namespace pith::mcp {

namespace {

using purpose = http_link_call::purpose;

/// How long a server may keep others waiting with what needs no answer.
constexpr std::chrono::seconds longest_hold{5};
/// A server that does not answer must not keep us at the end. One that takes
/// what it is told gets as long for the next.
constexpr std::chrono::seconds farewell_time{2};

http_client::options client_options(boost::asio::ssl::context* tls) {
  http_client::options options;
  options.tls = tls;
  return options;
}

}  // namespace

http_link_session::http_link_session(boost::asio::io_context& io, http_url url,
                                     boost::asio::ssl::context* tls,
                                     const http_link_options& options,
                                     server_link::handlers what)
    : io_(io),
      url_(std::move(url)),
      options_(options),
      what_(std::move(what)),
      client_(io, url_, client_options(tls)),
      again_(io),
      patience_(io),
      farewell_(io) {}

http_request http_link_session::request(std::string method) const {
  http_request made;
  made.method = std::move(method);
  made.target = url_.target;
  made.fields = options_.headers;
  made.fields.set("Accept", made.method == "GET"
                                ? "text/event-stream"
                                : "application/json, text/event-stream");
  if (!session_.empty()) made.fields.set(session_field, session_);
  if (!version_.empty()) made.fields.set(version_field, version_);
  return made;
}

void http_link_session::send(std::string_view text) {
  if (is_closed_ || is_stopping_) return;
  hold(std::string(text), false);
  send_held();
}

void http_link_session::hold(std::string text, bool is_repeated) {
  queued_ += text.size();
  const auto place =
      is_repeated ? std::find_if_not(
                        held_.begin(), held_.end(),
                        [](const held_message& one) { return one.is_repeated; })
                  : held_.end();
  held_.insert(place, {std::move(text), is_repeated});
}

void http_link_session::send_held() {
  if (is_closed_ || is_beginning_again_) return;
  while (awaited_ == nullptr && !held_.empty()) {
    held_message next = std::move(held_.front());
    held_.pop_front();
    queued_ -= next.text.size();
    post(std::move(next.text), next.is_repeated);
  }
  if (is_stopping_ && awaited_ == nullptr) say_farewell();
}

void http_link_session::post(std::string text, bool is_repeated) {
  http_request made = request("POST");
  made.fields.set("Content-Type", "application/json");
  std::string id;
  bool is_told = false;
  if (const auto m = read_message(text)) {
    if (m->kind == message_kind::request) id = m->id;
    is_told = m->kind != message_kind::request;
    if (m->method == "initialize") initialize_ = text;
    if (options_.traces && options_.traces->is_on()) {
      const auto context = context_of(*m);
      if (context) set_context(made.fields, *context);
    }
    if (!modern_version(*m).empty()) {
      set_modern_headers(made.fields, *m);
      params_.set(made.fields, *m);
    } else if (m->method == "notifications/cancelled" &&
               cancel_call(find_member(m->params, "requestId").value_or(""))) {
      return;
    }
  }
  made.body = text;
  const purpose why = is_repeated ? purpose::repeated : purpose::message;
  const auto call = std::make_shared<http_link_call>(
      shared_from_this(), why, std::move(text), std::move(id));
  if (is_told) wait_for(*call);
  call->start(std::move(made));
}

void http_link_session::wait_for(const http_link_call& told) {
  awaited_ = &told;
  patience_.expires_after(longest_hold);
  patience_.async_wait(
      [self = weak_from_this()](const boost::system::error_code& failed) {
        const auto session = self.lock();
        if (!failed && session) session->let_go(session->awaited_);
      });
}

void http_link_session::let_go(const http_link_call* call) {
  if (call == nullptr || call != awaited_) return;
  awaited_ = nullptr;
  patience_.cancel();
  if (is_stopping_ && !is_closed_) limit_farewell();
  // Later: whoever calls is in the middle of something.
  std::function<void()> go_on = [self = weak_from_this()] {
    if (const auto session = self.lock()) session->send_held();
  };
  boost::asio::post(io_, std::move(go_on));
}

std::shared_ptr<http_link_call> http_link_session::find_call(
    std::string_view request_id) const {
  const auto found = std::find_if(
      calls_.begin(), calls_.end(), [request_id](const auto& call) {
        return !request_id.empty() &&
               id_key(call->id()) == id_key(request_id) &&
               call->why() != purpose::reopen;
      });
  return found == calls_.end() ? nullptr : *found;
}

bool http_link_session::cancel_call(std::string_view request_id) {
  const auto call = find_call(request_id);
  if (!session_.empty() || !version_.empty()) {
    if (call) call->forgo();
    return false;
  }
  // Without a session the end of its connection cancels a request.
  if (call) call->cancel();
  return true;
}

void http_link_session::deliver(std::string_view text) {
  text = trimmed(text);
  if (is_closed_ || text.empty()) return;
  // Bodies and events may have several lines; what the client reads has one.
  if (text.find('\n') == text.npos && text.find('\r') == text.npos) {
    what_.on_message(text);
  } else {
    what_.on_message(one_line(text));
  }
}

void http_link_session::note_tools(std::string_view asked,
                                   std::string_view result) {
  // Few lists have the word, and no other answer is of interest.
  if (result.find("x-mcp-header") == result.npos) return;
  const auto m = read_message(asked);
  if (m && m->method == "tools/list") params_.note(result);
}

void http_link_session::on_session(const http_fields& fields) {
  if (const auto id = fields.find(session_field)) session_ = *id;
}

void http_link_session::on_version(std::string_view result) {
  const auto version = find_member(result, "protocolVersion");
  if (version) version_ = text_of(*version).value_or(std::string{});
}

void http_link_session::on_initialized() {
  if (!has_stream_) open_stream();
}

void http_link_session::on_asked() {
  for (const auto& call : calls_) call->uncount();
}

void http_link_session::open_stream() {
  has_stream_ = true;
  http_request made = request("GET");
  if (!last_event_.empty()) made.fields.set("Last-Event-ID", last_event_);
  std::make_shared<http_link_call>(shared_from_this(), purpose::stream, "", "")
      ->start(std::move(made));
}

void http_link_session::open_stream_later(milliseconds wait) {
  backoff_ = std::min(backoff_ * 2, longest_wait);
  again_.expires_after(wait);
  again_.async_wait(
      [self = weak_from_this()](const boost::system::error_code& failed) {
        const auto session = self.lock();
        if (failed || !session || session->is_closed_) return;
        if (session->has_stream_) session->open_stream();
      });
}

void http_link_session::drop_stream() {
  has_stream_ = false;
  backoff_ = first_wait;
  last_event_.clear();
  again_.cancel();
  const auto found = std::find_if(
      calls_.begin(), calls_.end(),
      [](const auto& call) { return call->why() == purpose::stream; });
  if (found != calls_.end()) std::shared_ptr(*found)->cancel();
}

void http_link_session::begin_again(std::string text, std::string_view lost) {
  if (has_said_farewell_) return;
  hold(std::move(text), true);
  if (lost != session_) {  // another one was refused before
    send_held();
    return;
  }
  is_beginning_again_ = true;
  session_.clear();
  version_.clear();
  drop_stream();
  const auto m = read_message(initialize_);
  if (!m) {
    end("the server forgot the session");
    return;
  }
  http_request made = request("POST");
  made.fields.set("Content-Type", "application/json");
  made.body = initialize_;
  std::make_shared<http_link_call>(shared_from_this(), purpose::reopen, "",
                                   std::string(m->id))
      ->start(std::move(made));
}

void http_link_session::on_begun_again() {
  is_beginning_again_ = false;
  post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})", true);
  send_held();
}

void http_link_session::pause(bool is_paused) {
  is_paused_ = is_paused;
  for (const auto& call : calls_) call->pause(is_paused);
}

void http_link_session::stop() {
  if (is_closed_ || is_stopping_) return;
  is_stopping_ = true;
  limit_farewell();
  send_held();  // then goodbye: it must not overtake the last words
}

void http_link_session::limit_farewell() {
  farewell_.expires_after(farewell_time);
  farewell_.async_wait(
      [self = weak_from_this()](const boost::system::error_code& failed) {
        const auto session = self.lock();
        if (!failed && session) session->end("the client ended");
      });
}

void http_link_session::say_farewell() {
  if (std::exchange(has_said_farewell_, true)) return;
  if (session_.empty()) {
    end("the client ended");
    return;
  }
  std::make_shared<http_link_call>(shared_from_this(), purpose::farewell, "",
                                   "")
      ->start(request("DELETE"));
}

void http_link_session::close() {
  is_closed_ = true;
  again_.cancel();
  patience_.cancel();
  farewell_.cancel();
  held_.clear();
  const std::vector<std::shared_ptr<http_link_call>> all(calls_.begin(),
                                                         calls_.end());
  for (const auto& call : all) call->cancel();
}

void http_link_session::end(std::string_view why) {
  if (is_closed_) return;
  close();
  what_.on_end(0, why);
}

}  // namespace pith::mcp
