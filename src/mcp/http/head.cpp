// SPDX-License-Identifier: MIT
#include "mcp/http/head.hpp"

#include "mcp/http/header_value.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <system_error>

namespace pith::mcp {

namespace {

constexpr std::size_t max_method_bytes = 32;

constexpr bool is_alphanumeric(char c) noexcept {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
         (c >= 'a' && c <= 'z');
}

constexpr std::size_t index_of(char c) noexcept {
  return static_cast<unsigned char>(c);
}

using byte_set = std::array<bool, 256>;

constexpr byte_set make_set(std::string_view besides_alphanumeric) {
  byte_set set{};
  for (std::size_t i = 0; i < 128; ++i) {
    set[i] = is_alphanumeric(static_cast<char>(i));
  }
  for (const char c : besides_alphanumeric) set[index_of(c)] = true;
  return set;
}

constexpr byte_set make_text_set() {
  byte_set set{};
  for (std::size_t i = 0; i < set.size(); ++i) {
    set[i] = i == '\t' || (i >= ' ' && i != 127);
  }
  return set;
}

constexpr byte_set token_bytes = make_set("!#$%&'*+-.^_`|~");
constexpr byte_set host_bytes = make_set("-._~!$&'()*+;=%:[]");
constexpr byte_set text_bytes = make_text_set();

bool all_in(std::string_view text, const byte_set& set) noexcept {
  return std::all_of(text.begin(), text.end(),
                     [&set](char c) { return set[index_of(c)]; });
}

/// The line at the front of `lines`, which loses it and its end.
std::string_view take_line(std::string_view& lines) noexcept {
  const std::size_t end = lines.find("\r\n");
  const std::string_view line = lines.substr(0, end);
  lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 2);
  return line;
}

http_refusal read_version(std::string_view version, http_head& into) {
  if (version == "HTTP/1.1") return {};
  if (version == "HTTP/1.0") {
    into.http_1_0 = true;
    into.keep_alive = false;
    return {};
  }
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (version.size() == 8 && version.starts_with("HTTP/") &&
      digit(version[5]) && version[6] == '.' && digit(version[7])) {
    return {505, "only HTTP/1.1 and HTTP/1.0 are spoken here"};
  }
  return {400, "the request line is malformed"};
}

/// "POST /mcp HTTP/1.1", with single spaces.
http_refusal read_request_line(std::string_view line, http_head& into) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) {
    return {400, "the request line is malformed"};
  }
  const std::string_view method = line.substr(0, first);
  const std::string_view target = line.substr(first + 1, last - first - 1);
  if (http_refusal no = read_version(line.substr(last + 1), into)) return no;
  if (!is_token(method) || method.size() > max_method_bytes) {
    return {400, "the method is malformed"};
  }
  const auto fits = [](char c) { return c > ' ' && c < 127 && c != '#'; };
  if (!target.starts_with('/') ||
      !std::all_of(target.begin(), target.end(), fits)) {
    return {400, "the target of the request is not a path"};
  }
  into.request.method = method;
  into.request.target = target;
  return {};
}

http_refusal read_field(std::string_view line, http_fields& into) {
  const std::size_t colon = line.find(':');
  const std::string_view name = line.substr(0, colon);
  // A name with space before the colon, a folded line and a line without any
  // colon fail here alike.
  if (colon == std::string_view::npos || !is_token(name)) {
    return {400, "a header field is malformed"};
  }
  into.add(std::string(name),
           std::string(trimmed_value(line.substr(colon + 1))));
  return {};
}

http_refusal read_length(std::string_view value, http_head& into) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  std::uint64_t length = 0;
  const char* const end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, length);
  if (value.empty() || !std::all_of(value.begin(), value.end(), digit) ||
      error != std::errc() || stop != end) {
    return {400, "Content-Length is not a number"};
  }
  into.body = http_head::body_form::length;
  into.body_bytes = length;
  return {};
}

/// What counts of the message is its body.
http_refusal find_body(http_head& into) {
  const http_fields& fields = into.request.fields;
  const std::size_t lengths = fields.count("Content-Length");
  const std::size_t codings = fields.count("Transfer-Encoding");
  if (lengths + codings > 1) {
    return {400, "the length of the body is given more than once"};
  }
  if (const auto length = fields.find("Content-Length")) {
    return read_length(*length, into);
  }
  const auto coding = fields.find("Transfer-Encoding");
  if (!coding) return {};
  if (into.http_1_0) return {400, "HTTP/1.0 has no Transfer-Encoding"};
  if (!same_name(*coding, "chunked")) {
    return {501, "the only transfer coding known here is chunked"};
  }
  into.body = http_head::body_form::chunked;
  return {};
}

http_refusal check_host(const http_head& head) {
  const std::size_t hosts = head.request.fields.count("Host");
  if (hosts > 1 || (hosts == 0 && !head.http_1_0)) {
    return {400, "there must be one header field Host"};
  }
  const auto host = head.request.fields.find("Host");
  if (host && !all_in(*host, host_bytes)) return {400, "Host is malformed"};
  return {};
}

void read_connection_option(std::string_view option, http_head& into) {
  if (same_name(option, "close")) {
    into.keep_alive = false;
  } else if (into.http_1_0 && same_name(option, "keep-alive")) {
    into.keep_alive = true;
  }
}

void read_connection(http_head& into) {
  for (const http_field& field : into.request.fields) {
    if (!same_name(field.name, "Connection")) continue;
    std::string_view rest = field.value;
    while (!rest.empty()) {
      const std::size_t comma = rest.find(',');
      read_connection_option(trimmed_value(rest.substr(0, comma)), into);
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
  }
}

http_refusal read_expectation(http_head& into) {
  if (into.http_1_0) return {};  // which has none
  for (const http_field& field : into.request.fields) {
    if (!same_name(field.name, "Expect")) continue;
    if (!same_name(field.value, "100-continue")) {
      return {417, "the only expectation known here is 100-continue"};
    }
    into.expects_continue = true;
  }
  return {};
}

}  // namespace

bool is_token_byte(char c) noexcept { return token_bytes[index_of(c)]; }

bool is_text_byte(char c) noexcept { return text_bytes[index_of(c)]; }

bool is_token(std::string_view text) noexcept {
  return !text.empty() && all_in(text, token_bytes);
}

http_refusal read_head(std::string_view lines, std::size_t max_fields,
                       http_head& into) {
  if (http_refusal no = read_request_line(take_line(lines), into)) return no;
  while (true) {
    const std::string_view line = take_line(lines);
    if (line.empty()) break;
    if (into.request.fields.size() == max_fields) {
      return {431, "there are too many header fields"};
    }
    if (http_refusal no = read_field(line, into.request.fields)) return no;
  }
  if (http_refusal no = check_host(into)) return no;
  if (http_refusal no = find_body(into)) return no;
  read_connection(into);
  return read_expectation(into);
}

}  // namespace pith::mcp
