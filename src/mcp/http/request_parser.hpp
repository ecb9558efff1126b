// SPDX-License-Identifier: MIT
/// @file
/// Requests out of bytes that arrive in any pieces.
///
/// Beast reads the responses of servers (net/client), but not these. A request
/// comes from anybody. If a proxy in front of the gateway and the gateway see
/// its end in different places, a second request hides in the first. So what is
/// ambiguous must be refused, and the verdict must not depend on how the bytes
/// were cut. Beast accepts more, such as folded lines. A test asks it for a
/// second opinion (request_parser_oracle_test.cpp).
#ifndef PITH_MCP_HTTP_REQUEST_PARSER_HPP
#define PITH_MCP_HTTP_REQUEST_PARSER_HPP

#include "mcp/http/chunks.hpp"
#include "mcp/http/head.hpp"
#include "mcp/http/types.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Reads one request after the other. It stops after the head, because only
/// then it is known how large the body may be. How the bytes are cut into
/// pieces changes nothing. A head takes at most as much memory as it may have
/// bytes, a body twice what has arrived of it.
class http_parser {
 public:
  enum class state {
    head,       ///< it wants bytes
    admission,  ///< the head is there: admit() or give up
    body,       ///< it wants bytes
    complete,   ///< take() the request
    refused,    ///< for good
  };

  http_parser(std::size_t header_bytes, std::size_t header_count) noexcept
      : header_bytes_(header_bytes), header_count_(header_count) {}

  /// Returns how many of the bytes it used; the rest comes again later.
  std::size_t put(std::string_view bytes);
  [[nodiscard]] state at() const noexcept { return state_; }
  /// Whether a byte of the next request has come.
  [[nodiscard]] bool begun() const noexcept {
    return state_ != state::head || seen_ > 0;
  }
  /// The head, from state::admission on. Its request gets the body.
  [[nodiscard]] const http_head& head() const noexcept { return head_; }
  /// From state::admission to body, complete or refused.
  void admit(std::size_t max_body_bytes);
  /// The request, and the parser is ready for the next one.
  [[nodiscard]] http_request take();
  [[nodiscard]] const http_refusal& refusal() const noexcept {
    return refusal_;
  }

 private:
  std::size_t put_head(std::string_view bytes);
  std::size_t put_body(std::string_view bytes);
  bool scan(char c);
  bool scan_line_feed();
  void finish_head(std::string_view text);
  void refuse(http_refusal why);
  bool refuse(int status, std::string_view reason);

  state state_ = state::head;
  bool after_return_ = false;   // the byte before was CR
  bool has_line_ = false;       // the request line is complete
  bool blank_before_ = false;   // an empty line came before it
  std::size_t line_bytes_ = 0;  // of the current line
  std::size_t seen_ = 0;        // bytes of the head
  std::string text_;            // the head, as long as it is not complete
  http_head head_;
  std::optional<http_chunks> chunks_;
  http_refusal refusal_{};
  std::size_t header_bytes_;
  std::size_t header_count_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_HTTP_REQUEST_PARSER_HPP
