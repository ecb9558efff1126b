// SPDX-License-Identifier: MIT
#include "server.hpp"

#include <pith/builder.hpp>
#include <pith/json.hpp>

#include <algorithm>
#include <array>

namespace example {

namespace {

constexpr int parse_error = -32700;
constexpr int invalid_request = -32600;
constexpr int unknown_method = -32601;
constexpr int invalid_params = -32602;
constexpr int internal_error = -32603;
constexpr int unsupported_version = -32022;

constexpr std::string_view modern = "2026-07-28";
constexpr std::array<std::string_view, 3> with_sessions{
    "2025-11-25", "2025-06-18", "2025-03-26"};

constexpr std::string_view information =
    R"({"name":"pith-example-orders","version":"1.0.0"})";

/// A JSON string.
std::string quoted(std::string_view text) {
  pith::builder one;
  one.string(text);
  const auto made = one.finish();
  const auto json = made ? pith::json::write(made->root()) : made.error();
  return json ? *json : R"("")";
}

/// An error that the model sees, and can act upon.
std::string tool_error(std::string_view what) {
  return R"({"content":[{"type":"text","text":)" + quoted(what) +
         R"(}],"isError":true})";
}

std::string message(std::string_view id, std::string_view member,
                    std::string_view body) {
  std::string out = R"({"jsonrpc":"2.0","id":)";
  out.append(id).append(",\"").append(member).append("\":");
  return out.append(body) + '}';
}

std::string error(std::string_view id, int code, std::string_view what) {
  return message(id, "error",
                 R"({"code":)" + std::to_string(code) + R"(,"message":)" +
                     quoted(what) + '}');
}

}  // namespace

/// One request, and how its answers look.
struct server::request {
  std::string id;  ///< JSON
  std::string method;
  pith::maybe_value params;
  std::string version;  ///< of the modern era; empty in a session

  /// `body` is a JSON object. Modern results say that they are complete.
  [[nodiscard]] std::string result(std::string body) const {
    if (!version.empty()) body.insert(1, R"("resultType":"complete",)");
    return message(id, "result", body);
  }
};

std::optional<std::string> server::take(std::string_view line) {
  const auto read = pith::json::parse(line);
  if (!read) return error("null", parse_error, "Parse error");
  const pith::value m = read->root();
  const auto method = m["method"].get_string();
  const pith::maybe_value id = m["id"];
  if (!method || (id && !id.get_string() && !id.get_integer())) {
    return error("null", invalid_request, "Invalid request");
  }
  if (!id) return std::nullopt;  // a notification
  const auto raw_id = pith::json::write(*id);
  if (!raw_id) return error("null", invalid_request, "Invalid request");
  const pith::maybe_value params = m["params"];
  return answer(
      {.id = *raw_id,
       .method = std::string(*method),
       .params = params,
       .version =
           params["_meta"]["io.modelcontextprotocol/protocolVersion"].value_or(
               std::string{})});
}

std::string server::answer(const request& what) {
  if (!what.version.empty() && what.version != modern) {
    return error(what.id, unsupported_version, "Unsupported protocol version");
  }
  if (what.method == "initialize") return initialize(what);
  if (what.method == "server/discover" && !what.version.empty()) {
    return discover(what);
  }
  if (what.method == "ping") return what.result("{}");
  if (what.method == "tools/list") return list(what);
  if (what.method == "tools/call") return call(what);
  return error(what.id, unknown_method, "Method not found");
}

std::string server::initialize(const request& what) {
  session_ = pith::find_result_encoding(what.params);
  const auto wanted = what.params["protocolVersion"].get_string().value_or("");
  const auto* const known = std::ranges::find(with_sessions, wanted);
  const std::string_view version =
      known == with_sessions.end() ? with_sessions.front() : *known;
  std::string body = R"({"protocolVersion":)" + quoted(version);
  body.append(R"(,"capabilities":{"tools":{}},"serverInfo":)");
  return what.result(body.append(information) + '}');
}

std::string server::discover(const request& what) const {
  std::string body = R"({"supportedVersions":[)" + quoted(modern);
  body.append(R"(],"capabilities":{"tools":{}},"ttlMs":60000,)");
  body.append(R"("cacheScope":"public","_meta":)");
  body.append(R"({"io.modelcontextprotocol/serverInfo":)");
  return what.result(body.append(information) + "}}");
}

std::string server::list(const request& what) const {
  std::string body = R"({"tools":[)";
  for (const tool& one : tools_) {
    if (&one != &tools_.front()) body.push_back(',');
    body.append(R"({"name":)").append(quoted(one.name));
    body.append(R"(,"description":)").append(quoted(one.description));
    body.append(R"(,"inputSchema":)").append(one.input_schema).push_back('}');
  }
  body.push_back(']');
  if (!what.version.empty()) {
    body.append(R"(,"ttlMs":60000,"cacheScope":"public")");
  }
  return what.result(body + '}');
}

std::string server::call(const request& what) {
  const auto name = what.params["name"].get_string().value_or("");
  const auto found = std::ranges::find(tools_, name, &tool::name);
  if (found == tools_.end()) {
    return error(what.id, invalid_params, "Unknown tool: " + std::string(name));
  }
  const auto data = found->call(*what.params["arguments"]);
  if (!data) return what.result(tool_error(pith::message(data.error())));
  // What this request asks for, else what the session asked for.
  const pith::result_encoding asked =
      pith::find_result_encoding(what.params).value_or_from(session_);
  auto made = pith::make_tool_result(data->root(), asked, counter_);
  if (!made) {
    return error(what.id, internal_error, pith::message(made.error()));
  }
  return what.result(std::move(made->json));
}

}  // namespace example
