// SPDX-License-Identifier: MIT
/// @file
/// The head of a request: read strictly, because whatever two readers of HTTP
/// see differently lets one request hide in another.
#ifndef PITH_MCP_HTTP_HEAD_HPP
#define PITH_MCP_HTTP_HEAD_HPP

#include "mcp/http/types.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::mcp {

/// Why a request is not taken. A status of 0: it is.
struct http_refusal {
  int status = 0;
  std::string_view reason{};  ///< a literal
  [[nodiscard]] explicit operator bool() const noexcept { return status != 0; }
};

/// A head, and what it says of the rest of the message.
struct http_head {
  enum class body_form { none, length, chunked };

  http_request request;
  body_form body = body_form::none;
  std::uint64_t body_bytes = 0;  ///< of body_form::length
  bool http_1_0 = false;
  bool keep_alive = true;
  bool expects_continue = false;
};

/// Classes of bytes (RFC 9110, section 5.6.2 and 5.5).
[[nodiscard]] bool is_token_byte(char c) noexcept;
/// Visible, space, tab or above ASCII: what a line may consist of.
[[nodiscard]] bool is_text_byte(char c) noexcept;
/// Whether the text is a token: a name of a field, a method.
[[nodiscard]] bool is_token(std::string_view text) noexcept;

/// Reads a head: lines that end with CR LF and are of text bytes without, and
/// an empty one at the end. Linear in its length.
[[nodiscard]] http_refusal read_head(std::string_view lines,
                                     std::size_t max_fields, http_head& into);

}  // namespace pith::mcp

#endif  // PITH_MCP_HTTP_HEAD_HPP
