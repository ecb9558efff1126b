// SPDX-License-Identifier: MIT
#include "mcp/access/challenge.hpp"

#include "mcp/protocol/rpc_response.hpp"

namespace pith::mcp {

std::string to_field(const bearer_challenge& challenge) {
  std::string field = R"(Bearer realm="pith")";
  const auto add = [&field](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    field.append(", ").append(name).append("=\"").append(value).push_back('"');
  };
  add("error", challenge.error);
  add("error_description", challenge.description);
  add("scope", challenge.scope);
  add("resource_metadata", challenge.resource_metadata);
  return field;
}

http_response refuse_scopes(std::string_view id, std::string_view scopes,
                            std::string_view resource_metadata) {
  std::string why = "This call needs a token with the scopes: ";
  why.append(scopes);
  http_response refusal = rpc_failure(403, id, rpc_code::invalid_request, why);
  refusal.fields.add("WWW-Authenticate",
                     to_field({.error = "insufficient_scope",
                               .scope = scopes,
                               .resource_metadata = resource_metadata}));
  return refusal;
}

}  // namespace pith::mcp
