// SPDX-License-Identifier: MIT
#include "mcp/merge/merged_welcome.hpp"

#include <pith/version.hpp>

#include "mcp/protocol/modern_headers.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <algorithm>
#include <array>

namespace pith::mcp {

namespace {

constexpr std::size_t max_instructions = 2'000;
constexpr std::string_view last_legacy_version = "2025-11-25";

/// At most so many bytes, and no half of a character.
std::string_view cut(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 &&
         (static_cast<unsigned char>(text[most]) & 0xc0U) == 0x80U) {
    --most;
  }
  return text.substr(0, most);
}

std::string server_info() {
  std::string out = R"({"name":"pith","version":")";
  out += pith::version;
  out += "\"}";
  return out;
}

/// Whether a member says so, or may still come to say so.
bool any_has(const member_set& members, std::string_view capability) {
  for (std::size_t i = 0; i < members.size(); ++i) {
    const member_catalog* const known = members.catalog(i);
    if (known == nullptr || known->has(capability)) return true;
  }
  return false;
}

bool any_says(const member_set& members,
              std::initializer_list<std::string_view> path) {
  for (std::size_t i = 0; i < members.size(); ++i) {
    const member_catalog* const known = members.catalog(i);
    if (known == nullptr) continue;
    if (find_path(known->capabilities, path).value_or("null") != "null" &&
        find_path(known->capabilities, path).value_or("false") != "false") {
      return true;
    }
  }
  return false;
}

std::string capabilities_of(const member_set& members) {
  std::string out = R"({"tools":{"listChanged":true})";
  if (any_has(members, "prompts")) out += R"(,"prompts":{"listChanged":true})";
  if (any_has(members, "resources")) {
    out += R"(,"resources":{"listChanged":true)";
    if (any_says(members, {"resources", "subscribe"})) {
      out += R"(,"subscribe":true)";
    }
    out += '}';
  }
  if (any_says(members, {"completions"})) out += R"(,"completions":{})";
  if (any_says(members, {"logging"})) out += R"(,"logging":{})";
  // Tasks are made by tools/call, and found again by their ids; nobody lists
  // them here.
  if (any_says(members, {"tasks"})) {
    out += R"(,"tasks":{"cancel":{},"requests":{"tools":{"call":{}}}})";
  }
  std::string extensions;
  for (const std::string_view one :
       {"io.modelcontextprotocol/ui", "io.modelcontextprotocol/tasks"}) {
    for (std::size_t i = 0; i < members.size(); ++i) {
      const member_catalog* const known = members.catalog(i);
      if (known == nullptr) continue;
      const auto said = find_path(known->capabilities, {"extensions", one});
      if (!said) continue;
      if (!extensions.empty()) extensions += ',';
      extensions += quoted_json(one) + ":" + std::string(*said);
      break;
    }
  }
  if (!extensions.empty()) out += R"(,"extensions":{)" + extensions + '}';
  out += '}';
  return out;
}

std::string instructions_of(const member_set& members) {
  if (members.size() == 1 && members.settings(0).prefix.empty()) {
    const member_catalog* const known = members.catalog(0);
    return known == nullptr ? std::string{} : known->instructions;
  }
  std::string out =
      "Several servers at one endpoint: a name before \"__\" says whose a "
      "tool or prompt is.";
  for (std::size_t i = 0; i < members.size(); ++i) {
    const member_catalog* const known = members.catalog(i);
    if (known == nullptr || known->instructions.empty()) continue;
    const std::string& prefix = members.settings(i).prefix;
    out += "\n";
    out += prefix.empty() ? members.settings(i).server->name : prefix;
    out += ": ";
    out += known->instructions;
  }
  return std::string(cut(out, max_instructions));
}

void append_member(std::string& to, std::string_view key,
                   std::string_view value) {
  if (!to.empty()) to += ',';
  append_quoted(to, key);
  to += ':';
  to += value;
}

std::string wrapped(std::string_view id, std::string_view members) {
  std::string out = R"({"jsonrpc":"2.0","id":)";
  out += id;
  out += R"(,"result":{)";
  out += members;
  out += "}}";
  return out;
}

}  // namespace

std::string initialize_result(const member_set& members,
                              std::string_view version) {
  const bool is_taken =
      is_known_version(version) && !is_modern_version(version);
  std::string out;
  append_member(out, "protocolVersion",
                quoted_json(is_taken ? version : last_legacy_version));
  append_member(out, "capabilities", capabilities_of(members));
  append_member(out, "serverInfo", server_info());
  const std::string instructions = instructions_of(members);
  if (!instructions.empty()) {
    append_member(out, "instructions", quoted_json(instructions));
  }
  return out;
}

std::string discover_members(const member_set& members) {
  std::string out;
  append_member(out, "supportedVersions",
                "[" + quoted_json(first_modern_version) + "]");
  append_member(out, "capabilities", capabilities_of(members));
  const std::string instructions = instructions_of(members);
  if (!instructions.empty()) {
    append_member(out, "instructions", quoted_json(instructions));
  }
  return out;
}

std::string result_of(std::string_view id, bool is_modern,
                      std::string_view members) {
  if (!is_modern) return wrapped(id, members);
  std::string all = R"("resultType":"complete")";
  if (!members.empty()) {
    all += ',';
    all += members;
  }
  append_member(
      all, "_meta",
      R"({"io.modelcontextprotocol/serverInfo":)" + server_info() + '}');
  return wrapped(id, all);
}

std::string result_of(const message& request, std::string_view members) {
  return result_of(request.id, !modern_version(request).empty(), members);
}

std::string listed_result(const message& request, std::string_view members,
                          std::chrono::milliseconds life, bool is_private) {
  if (modern_version(request).empty()) return wrapped(request.id, members);
  std::string all(members);
  append_member(all, "ttlMs", std::to_string(life.count()));
  append_member(all, "cacheScope",
                quoted_json(is_private ? "private" : "public"));
  return result_of(request, all);
}

std::string unsupported_version_error(const message& request,
                                      std::string_view asked) {
  std::string out = R"({"jsonrpc":"2.0","id":)";
  out += request.id;
  out += R"(,"error":{"code":)";
  out += std::to_string(rpc_code::unsupported_version);
  out += R"(,"message":"Unsupported protocol version","data":{"supported":[)";
  append_quoted(out, first_modern_version);
  out += R"(],"requested":)";
  append_quoted(out, asked);
  out += "}}}";
  return out;
}

std::string tool_error(std::string_view id, bool is_modern,
                       std::string_view what) {
  std::string members = R"("content":[{"type":"text","text":)";
  append_quoted(members, what);
  members += R"(}],"isError":true)";
  return result_of(id, is_modern, members);
}

}  // namespace pith::mcp
