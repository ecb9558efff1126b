// SPDX-License-Identifier: MIT
#include "mcp/access/cors.hpp"

#include "mcp/http/head.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace pith::mcp {

namespace {

/// Fields that clients of some revision send, or that servers are forwarded.
constexpr std::string_view fields_of_clients =
    "Accept, Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, "
    "Mcp-Method, Mcp-Name, Mcp-Session-Id, Pith-Accept, baggage, traceparent, "
    "tracestate";

/// What a page may read beside the body.
constexpr std::string_view fields_for_pages =
    "Mcp-Session-Id, MCP-Protocol-Version, Retry-After, WWW-Authenticate";

/// How long a browser may keep the answer, in seconds.
constexpr std::string_view preflight_age = "600";

bool is_listed_origin(const configuration& config, const http_request& head) {
  const auto origin = head.fields.find("Origin");
  return origin && std::any_of(config.origins.begin(), config.origins.end(),
                               [&origin](const std::string& listed) {
                                 return same_name(listed, *origin);
                               });
}

/// Fields of parameters have names that their tool chose.
void append_parameters(std::string& allowed, std::string_view asked) {
  constexpr std::string_view prefix = "Mcp-Param-";
  while (!asked.empty()) {
    std::string_view name = asked.substr(0, asked.find(','));
    asked.remove_prefix(std::min(asked.size(), name.size() + 1));
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    if (name.size() > prefix.size() && is_token(name) &&
        same_name(name.substr(0, prefix.size()), prefix)) {
      allowed.append(", ").append(name);
    }
  }
}

}  // namespace

http_fields cors_fields(const configuration& config, const http_request& head) {
  http_fields fields;
  if (config.origins.empty()) return fields;
  fields.add("Vary", "Origin");
  if (!is_listed_origin(config, head)) return fields;
  fields.add("Access-Control-Allow-Origin",
             std::string(head.fields.find("Origin").value_or("")));
  fields.add("Access-Control-Expose-Headers", std::string(fields_for_pages));
  return fields;
}

std::optional<http_response> answer_preflight(const configuration& config,
                                              const http_request& head) {
  if (head.method != "OPTIONS" || !is_listed_origin(config, head) ||
      head.fields.count("Access-Control-Request-Method") == 0) {
    return std::nullopt;
  }
  std::string allowed(fields_of_clients);
  append_parameters(
      allowed, head.fields.find("Access-Control-Request-Headers").value_or(""));
  http_response answer{204, {}, {}};
  answer.fields.add("Access-Control-Allow-Methods", "GET, POST, DELETE");
  answer.fields.add("Access-Control-Allow-Headers", std::move(allowed));
  answer.fields.add("Access-Control-Max-Age", std::string(preflight_age));
  // A public page that asks for an address of a private network.
  if (head.fields.find("Access-Control-Request-Private-Network") == "true") {
    answer.fields.add("Access-Control-Allow-Private-Network", "true");
  }
  return answer;
}

}  // namespace pith::mcp
