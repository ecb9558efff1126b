// SPDX-License-Identifier: MIT
#include "mcp/protocol/hub_reply.hpp"

#include "mcp/http/media_type.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <algorithm>

namespace pith::mcp {

accepted_forms accepted(const http_fields& fields) {
  if (fields.count("Accept") == 0) return {};
  accepted_forms forms{false, false};
  for (const http_field& field : fields) {
    if (!same_name(field.name, "Accept")) continue;
    std::string_view rest = field.value;
    while (!rest.empty()) {
      const std::size_t comma = rest.find(',');
      const std::string_view type = media_type_of(rest.substr(0, comma));
      const bool any = type == "*/*";
      if (any || same_name(type, json_type) ||
          same_name(type, "application/*")) {
        forms.json = true;
      }
      if (any || same_name(type, event_stream_type) ||
          same_name(type, "text/*")) {
        forms.events = true;
      }
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
  }
  return forms;
}

bool is_json_content(const http_fields& fields) {
  const auto type = fields.find("Content-Type");
  return !type || same_name(media_type_of(*type), json_type);
}

http_response json_response(int status, std::string body) {
  return {status, {{"Content-Type", std::string(json_type)}}, std::move(body)};
}

http_response empty_response(int status) { return {status, {}, {}}; }

http_fields stream_fields() {
  return {{"Content-Type", std::string(event_stream_type)},
          {"Cache-Control", "no-cache, no-transform"},
          {"X-Accel-Buffering", "no"}};
}

std::string with_parts(
    std::string_view text,
    std::vector<std::pair<std::string_view, std::string_view>> parts) {
  std::erase_if(parts, [](const auto& p) { return p.first.empty(); });
  std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) {
    return a.first.data() < b.first.data();
  });
  splice changed{text};
  for (const auto& [part, with] : parts) changed.replace(part, with);
  return changed.finish();
}

std::string cancelled_message(std::string_view id, std::string_view reason) {
  std::string out =
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{)"
      R"("requestId":)";
  out += id;
  out += R"(,"reason":)";
  append_quoted(out, reason);
  out += "}}";
  return out;
}

}  // namespace pith::mcp
