// SPDX-License-Identifier: MIT
#include "mcp/protocol/client_text.hpp"

#include <pith/tool_result.hpp>

#include "mcp/protocol/member_names.hpp"
#include "mcp/protocol/modern_headers.hpp"
#include "mcp/raw_json/json_cursor.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>
#include <utility>

namespace pith::mcp {

namespace {

namespace in_envelope {
enum member : unsigned char { jsonrpc, id, method, params, result, error };
constexpr std::array<std::string_view, 6> names{"jsonrpc", "id",     "method",
                                                "params",  "result", "error"};
}  // namespace in_envelope

namespace in_params {
// All that is read anywhere, whatever the method.
constexpr std::array<std::string_view, 8> names{
    "_meta",     "name",      "uri",           "taskId",
    "arguments", "requestId", "progressToken", "cursor"};
}  // namespace in_params

constexpr std::array<std::string_view, 5> meta_names{
    "io.modelcontextprotocol/protocolVersion", "progressToken",
    "io.modelcontextprotocol/logLevel",
    "io.modelcontextprotocol/clientCapabilities", result_encoding_key};

/// The text of a raw string that all readers decode alike.
std::optional<std::string> sound_text(std::string_view raw) {
  auto text = text_of(raw);
  if (text && text->find('\0') != text->npos) return std::nullopt;
  return text;
}

/// Whether every reader prints this number as it stands here.
bool is_sound_integer(std::string_view raw) noexcept {
  if (raw == "-0") return false;
  if (raw.starts_with('-')) raw.remove_prefix(1);
  constexpr std::string_view greatest = "9007199254740991";  // 2^53 - 1
  const bool is_whole =
      !raw.empty() && raw.find_first_not_of("0123456789") == raw.npos;
  return is_whole && (raw.size() < greatest.size() ||
                      (raw.size() == greatest.size() && raw <= greatest));
}

bool is_sound_id(std::string_view raw) {
  return raw.starts_with('"') ? sound_text(raw).has_value()
                              : is_sound_integer(raw);
}

/// Reads one message of a text that is known to be JSON.
class message_reader {
 public:
  explicit message_reader(std::string_view text) noexcept { made.text = text; }

  /// What is wrong; empty when nothing is.
  std::string_view read() {
    const auto members = read_all_members();
    if (!members) return "a message is a JSON object";
    const auto parts =
        find_once(*members, in_envelope::names, odd_names::are_refused);
    if (!parts) {
      return "a member of the message comes twice or has a misleading name";
    }
    const auto& found = *parts;
    made.id = found[in_envelope::id];
    made.params = found[in_envelope::params];
    made.result = found[in_envelope::result];
    made.error = found[in_envelope::error];
    if (!made.id.empty() && made.id != "null" && !is_sound_id(made.id)) {
      made.id = {};
      return "id must be a string or an integer within +-(2^53-1)";
    }
    if (!is_text(found[in_envelope::jsonrpc], "2.0")) {
      return "jsonrpc must be \"2.0\"";
    }
    return found[in_envelope::method].empty()
               ? read_answer()
               : read_request(found[in_envelope::method]);
  }

  message made{};

 private:
  using member_list = std::optional<std::vector<member_span>>;

  /// The members of the message; those of params and of their _meta are found
  /// on the way, so that large arguments are gone over once.
  member_list read_all_members() {
    json_cursor at{made.text};
    const auto enter_meta = [this, &at](std::string_view key) {
      if (!at.is_at('{') || !is_text(key, "_meta")) return false;
      in_meta_ = read_members(at);
      return true;
    };
    const auto enter_params = [this, &at, &enter_meta](std::string_view key) {
      if (!at.is_at('{') || !is_text(key, "params")) return false;
      in_params_ = read_members(at, enter_meta);
      return true;
    };
    return read_members(at, enter_params);
  }

  std::string_view read_answer() {
    if (made.result.empty() == made.error.empty()) {
      return "a message has one of method, result and error";
    }
    made.kind =
        made.error.empty() ? message_kind::result : message_kind::failure;
    if (made.error.empty() && (made.id.empty() || made.id == "null")) {
      return "a result needs an id";
    }
    return {};
  }

  std::string_view read_request(std::string_view raw_method) {
    if (!made.result.empty() || !made.error.empty()) {
      return "a message has one of method, result and error";
    }
    auto method = sound_text(raw_method);
    if (!method) return "method must be a string";
    made.method = std::move(*method);
    if (made.id == "null") return "the id of a request must not be null";
    made.kind =
        made.id.empty() ? message_kind::notification : message_kind::request;
    return read_params();
  }

  std::string_view read_params() {
    const std::string_view key = mirrored_member(made.method);
    const bool needs_name = made.method == "tools/call";
    if (made.params.empty() || made.params == "null") {
      return needs_name ? "a tools/call needs params with a name" : "";
    }
    if (!in_params_) return "params must be an object";
    const auto parts =
        find_once(*in_params_, in_params::names, odd_names::are_refused);
    if (!parts) {
      return "a member of params comes twice or has a misleading name";
    }
    const auto value_of = [&parts](std::string_view name) {
      const auto* const place =
          std::find(in_params::names.begin(), in_params::names.end(), name);
      return (
          *parts)[static_cast<std::size_t>(place - in_params::names.begin())];
    };
    if (!key.empty()) {
      const std::string_view value = value_of(key);
      if (value.empty() && needs_name) return "a tools/call needs a name";
      if (!value.empty() && !sound_text(value)) {
        return "the name of what is asked for must be a string";
      }
    }
    return read_meta(value_of("_meta"));
  }

  std::string_view read_meta(std::string_view meta) const {
    if (meta.empty() || meta == "null") return {};
    if (!in_meta_) return "_meta must be an object";
    if (!find_once(*in_meta_, meta_names, odd_names::are_refused)) {
      return "a member of _meta comes twice or has a misleading name";
    }
    return {};
  }

  member_list in_params_;
  member_list in_meta_;
};

client_text refuse_text(int code, std::string_view what,
                        std::string_view id = {}) {
  client_text refused;
  refused.code = code;
  refused.problem =
      code == rpc_code::parse_error ? "Parse error" : "Invalid Request";
  refused.problem.append(": ").append(what);
  refused.id = id == "null" ? std::string_view{} : id;
  return refused;
}

client_text refuse_fault(std::string_view text, std::size_t offset) {
  const bool has_form = value_length(text) == text.size();
  return refuse_text(
      has_form ? rpc_code::invalid_request : rpc_code::parse_error,
      "not strict JSON at byte " + std::to_string(offset));
}

/// The elements of an array in a text that is known to be JSON; one more than
/// a batch may have stands for all others.
std::vector<std::string_view> elements_of_batch(std::string_view text) {
  std::vector<std::string_view> elements;
  json_cursor at{text};
  if (!at.skip('[') || at.is_at(']')) return elements;
  do {
    elements.push_back(at.value());
  } while (elements.size() <= max_batch && at.skip(','));
  return elements;
}

client_text read_client_batch(std::string_view text) {
  const auto elements = elements_of_batch(text);
  if (elements.empty()) {
    return refuse_text(rpc_code::invalid_request, "the batch is empty");
  }
  if (elements.size() > max_batch) {
    return refuse_text(
        rpc_code::invalid_request,
        "a batch has at most " + std::to_string(max_batch) + " messages");
  }
  client_text out;
  out.is_batch = true;
  out.messages.reserve(elements.size());
  std::unordered_set<std::string> ids;
  for (const std::string_view element : elements) {
    message_reader reader{element};
    const std::string_view problem = reader.read();
    if (!problem.empty())
      return refuse_text(rpc_code::invalid_request, problem);
    if (reader.made.kind == message_kind::request &&
        !ids.insert(id_key(reader.made.id)).second) {
      return refuse_text(rpc_code::invalid_request,
                         "an id comes twice in a batch");
    }
    out.messages.push_back(std::move(reader.made));
  }
  return out;
}

}  // namespace

client_text read_client_text(std::string_view text) {
  text = trimmed(text);
  if (const auto fault = find_json_fault(text)) {
    return refuse_fault(text, *fault);
  }
  if (is_batch(text)) return read_client_batch(text);
  message_reader reader{text};
  const std::string_view problem = reader.read();
  if (!problem.empty()) {
    return refuse_text(rpc_code::invalid_request, problem, reader.made.id);
  }
  client_text out;
  out.messages.push_back(std::move(reader.made));
  return out;
}

std::string refusal_of(const client_text& refused) {
  return error_message(refused.id, refused.code, refused.problem);
}

}  // namespace pith::mcp
