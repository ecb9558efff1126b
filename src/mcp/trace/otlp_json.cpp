// SPDX-License-Identifier: MIT
#include "mcp/trace/otlp_json.hpp"

#include <pith/version.hpp>

#include "mcp/protocol/hex.hpp"
#include "mcp/raw_json/json_text.hpp"

#include <cstdint>
#include <string_view>

namespace pith::mcp {

namespace {

// Of SpanFlags: whether the next bit says something, and that the parent is
// in another process.
constexpr std::uint32_t has_remote_flag = 0x100;
constexpr std::uint32_t remote_flag = 0x200;
constexpr int error_status = 2;

void append_string(std::string& out, std::string_view before,
                   std::string_view text) {
  out.append(before);
  append_quoted(out, text);
}

void append_attribute(std::string& out, std::string_view key,
                      std::string_view text) {
  append_string(out, R"({"key":)", key);
  append_string(out, R"(,"value":{"stringValue":)", text);
  out.append("}}");
}

void append_attribute(std::string& out, const span_attribute& one) {
  if (const auto* const text = std::get_if<std::string>(&one.value)) {
    append_attribute(out, one.key, *text);
    return;
  }
  append_string(out, R"({"key":)", one.key);
  out.append(R"(,"value":{"intValue":")");
  out.append(std::to_string(*std::get_if<std::int64_t>(&one.value)));
  out.append("\"}}");
}

void append_ids(std::string& out, const trace_context& of) {
  append_string(out, R"("traceId":)", hex_of(of.trace));
  append_string(out, R"(,"spanId":)", hex_of(of.span));
  if (!of.state.empty()) append_string(out, R"(,"traceState":)", of.state);
}

void append_span(std::string& out, const trace_span& one) {
  out.push_back('{');
  append_ids(out, one.own);
  if (one.parent)
    append_string(out, R"(,"parentSpanId":)", hex_of(*one.parent));
  const std::uint32_t flags = one.own.flags | has_remote_flag |
                              (one.is_parent_remote ? remote_flag : 0U);
  out.append(R"(,"flags":)").append(std::to_string(flags));
  append_string(out, R"(,"name":)", one.name);
  out.append(R"(,"kind":)");
  out.append(std::to_string(static_cast<int>(one.kind)));
  out.append(R"(,"startTimeUnixNano":")").append(std::to_string(one.begin));
  out.append(R"(","endTimeUnixNano":")").append(std::to_string(one.end));
  out.append(R"(","attributes":[)");
  bool is_first = true;
  for (const span_attribute& attribute : one.attributes) {
    if (!is_first) out.push_back(',');
    is_first = false;
    append_attribute(out, attribute);
  }
  out.append(R"(],"droppedAttributesCount":0,"events":[],)"
             R"("droppedEventsCount":0,"status":{"code":)");
  out.append(std::to_string(one.is_error ? error_status : 0));
  out.append(R"(},"links":[)");
  if (one.link) {
    out.push_back('{');
    append_ids(out, *one.link);
    out.append(R"(,"attributes":[],"droppedAttributesCount":0,"flags":)");
    out.append(std::to_string(one.link->flags | has_remote_flag | remote_flag));
    out.push_back('}');
  }
  out.append(R"(],"droppedLinksCount":0})");
}

}  // namespace

std::string otlp_json(const trace_resource& from,
                      std::span<const trace_span> spans) {
  constexpr std::size_t usual_bytes = 1200;
  std::string out;
  out.reserve(usual_bytes * (spans.size() + 1));
  out.append(R"({"resourceSpans":[{"resource":{"attributes":[)");
  bool is_first = true;
  for (const auto& [key, value] : from) {
    if (!is_first) out.push_back(',');
    is_first = false;
    append_attribute(out, key, value);
  }
  out.append(R"(],"droppedAttributesCount":0},"scopeSpans":[{"scope":{)");
  out.append(R"("name":"pith",)");
  append_string(out, R"("version":)", version);
  out.append(R"(},"spans":[)");
  is_first = true;
  for (const trace_span& one : spans) {
    if (!is_first) out.push_back(',');
    is_first = false;
    append_span(out, one);
  }
  out.append("]}]}]}");
  return out;
}

}  // namespace pith::mcp
