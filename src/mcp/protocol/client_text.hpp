// SPDX-License-Identifier: MIT
/// @file
/// What clients send: taken only when every reader understands the same.
#ifndef PITH_MCP_PROTOCOL_CLIENT_TEXT_HPP
#define PITH_MCP_PROTOCOL_CLIENT_TEXT_HPP

#include "mcp/protocol/message.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// Messages that a batch of a client's may have.
inline constexpr std::size_t max_batch = 1'000;

/// A text of a client's: its messages, or why it is refused. Views are of the
/// text.
struct client_text {
  std::vector<message> messages{};  ///< empty when it is refused
  bool is_batch = false;
  int code = 0;  ///< of the error; 0: it is not refused
  std::string problem{};
  /// The raw id of the refused request, when that is certain; else empty.
  std::string_view id{};

  [[nodiscard]] bool is_refused() const noexcept { return code != 0; }
};

/// Reads a message or a batch of a client's. What is allowed is decided by what
/// stands in it, and a server reads it with a parser of its own: so whatever
/// two parsers might read differently is refused here, for all ways in.
///
/// - All of it is JSON as find_json_fault() has it. At most max_batch messages.
/// - `jsonrpc` is "2.0". There is one of method, result and error.
/// - An id is a string, or an integer that binary64 has exactly and that has
///   one spelling: within +-(2^53-1), not -0, no fraction, no exponent.
/// - params are an object (null stands for none), and so is their _meta.
/// - The name of a tools/call is there; it and what else Mcp-Name repeats are
///   strings. Strings that are read here have neither U+0000 nor halves of
///   surrogate pairs.
/// - No member that is read here comes twice, or as a name that lax readers
///   take for it (names_alike()).
///
/// The inside of arguments and of results is for the server alone. The code is
/// parse_error when the text is not JSON by its brackets and literals, and
/// invalid_request otherwise. Linear.
[[nodiscard]] client_text read_client_text(std::string_view text);

/// The JSON-RPC error that answers a refused text.
[[nodiscard]] std::string refusal_of(const client_text& refused);

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_CLIENT_TEXT_HPP
