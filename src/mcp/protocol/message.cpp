// SPDX-License-Identifier: MIT
#include "mcp/protocol/message.hpp"

#include "mcp/protocol/member_names.hpp"
#include "mcp/raw_json/json_cursor.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <system_error>
#include <utility>

namespace pith::mcp {

namespace {

/// Where in an envelope its members are, by name.
enum member : unsigned char { id, method, params, result, error, count };

constexpr std::array<std::string_view, count> envelope{"id", "method", "params",
                                                       "result", "error"};

constexpr std::array<std::string_view, 1> tool_names{"name"};

bool is_id(std::string_view raw) noexcept {
  return !raw.empty() &&
         (raw[0] == '"' || raw[0] == '-' || (raw[0] >= '0' && raw[0] <= '9'));
}

/// What is allowed is decided by the name.
bool names_one_tool(std::string_view params) {
  const auto members = members_of(params);
  return !members || find_once(*members, tool_names, odd_names::pass);
}

/// The members of a message. What is too deep or too odd for members_of() is
/// gone over quickly; `is_sure` tells whether that was so.
std::optional<std::vector<member_span>> members_of_message(
    std::string_view text, bool& is_sure) {
  auto members = members_of(text);
  is_sure = members.has_value();
  if (is_sure) return members;
  json_cursor at{text};
  members = read_members(at);
  return at.is_done() ? members : std::nullopt;
}

}  // namespace

std::optional<message> read_message(std::string_view text) {
  text = trimmed(text);
  bool is_sure = true;
  const auto members = members_of_message(text, is_sure);
  const auto parts =
      members ? find_once(*members, envelope, odd_names::pass) : std::nullopt;
  if (!parts) return std::nullopt;
  const auto& found = *parts;
  message m;
  m.text = text;
  m.id = found[member::id];
  m.params = found[member::params];
  if (!found[member::method].empty()) {
    if (!is_sure) return std::nullopt;
    auto name = text_of(found[member::method]);
    if (!name) return std::nullopt;
    m.method = std::move(*name);
    if (!m.id.empty() && !is_id(m.id)) return std::nullopt;
    if (m.method == "tools/call" && !names_one_tool(m.params)) {
      return std::nullopt;
    }
    m.kind = m.id.empty() ? message_kind::notification : message_kind::request;
    return m;
  }
  if (!found[member::result].empty() && found[member::error].empty()) {
    if (!is_id(m.id)) return std::nullopt;
    m.kind = message_kind::result;
    m.result = found[member::result];
    return m;
  }
  if (!found[member::error].empty() && found[member::result].empty()) {
    m.kind = message_kind::failure;
    m.error = found[member::error];
    return m;
  }
  return std::nullopt;
}

bool is_batch(std::string_view text) noexcept {
  return trimmed(text).starts_with('[');
}

std::optional<std::vector<message>> read_batch(std::string_view text) {
  const auto elements = elements_of(text);
  if (!elements || elements->empty()) return std::nullopt;
  std::vector<message> messages;
  messages.reserve(elements->size());
  for (const std::string_view element : *elements) {
    auto m = read_message(element);
    if (!m) return std::nullopt;
    messages.push_back(std::move(*m));
  }
  return messages;
}

std::string error_message(std::string_view id, int code,
                          std::string_view what) {
  std::string out = R"({"jsonrpc":"2.0","id":)";
  out.append(id.empty() ? "null" : id);
  out.append(R"(,"error":{"code":)");
  out.append(std::to_string(code));
  out.append(R"(,"message":)");
  append_quoted(out, what);
  out.append("}}");
  return out;
}

std::string with_id(const message& m, std::string_view id) {
  splice changed{m.text};
  changed.replace(m.id, id);
  return changed.finish();
}

std::string id_key(std::string_view raw) {
  if (raw.starts_with('"')) {
    if (auto text = text_of(raw)) return '"' + *text;
  }
  if (raw.find_first_of(".eE") == raw.npos) return std::string(raw);
  double number = 0;
  const auto read =
      std::from_chars(raw.data(), raw.data() + raw.size(), number);
  constexpr double exact = 9007199254740992.0;  // 2^53
  const bool is_whole = read.ec == std::errc{} && number > -exact &&
                        number < exact && std::trunc(number) == number;
  return is_whole ? std::to_string(static_cast<std::int64_t>(number))
                  : std::string(raw);
}

std::string tool_name(const message& m) {
  const auto name = find_member(m.params, "name");
  if (!name) return {};
  return text_of(*name).value_or(std::string{});
}

std::string modern_version(const message& m) {
  const auto version =
      find_path(m.params, {"_meta", "io.modelcontextprotocol/protocolVersion"});
  if (!version) return {};
  return text_of(*version).value_or(std::string{});
}

std::string_view progress_token(const message& m) {
  const auto token = m.method == "notifications/progress"
                         ? find_member(m.params, "progressToken")
                         : find_path(m.params, {"_meta", "progressToken"});
  return token.value_or(std::string_view{});
}

}  // namespace pith::mcp
