// SPDX-License-Identifier: MIT
#include "mcp/http_link_call.hpp"

#include "mcp/json_span.hpp"

#include <utility>

namespace pith::mcp {

void http_link_call::start(http_request request) {
  home_->calls_.insert(shared_from_this());
  home_->queued_ += text_.size();
  call_ = home_->client_.send(std::move(request), shared_from_this());
  if (home_->is_paused_ && call_) call_->pause();
}

void http_link_call::cancel() {
  if (call_) call_->cancel();
  leave();
}

void http_link_call::pause(bool is_paused) {
  if (!call_) return;
  is_paused ? call_->pause() : call_->resume();
}

void http_link_call::on_head(int status, const http_fields& fields) {
  status_ = status;
  if (status >= 400) return;
  home_->on_session(fields);
  const auto type = fields.find("Content-Type").value_or("");
  is_stream_ = type.starts_with("text/event-stream");
  if (why_ == purpose::stream) {
    home_->backoff_ = std::chrono::milliseconds(1000);
  }
}

void http_link_call::on_body(std::string_view bytes) {
  if (is_stream_) {
    if (!events_.feed(bytes, [this](const sse_event& e) { on_event(e); })) {
      fail("a message is too large");
      cancel();
    }
    return;
  }
  if (body_.size() + bytes.size() > home_->options_.max_message_bytes) {
    fail("a message is too large");
    cancel();
    return;
  }
  body_.append(bytes);
}

void http_link_call::on_event(const sse_event& event) {
  if (event.id) last_event_ = *event.id;
  if (why_ == purpose::stream) home_->last_event_ = last_event_;
  if (event.has_data && !event.data.empty()) on_text(event.data);
}

void http_link_call::on_text(std::string_view text) {
  if (is_batch(text)) {
    is_answered_ = true;
    home_->deliver(text);
    return;
  }
  const auto m = read_message(text);
  if (m && m->is_answer() && m->id == id_) {
    is_answered_ = true;
    if (why_ == purpose::reopen) return;  // an answer to us, not to the client
    if (const auto version = find_path(m->result, {"protocolVersion"})) {
      home_->version_ = text_of(*version).value_or(std::string{});
    }
    home_->note_tools(text_, m->result);
  }
  home_->deliver(text);
}

void http_link_call::on_end() {
  const auto keep = shared_from_this();
  leave();
  if (home_->is_closed_) return;
  if (why_ == purpose::farewell) {
    home_->end("the client ended");
    return;
  }
  if (status_ >= 400) {
    on_refused();
    return;
  }
  if (!is_stream_ && !body_.empty()) on_text(body_);
  if (why_ == purpose::stream) {
    home_->open_stream_later(home_->backoff_);
  } else if (why_ == purpose::reopen) {
    home_->on_begun_again();
  } else if (!id_.empty() && !is_answered_ && !resume_stream()) {
    fail("the server ended its answer without one");
  } else if (text_.find("notifications/initialized") != text_.npos &&
             id_.empty()) {
    home_->on_initialized();
  }
}

void http_link_call::on_failure(std::string_view what, bool) {
  const auto keep = shared_from_this();
  leave();
  if (home_->is_closed_) return;
  switch (why_) {
    case purpose::farewell:
      home_->end("the client ended");
      return;
    case purpose::stream:
      home_->open_stream_later(home_->backoff_);
      return;
    case purpose::message:
    case purpose::repeated:
    case purpose::resume:
    case purpose::reopen:
      if (!is_answered_ && !(is_stream_ && resume_stream())) fail(what);
  }
}

void http_link_call::on_refused() {
  if (why_ == purpose::stream) return;  // 405: there is no such stream
  if (why_ == purpose::message && status_ == 404 && !home_->session_.empty()) {
    home_->begin_again(std::move(text_));
    return;
  }
  // A refusal that is a message says more than its status.
  if (const auto m = read_message(body_);
      m && m->kind == message_kind::failure && !id_.empty()) {
    home_->deliver(m->id == id_ ? std::string(m->text)
                   : m->id.empty()
                       ? error_message(id_, rpc_code::server_gone,
                                       "the server refused the request")
                       : with_id(*m, id_));
    return;
  }
  fail("the server answered with status " + std::to_string(status_));
}

void http_link_call::fail(std::string_view why) {
  if (why_ == purpose::reopen) {
    home_->end(why);
    return;
  }
  if (is_answered_ || id_.empty()) return;
  is_answered_ = true;
  std::string problem = "The server cannot be reached: ";
  problem.append(why);
  home_->deliver(error_message(id_, rpc_code::server_gone, problem));
}

bool http_link_call::resume_stream() {
  if (last_event_.empty() || id_.empty()) return false;
  http_request request = home_->request("GET");
  request.fields.set("Last-Event-ID", last_event_);
  auto next = std::make_shared<http_link_call>(home_, purpose::resume, "", id_);
  next->start(std::move(request));
  return true;
}

void http_link_call::leave() {
  if (home_->calls_.erase(shared_from_this()) == 0) return;
  home_->queued_ -= text_.size();
  call_.reset();
}

}  // namespace pith::mcp
