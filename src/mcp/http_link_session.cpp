// SPDX-License-Identifier: MIT
#include "mcp/http_link_session.hpp"

#include "mcp/http_link_call.hpp"
#include "mcp/json_span.hpp"
#include "mcp/modern_headers.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace pith::mcp {

namespace {

using purpose = http_link_call::purpose;

constexpr std::chrono::milliseconds longest_wait{30'000};

http_client::options client_options(boost::asio::ssl::context* tls) {
  http_client::options options;
  options.tls = tls;
  return options;
}

}  // namespace

http_link_session::http_link_session(boost::asio::io_context& home,
                                     http_url url,
                                     boost::asio::ssl::context* tls,
                                     const http_link_options& options,
                                     server_link::handlers what)
    : home_(home),
      url_(std::move(url)),
      options_(options),
      what_(std::move(what)),
      client_(home, url_, client_options(tls)),
      again_(home) {}

http_request http_link_session::request(std::string method) const {
  http_request made;
  made.method = std::move(method);
  made.target = url_.target;
  made.fields = options_.headers;
  made.fields.set("Accept", made.method == "GET"
                                ? "text/event-stream"
                                : "application/json, text/event-stream");
  if (!session_.empty()) made.fields.set("Mcp-Session-Id", session_);
  if (!version_.empty()) made.fields.set("MCP-Protocol-Version", version_);
  return made;
}

void http_link_session::send(std::string_view text) {
  if (is_closed_) return;
  if (is_beginning_again_) {
    waiting_.emplace_back(text);
    return;
  }
  post(std::string(text));
}

void http_link_session::post(std::string text, bool is_repeated) {
  http_request made = request("POST");
  made.fields.set("Content-Type", "application/json");
  std::string id;
  if (const auto m = read_message(text)) {
    if (m->kind == message_kind::request) id = m->id;
    if (m->method == "initialize") initialize_ = text;
    if (!modern_version(*m).empty()) {
      set_modern_headers(made.fields, *m);
      params_.set(made.fields, *m);
    } else if (m->method == "notifications/cancelled" && session_.empty() &&
               version_.empty()) {
      // Without a session the end of its connection cancels a request.
      cancel_call(find_member(m->params, "requestId").value_or(""));
      return;
    }
  }
  made.body = text;
  const purpose why = is_repeated ? purpose::repeated : purpose::message;
  std::make_shared<http_link_call>(shared_from_this(), why, std::move(text),
                                   std::move(id))
      ->start(std::move(made));
}

void http_link_session::cancel_call(std::string_view request_id) {
  const auto found = std::find_if(
      calls_.begin(), calls_.end(), [request_id](const auto& call) {
        return !request_id.empty() && call->id() == request_id;
      });
  if (found != calls_.end()) std::shared_ptr(*found)->cancel();
}

void http_link_session::deliver(std::string_view text) {
  if (!is_closed_) what_.on_message(text);
}

void http_link_session::note_tools(std::string_view asked,
                                   std::string_view result) {
  // Few lists have the word, and no other answer is of interest.
  if (result.find("x-mcp-header") == result.npos) return;
  const auto m = read_message(asked);
  if (m && m->method == "tools/list") params_.note(result);
}

void http_link_session::on_session(const http_fields& fields) {
  if (const auto id = fields.find("Mcp-Session-Id")) session_ = *id;
}

void http_link_session::on_initialized() {
  if (!has_stream_) open_stream();
}

void http_link_session::open_stream() {
  has_stream_ = true;
  http_request made = request("GET");
  if (!last_event_.empty()) made.fields.set("Last-Event-ID", last_event_);
  std::make_shared<http_link_call>(shared_from_this(), purpose::stream, "", "")
      ->start(std::move(made));
}

void http_link_session::open_stream_later(std::chrono::milliseconds wait) {
  backoff_ = std::min(backoff_ * 2, longest_wait);
  again_.expires_after(wait);
  again_.async_wait(
      [self = weak_from_this()](const boost::system::error_code& failed) {
        const auto session = self.lock();
        if (!failed && session && !session->is_closed_) session->open_stream();
      });
}

void http_link_session::begin_again(std::string text) {
  waiting_.push_back(std::move(text));
  if (is_beginning_again_) return;
  is_beginning_again_ = true;
  session_.clear();
  version_.clear();
  last_event_.clear();
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
  post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  for (std::string& text : std::exchange(waiting_, {})) {
    post(std::move(text), true);
  }
}

void http_link_session::pause(bool is_paused) {
  is_paused_ = is_paused;
  for (const auto& call : calls_) call->pause(is_paused);
}

void http_link_session::stop() {
  if (is_closed_) return;
  if (session_.empty()) {
    end("the client ended");
    return;
  }
  std::make_shared<http_link_call>(shared_from_this(), purpose::farewell, "",
                                   "")
      ->start(request("DELETE"));
  // A server that does not answer must not keep us.
  again_.expires_after(std::chrono::seconds(2));
  again_.async_wait(
      [self = weak_from_this()](const boost::system::error_code& failed) {
        const auto session = self.lock();
        if (!failed && session) session->end("the client ended");
      });
}

void http_link_session::close() {
  is_closed_ = true;
  again_.cancel();
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
