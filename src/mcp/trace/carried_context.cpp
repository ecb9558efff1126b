// SPDX-License-Identifier: MIT
#include "mcp/trace/carried_context.hpp"

#include "mcp/raw_json/json_span.hpp"

#include <string_view>
#include <vector>

namespace pith::mcp {

namespace {

constexpr std::string_view parent_name = "traceparent";
constexpr std::string_view state_name = "tracestate";
/// A larger _meta is not looked into, but for its members.
constexpr std::size_t max_raw_bytes = 4096;

/// The text of a raw string that is not too long; empty for others.
std::string short_text(std::string_view raw) {
  if (raw.size() > max_raw_bytes) return {};
  return text_of(raw).value_or(std::string{});
}

/// `"traceparent":"...","tracestate":"..."`.
std::string members_for(const trace_context& context) {
  std::string out;
  append_quoted(out, parent_name);
  out.push_back(':');
  append_quoted(out, traceparent_text(context));
  if (context.state.empty()) return out;
  out.push_back(',');
  append_quoted(out, state_name);
  out.push_back(':');
  append_quoted(out, context.state);
  return out;
}

/// A raw _meta with this context, and all that it has beside it.
std::string meta_carrying(const std::vector<member_span>& members,
                          const trace_context& context) {
  std::string out{'{'};
  for (const member_span& m : members) {
    if (is_text(m.key, parent_name) || is_text(m.key, state_name)) continue;
    out.append(whole_member(m)).push_back(',');
  }
  out.append(members_for(context)).push_back('}');
  return out;
}

}  // namespace

std::optional<trace_context> context_of(const message& request) {
  const auto meta = find_member(request.params, "_meta");
  const auto members = meta ? members_of(*meta) : std::nullopt;
  if (!members) return std::nullopt;
  std::string_view parent;
  std::string_view state;
  for (const member_span& m : *members) {
    if (is_text(m.key, parent_name)) {
      if (!parent.empty()) return std::nullopt;
      parent = m.value;
    } else if (is_text(m.key, state_name)) {
      state = m.value;
    }
  }
  if (parent.empty()) return std::nullopt;
  return read_trace_context(short_text(parent), short_text(state));
}

std::optional<trace_context> context_of(const http_fields& fields) {
  const auto parent = fields.find(parent_name);
  if (!parent || fields.count(parent_name) != 1) return std::nullopt;
  std::string state;
  for (const http_field& field : fields) {
    if (!same_name(field.name, state_name)) continue;
    if (state.size() + field.value.size() > max_tracestate_bytes) {
      state.clear();
      break;
    }
    if (!state.empty()) state.push_back(',');
    state.append(field.value);
  }
  return read_trace_context(*parent, state);
}

std::optional<std::string> with_context(const message& request,
                                        const trace_context& context) {
  splice changed{request.text};
  if (request.params.empty()) {
    const std::string_view end = request.text.substr(request.text.size() - 1);
    changed.replace(end,
                    R"(,"params":{"_meta":{)" + members_for(context) + "}}}");
    return changed.finish();
  }
  if (!request.params.starts_with('{')) return std::nullopt;
  if (const auto meta = find_member(request.params, "_meta")) {
    const auto members = members_of(*meta);
    if (!members) return std::nullopt;
    changed.replace(*meta, meta_carrying(*members, context));
    return changed.finish();
  }
  const std::string_view rest = trimmed(request.params.substr(1));
  const std::string_view comma = rest.starts_with('}') ? "" : ",";
  changed.replace(request.params.substr(0, 1),
                  (R"({"_meta":{)" + members_for(context) + '}').append(comma));
  return changed.finish();
}

void set_context(http_fields& fields, const trace_context& context) {
  fields.set(std::string(parent_name), traceparent_text(context));
  if (context.state.empty()) {
    fields.remove(state_name);
  } else {
    fields.set(std::string(state_name), context.state);
  }
}

}  // namespace pith::mcp
