// SPDX-License-Identifier: MIT
#include "mcp/http/answer.hpp"

#include "mcp/http/head.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace pith::mcp {

namespace {

/// A body up to here is copied after its head, which is cheaper than two
/// buffers.
constexpr std::size_t small_body_bytes = 16U << 10U;

constexpr std::array<std::pair<int, std::string_view>, 34> phrases{{
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {206, "Partial Content"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {417, "Expectation Failed"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Content"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
}};

std::string_view phrase_of(int status) noexcept {
  const auto found =
      std::find_if(phrases.begin(), phrases.end(),
                   [status](const auto& p) { return p.first == status; });
  return found == phrases.end() ? std::string_view() : found->second;
}

bool has_no_body(int status) noexcept { return status == 204 || status == 304; }

void append_number(std::string& out, std::size_t number) {
  std::array<char, 24> digits;
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

bool may_be_sent(const http_field& field) noexcept {
  return is_token(field.name) && !same_name(field.name, "Content-Length") &&
         !same_name(field.name, "Transfer-Encoding") &&
         !same_name(field.name, "Connection") &&
         std::all_of(field.value.begin(), field.value.end(), is_text_byte);
}

constexpr std::string_view no_guesses = "X-Content-Type-Options: nosniff\r\n";
constexpr std::string_view no_page =
    "Content-Security-Policy: default-src 'none'; sandbox\r\n";

void append_fields(std::string& out, const http_fields& fields) {
  for (const http_field& field : fields) {
    if (!may_be_sent(field)) continue;
    out.append(field.name).append(": ").append(field.value).append("\r\n");
  }
}

/// The head without what says how long the body is, and without its end.
std::string head_text(int status, const http_fields& fields,
                      const answer_frame& frame, std::size_t more_bytes) {
  std::string out;
  std::size_t bytes = 256 + more_bytes;
  for (const http_fields* some : {&fields, &frame.fields}) {
    for (const http_field& field : *some) {
      bytes += field.name.size() + field.value.size() + 4;
    }
  }
  out.reserve(bytes);
  out += "HTTP/1.1 ";
  append_number(out, static_cast<std::size_t>(status));
  out += ' ';
  out.append(phrase_of(status)).append("\r\n");
  append_fields(out, fields);
  append_fields(out, frame.fields);
  if (fields.count("X-Content-Type-Options") == 0) out += no_guesses;
  if (fields.count("Content-Security-Policy") == 0) out += no_page;
  if (!frame.keep_alive) {
    out += "Connection: close\r\n";
  } else if (frame.http_1_0) {
    out += "Connection: keep-alive\r\n";
  }
  return out;
}

/// What is not a status of an answer would be a fault of ours.
int sound_status(int status) noexcept {
  return status >= 200 && status <= 999 ? status : 500;
}

}  // namespace

std::string answer_text(http_response& response, const answer_frame& frame) {
  const int status = sound_status(response.status);
  std::string& body = response.body;
  const bool joined = body.size() <= small_body_bytes;
  std::string out =
      head_text(status, response.fields, frame, joined ? body.size() : 0);
  if (has_no_body(status)) {
    body.clear();
    return out += "\r\n";
  }
  out += "Content-Length: ";
  append_number(out, body.size());
  out += "\r\n\r\n";
  if (frame.head_only) body.clear();
  if (joined) out += std::exchange(body, {});
  return out;
}

stream_form form_of_stream(int status, const answer_frame& frame) noexcept {
  if (frame.head_only || has_no_body(sound_status(status))) {
    return stream_form::none;
  }
  return frame.http_1_0 ? stream_form::until_close : stream_form::chunked;
}

std::string stream_head(int status, const http_fields& fields,
                        const answer_frame& frame) {
  status = sound_status(status);
  std::string out = head_text(status, fields, frame, 0);
  if (!frame.http_1_0 && !has_no_body(status)) {
    out += "Transfer-Encoding: chunked\r\n";
  }
  return out += "\r\n";
}

std::string chunk_size_line(std::size_t bytes) {
  std::array<char, 24> digits;
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), bytes, 16)
          .ptr;
  std::string line(digits.data(), end);
  return line += "\r\n";
}

http_response plain_answer(int status, std::string_view text) {
  http_response response{
      status, {{"Content-Type", "text/plain; charset=utf-8"}}, {}};
  response.body.reserve(text.size() + 1);
  response.body.append(text).append("\n");
  return response;
}

bool says_close(const http_fields& fields) noexcept {
  return std::any_of(fields.begin(), fields.end(), [](const http_field& f) {
    return same_name(f.name, "Connection") && same_name(f.value, "close");
  });
}

}  // namespace pith::mcp
