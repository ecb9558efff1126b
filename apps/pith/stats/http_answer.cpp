// SPDX-License-Identifier: MIT
#include "line/arguments.hpp"
#include "stats/http_get.hpp"

#include <algorithm>
#include <charconv>

namespace cli {

namespace {

constexpr std::string_view head_end = "\r\n\r\n";

bool same_word(std::string_view a, std::string_view b) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [lower](char x, char y) { return lower(x) == lower(y); });
}

/// The value of the first field of this name; nothing when there is none.
std::optional<std::string_view> field(std::string_view head,
                                      std::string_view name) {
  while (!head.empty()) {
    const std::size_t end = head.find("\r\n");
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(end == head.npos ? head.size() : end + 2);
    const std::size_t colon = line.find(':');
    if (colon == line.npos || !same_word(line.substr(0, colon), name)) continue;
    std::string_view value = line.substr(colon + 1);
    while (value.starts_with(' ') || value.starts_with('\t')) {
      value.remove_prefix(1);
    }
    while (value.ends_with(' ') || value.ends_with('\t')) {
      value.remove_suffix(1);
    }
    return value;
  }
  return std::nullopt;
}

bool is_chunked(std::string_view head) {
  const auto coding = field(head, "Transfer-Encoding");
  return coding && same_word(*coding, "chunked");
}

/// `HTTP/1.1 200 OK`; 0 when it is none.
int status_of(std::string_view head) {
  if (!head.starts_with("HTTP/1.") || head.size() < 12 || head[8] != ' ') {
    return 0;
  }
  return static_cast<int>(to_number(head.substr(9, 3)).value_or(0));
}

/// The data of chunks; nothing when they are cut off or none.
std::optional<std::string> join_chunks(std::string_view text) {
  std::string out;
  for (;;) {
    const std::size_t line = text.find("\r\n");
    if (line == text.npos) return std::nullopt;
    std::size_t size = 0;
    const auto read =
        std::from_chars(text.data(), text.data() + line, size, 16);
    const bool is_size =
        read.ec == std::errc{} && (read.ptr == text.data() + line ||
                                   *read.ptr == ';' || *read.ptr == ' ');
    if (!is_size) return std::nullopt;
    text.remove_prefix(line + 2);
    if (size == 0) return out;
    if (size > text.size() || text.substr(size, 2) != "\r\n") {
      return std::nullopt;
    }
    out.append(text.substr(0, size));
    text.remove_prefix(size + 2);
  }
}

}  // namespace

bool is_whole_answer(std::string_view text) {
  const std::size_t end = text.find(head_end);
  if (end == text.npos) return false;
  const std::string_view head = text.substr(0, end);
  if (is_chunked(head)) return text.ends_with("\r\n0\r\n\r\n");
  const auto length = field(head, "Content-Length");
  const auto bytes = length ? to_number(*length) : std::nullopt;
  return bytes && text.size() - end - head_end.size() >= *bytes;
}

http_answer read_http_answer(std::string_view text) {
  http_answer answer;
  const std::size_t end = text.find(head_end);
  const std::string_view head = text.substr(0, end);
  answer.status = status_of(head);
  if (answer.status == 0 || end == text.npos) {
    answer.status = 0;
    answer.failure =
        text.empty() ? "the connection was closed" : "the answer is not HTTP";
    return answer;
  }
  std::string_view body = text.substr(end + head_end.size());
  if (is_chunked(head)) {
    auto joined = join_chunks(body);
    if (!joined) answer.failure = "the answer was cut off";
    answer.body = std::move(joined).value_or("");
    return answer;
  }
  if (const auto length = field(head, "Content-Length")) {
    const auto bytes = to_number(*length);
    if (!bytes || *bytes > body.size()) {
      answer.failure = "the answer was cut off";
    }
    body = body.substr(0, bytes.value_or(0));
  }
  answer.body = body;
  return answer;
}

}  // namespace cli
