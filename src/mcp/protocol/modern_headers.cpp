// SPDX-License-Identifier: MIT
#include "mcp/protocol/modern_headers.hpp"

#include "mcp/http/header_value.hpp"
#include "mcp/protocol/header_names.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <algorithm>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::string_view version_key =
    "io.modelcontextprotocol/protocolVersion";

struct name_source {
  std::string_view method;
  std::string_view member;
};
constexpr name_source name_sources[] = {
    {"tools/call", "name"},     {"prompts/get", "name"},
    {"resources/read", "uri"},  {"tasks/get", "taskId"},
    {"tasks/update", "taskId"}, {"tasks/cancel", "taskId"},
};

header_refusal mismatch(std::string_view field, std::string_view what) {
  header_refusal r;
  r.text.append("Header mismatch: ").append(field).append(" ").append(what);
  return r;
}

/// Whether the one field of this name says `expected`. Only Mcp-Name has an
/// encoded form; a value of the others is what it is.
std::optional<header_refusal> check_field(const http_fields& fields,
                                          std::string_view field,
                                          const std::string& expected,
                                          bool is_required) {
  const std::size_t count = fields.count(field);
  if (count == 0 && !is_required) return std::nullopt;
  if (count == 0) return mismatch(field, "is missing");
  if (count > 1) return mismatch(field, "comes more than once");
  const std::string_view value = fields.find(field).value_or("");
  std::optional<std::string> text;
  if (field == name_field) {
    text = decoded_value(value);
  } else if (is_valid_value(value)) {
    text = trimmed_value(value);
  }
  if (!text) return mismatch(field, "has invalid characters or encoding");
  if (*text == expected) return std::nullopt;
  return mismatch(field, "differs from the body");
}

std::optional<std::string_view> claim_of(const message& m) {
  return find_path(m.params, {"_meta", version_key});
}

std::string_view named_version(const http_fields& fields) noexcept {
  return trimmed_value(fields.find(version_field).value_or(""));
}

/// A request that says by its field that it is modern, but not in its body.
header_refusal claimless(const message& m) {
  if (m.method == "initialize") {
    return mismatch(version_field, "names a revision without initialize");
  }
  header_refusal r;
  r.code = rpc_code::invalid_params;
  r.text = "Invalid params: _meta lacks ";
  r.text += version_key;
  return r;
}

}  // namespace

bool is_known_version(std::string_view version) noexcept {
  return std::find(known_versions.begin(), known_versions.end(), version) !=
         known_versions.end();
}

bool is_modern_version(std::string_view version) noexcept {
  if (version.size() != first_modern_version.size()) return false;
  for (std::size_t i = 0; i < version.size(); ++i) {
    const bool is_digit = version[i] >= '0' && version[i] <= '9';
    const bool wants_dash = first_modern_version[i] == '-';
    if (wants_dash ? version[i] != '-' : !is_digit) return false;
  }
  return version >= first_modern_version;
}

bool is_modern_request(const http_fields& fields, const message& m) {
  if (m.is_answer()) return false;
  return claim_of(m).has_value() || is_modern_version(named_version(fields));
}

std::string_view mirrored_member(std::string_view method) noexcept {
  for (const name_source& source : name_sources) {
    if (source.method == method) return source.member;
  }
  return {};
}

std::optional<std::string> mirrored_name(const message& m) {
  const std::string_view member = mirrored_member(m.method);
  const auto value =
      member.empty() ? std::nullopt : find_member(m.params, member);
  return value ? text_of(*value) : std::nullopt;
}

std::optional<header_refusal> check_modern_headers(const http_fields& fields,
                                                   const message& m) {
  const bool is_request = m.kind == message_kind::request;
  const std::string version = modern_version(m);
  if (version.empty() && (is_request || claim_of(m))) return claimless(m);
  if (!version.empty()) {
    auto refusal = check_field(fields, version_field, version, is_request);
    if (refusal) return refusal;
  }
  auto refusal = check_field(fields, method_field, m.method, is_request);
  if (refusal) return refusal;
  if (const auto name = mirrored_name(m)) {
    return check_field(fields, name_field, *name, is_request);
  }
  return std::nullopt;
}

void set_modern_headers(http_fields& fields, const message& m) {
  const std::string version = modern_version(m);
  if (!version.empty()) fields.set(version_field, version);
  fields.set(std::string(method_field), encoded_value(m.method));
  fields.remove(name_field);
  if (const auto name = mirrored_name(m)) {
    fields.add(std::string(name_field), encoded_value(*name));
  }
}

}  // namespace pith::mcp
