// SPDX-License-Identifier: MIT
/// @file
/// Any bytes as a traceparent, as a tracestate, as a message that carries them
/// and as an answer of a collector. What is read is written as the same, and a
/// message that is given a context has that, and is else the same.
#include "mcp/protocol/client_text.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/trace/carried_context.hpp"
#include "mcp/trace/export_answer.hpp"
#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): one file

trace_context some_context() {
  trace_context made;
  made.trace.fill(0xAB);
  made.span.fill(0xCD);
  made.flags = trace_context::sampled_flag;
  made.state = "pith=1";
  return made;
}

void check_fields(std::string_view text) {
  if (const auto read = read_traceparent(text)) {
    const std::string written = traceparent_text(*read);
    require(written.size() == 55 && read_traceparent(written) == read);
    require(text.substr(2, 51) == written.substr(2, 51));
  }
  if (const auto state = read_tracestate(text)) {
    require(state->size() <= text.size());
    require(read_tracestate(*state) == state);
  }
  http_fields fields{{"traceparent", std::string(text)},
                     {"tracestate", std::string(text)}};
  static_cast<void>(context_of(fields));
  set_context(fields, some_context());
  require(context_of(fields) == some_context());
}

void check_message(std::string_view text) {
  const client_text read = read_client_text(text);
  for (const message& m : read.messages) {
    if (m.kind != message_kind::request) continue;
    static_cast<void>(context_of(m));
    const auto carried = with_context(m, some_context());
    if (!carried) continue;
    const client_text again = read_client_text(*carried);
    require(!again.is_refused());
    const message& now = again.messages.front();
    require(now.id == m.id && now.method == m.method);
    require(find_member(now.params, "arguments") ==
            find_member(m.params, "arguments"));
    require(context_of(now) == some_context());
    require(with_context(now, some_context()) == *carried);
  }
}

void check_answer(std::string_view text) {
  constexpr std::size_t sent = 512;
  require(rejected_spans(text, sent) <= sent);
  const auto pause = read_retry_after(text);
  require(!pause || (pause->count() >= 0 && pause->count() <= 60));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_fields(text);
  check_message(text);
  check_answer(text);
  return 0;
}
