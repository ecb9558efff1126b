// SPDX-License-Identifier: MIT
/// @file
/// What clients say about the forms of results that they read, wherever they
/// say it. Each place gives a result_encoding, and what uses it does not know
/// where it is from; the nearest place wins (result_encoding::value_or_from).
/// All of it is for strangers to say: what is too long, comes twice or has
/// another form counts as not said.
#ifndef PITH_MCP_PROTOCOL_FORMAT_WISH_HPP
#define PITH_MCP_PROTOCOL_FORMAT_WISH_HPP

#include <pith/tool_result.hpp>

#include "mcp/http/types.hpp"
#include "mcp/protocol/message.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Longer values under the key count as not said; so do longer header fields
/// and parts of a URL.
inline constexpr std::size_t max_wish_bytes = 4096;

/// The header field for clients that cannot say it in a message.
inline constexpr std::string_view accept_field = "Pith-Accept";

/// By the request itself: under the key in `_meta`, then as an extension among
/// the capabilities there. Further ways of agreement, such as the result
/// variants of SEP-3279, are further places to look at here.
[[nodiscard]] result_encoding wish_of_request(const message& request);

/// The second of these alone: what a client without sessions says with every
/// request, as others do for a session.
[[nodiscard]] result_encoding wish_of_capabilities(const message& request);

/// For a session: by the capabilities of its initialize, `extensions` before
/// `experimental`.
[[nodiscard]] result_encoding wish_of_session(const message& initialize);

/// By HTTP: the field Pith-Accept, which is a list of names or media types;
/// one that comes twice counts as not said. Then `format=` of the target.
[[nodiscard]] result_encoding wish_of_head(const http_request& head);

/// The text of a request without what is said under the key; nothing when it
/// says nothing there. One pass over its params to find out.
[[nodiscard]] std::optional<std::string> without_wish(const message& request);

/// A session id of a server's with what was said for the session, so that
/// nobody has to remember it; visible ASCII if the id is. The same id when
/// nothing was said, unless it looks as if something was.
[[nodiscard]] std::string name_session(std::string_view id,
                                       const result_encoding& said);

/// What name_session() put together.
struct named_session {
  result_encoding said{};
  std::string_view id;  ///< a part of the name
};
/// A name of another form is an id with which nothing was said.
[[nodiscard]] named_session read_session_name(std::string_view name);

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_FORMAT_WISH_HPP
