// SPDX-License-Identifier: MIT
/// @file
/// Answers as the bytes of HTTP.
#ifndef PITH_MCP_HTTP_ANSWER_HPP
#define PITH_MCP_HTTP_ANSWER_HPP

#include "mcp/http/types.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace pith::mcp {

/// What an answer must know of its request and of its connection.
struct answer_frame {
  bool http_1_0 = false;
  bool keep_alive = true;
  bool head_only = false;  ///< the method was HEAD
  http_fields fields{};    ///< beside those of the answer
};

/// How a body that has no length yet is ended.
enum class stream_form { none, chunked, until_close };

/// Every answer says that it is nothing but what its type says, and gives a
/// browser that shows it no origin and nothing to run or load; an answer that
/// is meant to be a page has a Content-Security-Policy of its own.
///
/// The head of an answer and, when the body is small, the body; else the body
/// stays where it is. Fields that frame the message are the transport's own:
/// those given are left out, and so is any that would break the head apart.
[[nodiscard]] std::string answer_text(http_response& response,
                                      const answer_frame& frame);

/// How a body of unknown length is sent after `status`.
[[nodiscard]] stream_form form_of_stream(int status,
                                         const answer_frame& frame) noexcept;
[[nodiscard]] std::string stream_head(int status, const http_fields& fields,
                                      const answer_frame& frame);
/// "5\r\n": what comes before a chunk; after it "\r\n".
[[nodiscard]] std::string chunk_size_line(std::size_t bytes);

/// An answer in one line of plain text.
[[nodiscard]] http_response plain_answer(int status, std::string_view text);

/// Whether the fields ask for the end of the connection.
[[nodiscard]] bool says_close(const http_fields& fields) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_HTTP_ANSWER_HPP
