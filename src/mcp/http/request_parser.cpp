// SPDX-License-Identifier: MIT
#include "mcp/http/request_parser.hpp"

#include <algorithm>
#include <utility>

namespace pith::mcp {

namespace {

/// A length that is announced is believed only so far.
constexpr std::size_t max_reserved_bytes = 64U << 10U;

}  // namespace

std::size_t http_parser::put(std::string_view bytes) {
  if (state_ == state::head) return put_head(bytes);
  if (state_ == state::body) return put_body(bytes);
  return 0;
}

std::size_t http_parser::put_head(std::string_view bytes) {
  std::size_t used = 0;
  bool complete = false;
  while (used < bytes.size() && !complete && !refusal_) {
    complete = scan(bytes[used++]);
    if (!complete && !refusal_ && ++seen_ == header_bytes_) {
      refuse(has_line_ ? 431 : 414,
             has_line_ ? "the head is too large" : "the target is too long");
    }
  }
  if (refusal_) return used;
  bytes = bytes.substr(0, used);
  if (complete && text_.empty()) {
    finish_head(bytes);
    return used;
  }
  text_.append(bytes);
  if (complete) finish_head(std::exchange(text_, {}));
  return used;
}

/// Looks at one byte of the head; true when it is the last one. What it
/// refuses does not wait for the end of the head, which may never come from a
/// peer that does not speak HTTP.
bool http_parser::scan(char c) {
  if (after_return_) {
    after_return_ = false;
    if (c != '\n') return refuse(400, "a line does not end with CR LF");
    return scan_line_feed();
  }
  if (c == '\r') {
    after_return_ = true;
  } else if (!is_text_byte(c)) {
    return refuse(400, "the head has a control character");
  } else {
    ++line_bytes_;
  }
  return false;
}

bool http_parser::scan_line_feed() {
  const bool empty = std::exchange(line_bytes_, 0) == 0;
  if (!empty) {
    has_line_ = true;
    return false;
  }
  if (has_line_) return true;
  // Some clients send one after a body (RFC 9112, section 2.2).
  if (std::exchange(blank_before_, true)) {
    return refuse(400, "there are empty lines instead of a request");
  }
  return false;
}

void http_parser::finish_head(std::string_view text) {
  if (blank_before_) text.remove_prefix(2);
  const http_refusal no = read_head(text, header_count_, head_);
  if (no) return refuse(no);
  state_ = state::admission;
}

void http_parser::admit(std::size_t max_body_bytes) {
  if (state_ != state::admission) return;
  state_ = state::body;
  switch (head_.body) {
    case http_head::body_form::none:
      state_ = state::complete;
      break;
    case http_head::body_form::chunked:
      chunks_.emplace(max_body_bytes, header_bytes_);
      break;
    case http_head::body_form::length:
      if (head_.body_bytes > max_body_bytes) {
        refuse(413, "the body is too large");
      } else if (head_.body_bytes == 0) {
        state_ = state::complete;
      } else {
        head_.request.body.reserve(static_cast<std::size_t>(
            std::min<std::uint64_t>(head_.body_bytes, max_reserved_bytes)));
      }
      break;
  }
}

std::size_t http_parser::put_body(std::string_view bytes) {
  std::string& body = head_.request.body;
  if (chunks_) {
    const std::size_t used = chunks_->put(bytes, body);
    if (chunks_->refusal()) {
      refuse(chunks_->refusal());
    } else if (chunks_->complete()) {
      state_ = state::complete;
    }
    return used;
  }
  const auto n = static_cast<std::size_t>(
      std::min<std::uint64_t>(head_.body_bytes - body.size(), bytes.size()));
  body.append(bytes.substr(0, n));
  if (body.size() == head_.body_bytes) state_ = state::complete;
  return n;
}

http_request http_parser::take() {
  http_request request = std::move(head_.request);
  head_ = http_head();
  chunks_.reset();
  text_ = std::string();
  has_line_ = blank_before_ = after_return_ = false;
  line_bytes_ = seen_ = 0;
  state_ = state::head;
  return request;
}

void http_parser::refuse(http_refusal why) {
  refusal_ = why;
  state_ = state::refused;
  text_ = std::string();
}

bool http_parser::refuse(int status, std::string_view reason) {
  refuse(http_refusal{status, reason});
  return false;
}

}  // namespace pith::mcp
