// SPDX-License-Identifier: MIT
#include "mcp/http/chunks.hpp"

#include <algorithm>

namespace pith::mcp {

namespace {

constexpr unsigned max_digits = 16;
constexpr std::size_t max_extension_bytes = 4096;  // of all chunks together

/// The value of a hexadecimal digit, or 16.
constexpr unsigned digit_value(char c) noexcept {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return 16;
}

}  // namespace

std::size_t http_chunks::put(std::string_view bytes, std::string& body) {
  std::size_t used = 0;
  while (used < bytes.size() && at_ != place::end && !refusal_) {
    if (at_ != place::data) {
      step(bytes[used++], body.size());
      continue;
    }
    const auto n = static_cast<std::size_t>(
        std::min<std::uint64_t>(left_, bytes.size() - used));
    body.append(bytes.substr(used, n));
    used += n;
    left_ -= n;
    if (left_ == 0) at_ = place::data_return;
  }
  return used;
}

void http_chunks::step(char c, std::size_t body_size) {
  switch (at_) {
    case place::data_return:
      return expect(c, '\r', place::data_end);
    case place::data_end:
      digits_ = 0;
      return expect(c, '\n', place::first_digit);
    case place::first_digit:
    case place::digits:
    case place::size_end:
      return step_size(c, body_size);
    case place::name_begin:
    case place::name:
    case place::value_begin:
    case place::value:
    case place::quoted:
    case place::escaped:
    case place::quoted_end:
      return step_extension(c);
    default:
      return step_trailer(c);
  }
}

void http_chunks::step_size(char c, std::size_t body_size) {
  if (at_ == place::size_end) {
    if (c != '\n') return refuse(400, "a line of a chunk is malformed");
    return begin_chunk(body_size);
  }
  if (digit_value(c) < 16) return add_digit(c);
  if (at_ == place::first_digit) {
    return refuse(400, "the size of a chunk is malformed");
  }
  if (c == '\r') {
    at_ = place::size_end;
  } else if (c == ';') {
    at_ = place::name_begin;
  } else {
    refuse(400, "the size of a chunk is malformed");
  }
}

/// Where a quoted value ends is seen differently by readers that are lenient,
/// and the line with it; so this one is not.
void http_chunks::step_extension(char c) {
  if (++extension_bytes_ > max_extension_bytes) {
    return refuse(400, "the extensions of chunks are too long");
  }
  const place was = at_;
  if (was == place::escaped || (was == place::quoted && c != '"')) {
    at_ = was == place::quoted && c == '\\' ? place::escaped : place::quoted;
    if (!is_text_byte(c)) refuse(400, "an extension is malformed");
  } else if (was == place::quoted) {
    at_ = place::quoted_end;
  } else if (is_token_byte(c) && was != place::quoted_end) {
    const bool in_name = was == place::name_begin || was == place::name;
    at_ = in_name ? place::name : place::value;
  } else if (c == '"' && was == place::value_begin) {
    at_ = place::quoted;
  } else if (c == '=' && was == place::name) {
    at_ = place::value_begin;
  } else if (was == place::name_begin || was == place::value_begin) {
    refuse(400, "an extension is malformed");
  } else if (c == ';') {
    at_ = place::name_begin;
  } else if (c == '\r') {
    at_ = place::size_end;
  } else {
    refuse(400, "an extension is malformed");
  }
}

void http_chunks::add_digit(char c) {
  if (++digits_ > max_digits) {
    return refuse(400, "the size of a chunk is malformed");
  }
  left_ = left_ * 16 + digit_value(c);  // the 16 digits fit
  at_ = place::digits;
}

void http_chunks::begin_chunk(std::size_t body_size) {
  if (left_ > body_limit_ - std::min(body_limit_, body_size)) {
    return refuse(413, "the body is too large");
  }
  at_ = left_ == 0 ? place::trailer : place::data;
}

void http_chunks::step_trailer(char c) {
  if (++trailer_bytes_ > trailer_limit_) {
    return refuse(431, "the trailers are too large");
  }
  if (at_ == place::last_end) return expect(c, '\n', place::end);
  if (at_ == place::trailer_end) return expect(c, '\n', place::trailer);
  if (at_ == place::trailer_value) {
    if (c == '\r') {
      at_ = place::trailer_end;
    } else if (!is_text_byte(c)) {
      refuse(400, "a trailer is malformed");
    }
    return;
  }
  if (is_token_byte(c)) {
    at_ = place::trailer_name;
  } else if (at_ == place::trailer && c == '\r') {
    at_ = place::last_end;
  } else if (at_ == place::trailer_name && c == ':') {
    at_ = place::trailer_value;
  } else {
    refuse(400, "a trailer is malformed");
  }
}

void http_chunks::expect(char c, char wanted, place next) {
  if (c != wanted) return refuse(400, "a chunk is malformed");
  at_ = next;
}

void http_chunks::refuse(int status, std::string_view reason) {
  refusal_ = {status, reason};
}

}  // namespace pith::mcp
