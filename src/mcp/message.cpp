// SPDX-License-Identifier: MIT
#include "mcp/message.hpp"

#include "mcp/json_span.hpp"

#include <array>

namespace pith::mcp {

namespace {

/// Where in an envelope its members are, by name.
enum member : unsigned char { id, method, params, result, error, count };

constexpr std::array<std::string_view, count> names{"id", "method", "params",
                                                    "result", "error"};

bool is_id(std::string_view raw) noexcept {
  return !raw.empty() &&
         (raw[0] == '"' || raw[0] == '-' || (raw[0] >= '0' && raw[0] <= '9'));
}

}  // namespace

std::optional<message> read_message(std::string_view text) {
  text = trimmed(text);
  const auto members = members_of(text);
  if (!members) return std::nullopt;
  std::array<std::string_view, count> found{};
  for (const member_span& m : *members) {
    for (std::size_t i = 0; i < count; ++i) {
      if (is_text(m.key, names[i])) found[i] = m.value;
    }
  }

  message m;
  m.text = text;
  m.id = found[member::id];
  m.params = found[member::params];
  if (!found[member::method].empty()) {
    auto name = text_of(found[member::method]);
    if (!name) return std::nullopt;
    m.method = std::move(*name);
    if (!m.id.empty() && !is_id(m.id)) return std::nullopt;
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
