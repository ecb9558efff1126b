// SPDX-License-Identifier: MIT
#include "mcp/hub/post_reply.hpp"

#include <utility>

namespace pith::mcp {

post_reply::post_reply(std::shared_ptr<http_exchange> exchange,
                       session_streams& streams, std::size_t requests,
                       bool is_batch, http_fields fields)
    : exchange_(std::move(exchange)),
      streams_(&streams),
      forms_(accepted(exchange_->request().fields)),
      open_(requests),
      is_batch_(is_batch),
      fields_(std::move(fields)) {}

session_streams::stream_ptr post_reply::say(std::string_view text) {
  open_stream();
  stream_->send(text);
  return stream_;
}

void post_reply::open_stream() {
  if (stream_) return;
  stream_ = streams_->open_answer(std::exchange(exchange_, nullptr),
                                  std::exchange(fields_, {}));
  for (const std::string& text : answers_) stream_->send(text);
  answers_.clear();
}

void post_reply::answer(std::string text) {
  if (!stream_ && exchange_ && !forms_.json) open_stream();
  if (stream_) {
    stream_->send(text);
  } else {
    answers_.push_back(std::move(text));
  }
  skip();
}

void post_reply::refuse(http_response response) {
  if (stream_ || !exchange_ || is_batch_ || open_ != 1) {
    answer(std::move(response.body));
    return;
  }
  open_ = 0;
  std::exchange(exchange_, nullptr)->answer(std::move(response));
}

void post_reply::skip() {
  if (open_ > 0 && --open_ == 0) complete();
}

void post_reply::lose() noexcept {
  if (stream_) return;
  is_gone_ = true;
  exchange_ = nullptr;
  answers_.clear();
}

bool post_reply::is_lost(clock::time_point now,
                         std::chrono::milliseconds patience) const {
  if (!stream_) return is_gone_;
  return !stream_->is_attached() && now - stream_->idle_since() >= patience;
}

void post_reply::complete() {
  if (stream_) {
    stream_->finish();
    return;
  }
  if (!exchange_) return;
  http_response response = empty_response(202);
  if (!answers_.empty()) {
    std::string body;
    if (is_batch_) {
      for (const std::string& text : answers_) {
        body += body.empty() ? '[' : ',';
        body += text;
      }
      body += ']';
    } else {
      body = std::move(answers_.front());
    }
    response = json_response(200, std::move(body));
    for (const http_field& f : fields_) response.fields.add(f.name, f.value);
  }
  std::exchange(exchange_, nullptr)->answer(std::move(response));
}

void post_reply::beat(clock::time_point now,
                      std::chrono::milliseconds patience) {
  if (!stream_ && can_stream() && now - since_ >= patience) open_stream();
}

}  // namespace pith::mcp
