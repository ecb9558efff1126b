// SPDX-License-Identifier: MIT
#include "mcp/link/http_link_call.hpp"

#include "mcp/http/media_type.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace pith::mcp {

namespace {

using milliseconds = std::chrono::milliseconds;

/// A server may ask us to come back at once, but not as fast as we can.
constexpr milliseconds min_retry{10};

/// "retry: 500" in an event: how long to wait before coming back. Streams
/// whose lines end with CR alone have none, which costs them nothing but time.
std::optional<milliseconds> retry_of(std::string_view raw) {
  while (!raw.empty()) {
    const std::string_view line = raw.substr(0, raw.find('\n'));
    raw.remove_prefix(std::min(line.size() + 1, raw.size()));
    constexpr std::string_view field = "retry:";
    if (!line.starts_with(field)) continue;
    const std::string_view digits = trimmed(line.substr(field.size()));
    const char* const end = digits.data() + digits.size();
    unsigned value = 0;
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    if (error == std::errc{} && stop == end) return milliseconds(value);
  }
  return std::nullopt;
}

}  // namespace

void http_link_call::start(http_request request) {
  owner_->calls_.insert(shared_from_this());
  session_ = owner_->session_;
  counted_bytes_ = request.body.size();
  owner_->queued_ += counted_bytes_;
  call_ = owner_->client_.send(std::move(request), shared_from_this());
  if (owner_->is_paused_ && call_) call_->pause();
}

void http_link_call::cancel() {
  const auto keep = shared_from_this();
  if (call_) call_->cancel();
  leave();
  owner_->let_go(this);
}

void http_link_call::pause(bool is_paused) {
  if (!call_) return;
  is_paused ? call_->pause() : call_->resume();
}

void http_link_call::on_head(int status, const http_fields& fields) {
  status_ = status;
  uncount();
  // What follows a refusal depends on what it says.
  if (status >= 400) return;
  if (session_ == owner_->session_) {
    // An answer of a session that is gone would bring it back.
    owner_->on_session(fields);
    session_ = owner_->session_;
  }
  is_stream_ = has_media_type(fields, event_stream_type);
  if (why_ == purpose::stream) owner_->backoff_ = owner_->first_wait;
  owner_->let_go(this);
}

void http_link_call::on_body(std::string_view bytes) {
  if (is_stream_) {
    if (!events_.feed(bytes, [this](const sse_event& e) { on_event(e); })) {
      fail("a message is too large");
      cancel();
    }
    return;
  }
  if (body_.size() + bytes.size() > owner_->options_.max_message_bytes) {
    fail("a message is too large");
    cancel();
    return;
  }
  body_.append(bytes);
}

void http_link_call::on_event(const sse_event& event) {
  if (const auto retry = retry_of(event.raw)) {
    retry_ = std::clamp(*retry, min_retry, owner_->longest_wait);
  }
  if (event.id) {
    last_event_ = *event.id;
    if (why_ == purpose::stream) owner_->last_event_ = last_event_;
  }
  if (event.has_data && !event.data.empty()) on_text(event.data);
}

void http_link_call::on_text(std::string_view text) {
  if (is_batch(text) && why_ != purpose::reopen) {
    is_answered_ = true;
    owner_->deliver(text);
    return;
  }
  const auto m = read_message(text);
  if (m && m->is_answer() && id_key(m->id) == id_key(id_)) {
    if (why_ == purpose::reopen) {
      on_reopened(*m);
      return;  // an answer to us, not to the client
    }
    on_answer(*m);
  } else if (m && m->kind == message_kind::request) {
    owner_->on_asked();
  }
  owner_->deliver(text);
}

void http_link_call::on_answer(const message& m) {
  is_answered_ = true;
  if (text_ == owner_->initialize_) owner_->on_version(m.result);
  owner_->note_tools(text_, m.result);
}

void http_link_call::on_reopened(const message& m) {
  if (is_answered_) return;
  if (m.kind == message_kind::failure) {
    fail("the server refused a new session");
    return;
  }
  is_answered_ = true;
  owner_->on_version(m.result);
  owner_->on_begun_again();
}

void http_link_call::on_end() {
  const auto keep = shared_from_this();
  leave();
  if (!owner_->is_closed_) on_complete();
  owner_->let_go(this);
}

void http_link_call::on_complete() {
  if (why_ == purpose::farewell) {
    owner_->end("the client ended");
    return;
  }
  if (status_ >= 400) {
    on_refused();
    return;
  }
  if (why_ == purpose::stream) {
    // Anything but events means that there is no such stream.
    if (is_stream_)
      owner_->open_stream_later(retry_.value_or(owner_->backoff_));
    return;
  }
  if (!is_stream_) on_text(body_);
  if (!id_.empty()) {
    on_broken("the server ended its answer without one");
  } else if (text_.find("notifications/initialized") != text_.npos) {
    owner_->on_initialized();
  }
}

void http_link_call::on_failure(std::string_view what, bool) {
  const auto keep = shared_from_this();
  leave();
  if (owner_->is_closed_) return;
  switch (why_) {
    case purpose::farewell:
      owner_->end("the client ended");
      break;
    case purpose::stream:
      owner_->open_stream_later(retry_.value_or(owner_->backoff_));
      break;
    case purpose::message:
    case purpose::repeated:
    case purpose::resume:
    case purpose::reopen:
      on_broken(what);
  }
  owner_->let_go(this);
}

/// The server says no more, and may have said all.
void http_link_call::on_broken(std::string_view what) {
  if (!is_answered_ && !(is_stream_ && resume_stream())) fail(what);
}

void http_link_call::on_refused() {
  if (why_ == purpose::stream) {
    // 405: there is no such stream. 404: the session is gone, which the next
    // message finds out; idle clients are not to keep sessions alive.
    const bool is_for_now =
        status_ == 429 || (status_ >= 500 && status_ != 501);
    if (is_for_now) owner_->open_stream_later(owner_->backoff_);
    return;
  }
  if (why_ == purpose::message && status_ == 404 && !session_.empty()) {
    owner_->begin_again(std::move(text_), session_);
    return;
  }
  // A refusal that is a message says more than its status. But nobody waits
  // for what our own initialize is answered with.
  if (const auto m = read_message(body_);
      m && m->kind == message_kind::failure && !id_.empty() &&
      why_ != purpose::reopen) {
    owner_->deliver(m->id == id_ ? std::string(m->text)
                    : m->id.empty()
                        ? error_message(id_, rpc_code::server_gone,
                                        "the server refused the request")
                        : with_id(*m, id_));
    return;
  }
  fail("the server answered with status " + std::to_string(status_));
}

void http_link_call::fail(std::string_view why) {
  if (is_answered_ || id_.empty()) return;
  is_answered_ = true;
  if (why_ == purpose::reopen) {
    owner_->end(why);
    return;
  }
  std::string problem = "The server cannot be reached: ";
  problem.append(why);
  owner_->deliver(error_message(id_, rpc_code::server_gone, problem));
}

bool http_link_call::resume_stream() {
  if (last_event_.empty() || id_.empty()) return false;
  const purpose why = why_ == purpose::reopen ? why_ : purpose::resume;
  const auto next =
      std::make_shared<http_link_call>(owner_, why, std::move(text_), id_);
  next->session_ = session_;
  next->last_event_ = last_event_;
  next->retry_ = retry_;
  next->resume_later(retry_.value_or(owner_->first_wait));
  return true;
}

void http_link_call::resume_later(milliseconds wait) {
  owner_->calls_.insert(shared_from_this());
  wait_.emplace(owner_->io_, wait);
  wait_->async_wait(
      [self = weak_from_this()](const boost::system::error_code& failed) {
        const auto call = self.lock();
        if (!failed && call && call->wait_) call->resume_now();
      });
}

void http_link_call::resume_now() {
  if (is_answered_ || session_ != owner_->session_) {
    leave();
    fail("the server forgot the session");
    return;
  }
  wait_.reset();
  http_request request = owner_->request("GET");
  request.fields.set("Last-Event-ID", last_event_);
  start(std::move(request));
}

void http_link_call::uncount() noexcept {
  owner_->queued_ -= std::exchange(counted_bytes_, 0);
}

void http_link_call::leave() {
  if (owner_->calls_.erase(shared_from_this()) == 0) return;
  uncount();
  wait_.reset();
  call_.reset();
}

}  // namespace pith::mcp
