// SPDX-License-Identifier: MIT
/// @file
/// Any bytes are a message or not; what is read lies inside them, a change of
/// one member leaves all others, and what the JSON parser takes is read. What
/// is taken from a client is a message to everybody else here, and says the
/// same.
#include <pith/json.hpp>

#include "mcp/protocol/client_text.hpp"
#include "mcp/protocol/message.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): one file

void require_inside(std::string_view text, std::string_view part) {
  if (part.empty()) return;
  require(part.data() >= text.data());
  require(part.data() + part.size() <= text.data() + text.size());
}

void check_message(std::string_view text) {
  const auto m = read_message(text);
  if (!m) return;
  for (const std::string_view part :
       {m->text, m->id, m->params, m->result, m->error}) {
    require_inside(text, part);
  }
  if (m->id.empty()) return;
  const std::string changed = with_id(*m, "\"pith\"");
  const auto again = read_message(changed);
  require(again.has_value() && again->kind == m->kind);
  require(again->id == "\"pith\"" && again->method == m->method);
  require(again->params == m->params && again->result == m->result);
}

void check_client_text(std::string_view text) {
  const client_text read = read_client_text(text);
  require(read.is_refused() == read.messages.empty());
  require_inside(text, read.id);
  if (read.is_refused()) {
    require(read_message(refusal_of(read)).has_value());
    return;
  }
  require(!find_json_fault(text));
  require(read.messages.size() <= max_batch);
  for (const message& m : read.messages) {
    const auto plain = read_message(m.text);
    require(plain.has_value() && plain->kind == m.kind);
    require(plain->method == m.method && plain->id == m.id);
    require(m.method != "tools/call" ||
            text_of(find_member(m.params, "name").value_or("")).has_value());
  }
}

void check_members(std::string_view text) {
  const auto members = members_of(text);
  if (!members || members->empty()) return;
  for (const member_span& m : *members) {
    require_inside(text, m.key);
    require_inside(text, m.value);
    require(value_length(m.value) == m.value.size());
    splice without{text};
    without.remove_member(m);
    const auto rest = members_of(without.finish());
    require(rest.has_value() && rest->size() + 1 == members->size());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto length = value_length(text);
  require(!length || *length <= size);
  if (pith::json::parse(text)) {
    require(value_length(trimmed(text)) == trimmed(text).size());
  }
  if (const auto plain = text_of(text)) {
    const auto again = text_of(quoted_json(*plain));
    require(again.has_value() && *again == *plain);
  }
  check_message(text);
  check_client_text(text);
  check_members(text);
  if (const auto batch = read_batch(text)) {
    for (const message& m : *batch) require_inside(text, m.text);
  }
  return 0;
}
