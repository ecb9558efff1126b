// SPDX-License-Identifier: MIT
/// @file
/// Any bytes say what a client reads, or not: as a message, as a header field,
/// as a target and as the name of a session. What is understood is known here,
/// a message without it says nothing any more and is else the same, and a name
/// holds what it was given. Marks on any result can be set and taken away.
#include "mcp/protocol/client_text.hpp"
#include "mcp/protocol/encoding_mark.hpp"
#include "mcp/protocol/format_wish.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): one file

void check_said(const pith::result_encoding& said) {
  require(said.max_tokens <= 1'000'000'000);
  if (!said.formats) return;
  require(said.formats->size() <= 16);
  for (const std::string& name : *said.formats) {
    const pith::codec* const known = pith::find_accepted(name);
    require(known != nullptr && known->name == name);
  }
}

void check_request(std::string_view text) {
  const client_text read = read_client_text(text);
  for (const message& m : read.messages) {
    if (m.kind != message_kind::request) continue;
    check_said(wish_of_request(m));
    check_said(wish_of_session(m));
    const auto without = without_wish(m);
    if (!without) continue;
    const client_text again = read_client_text(*without);
    require(!again.is_refused());
    const message& rest = again.messages.front();
    require(rest.id == m.id && rest.method == m.method);
    require(find_member(rest.params, "arguments") ==
            find_member(m.params, "arguments"));
    require(!wish_of_request(rest).says_something());
    require(!without_wish(rest));
  }
}

void check_head(std::string_view text) {
  http_request head;
  head.target = "/mcp?";
  head.target += text;
  check_said(wish_of_head(head));
  head.fields.add(std::string(accept_field), std::string(text));
  check_said(wish_of_head(head));
}

void check_name(std::string_view text) {
  const named_session read = read_session_name(text);
  check_said(read.said);
  require(text.ends_with(read.id));
  for (const auto& said :
       {read.said, pith::result_encoding{},
        pith::result_encoding{std::vector<std::string>{"gcf"}, 5}}) {
    const std::string name = name_session(text, said);
    const named_session again = read_session_name(name);
    require(again.id == text && again.said == said);
  }
}

void check_marks(std::string_view text) {
  const std::vector<encoding_mark> marks{{0, "gcf"}};
  const auto marked = with_marks(text, marks);
  if (marked) {
    require(read_call_result(*marked).has_value());
    require(!with_marks(*marked, marks));
  }
  const auto bare = with_marks(text, {});
  if (bare) require(!with_marks(*bare, {}));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_request(text);
  check_head(text);
  check_name(text);
  check_marks(text);
  return 0;
}
