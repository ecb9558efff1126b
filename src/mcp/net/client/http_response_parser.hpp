// SPDX-License-Identifier: MIT
/// @file
/// Responses out of bytes that arrive in any pieces, handed on as they come.
#ifndef PITH_MCP_NET_CLIENT_HTTP_RESPONSE_PARSER_HPP
#define PITH_MCP_NET_CLIENT_HTTP_RESPONSE_PARSER_HPP

#include "mcp/http/types.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Takes what a response consists of. Both functions return false to stop.
class http_response_sink {
 public:
  http_response_sink() = default;
  http_response_sink(const http_response_sink&) = delete;
  http_response_sink& operator=(const http_response_sink&) = delete;
  virtual ~http_response_sink() = default;

  virtual bool on_head(int status, const http_fields& fields) = 0;
  /// The bytes are valid only during the call.
  virtual bool on_body(std::string_view bytes) = 0;
};

/// Reads one response after the other. Interim responses (1xx) are skipped. It
/// holds no bytes but those of a head or chunk header that is not complete.
class http_response_parser {
 public:
  enum class state {
    more,      ///< it wants bytes
    complete,  ///< begin() the next one
    stopped,   ///< by the sink
    failed,    ///< for good; see problem()
  };

  explicit http_response_parser(std::size_t header_bytes);
  ~http_response_parser();
  http_response_parser(const http_response_parser&) = delete;
  http_response_parser& operator=(const http_response_parser&) = delete;

  /// Expects a response; one to HEAD has no body.
  void begin(bool is_to_head);
  /// Takes bytes. Those after the response stay unread: see has_rest().
  state put(std::string_view bytes, http_response_sink& sink);
  /// The server will send no more, which ends a body without a length.
  state put_eof();

  /// Whether a byte came since begin().
  [[nodiscard]] bool has_begun() const noexcept { return has_begun_; }
  /// Whether bytes came after the response, which nobody asked for.
  [[nodiscard]] bool has_rest() const noexcept { return !pending_.empty(); }
  /// Whether the connection can serve another request, once complete.
  [[nodiscard]] bool keeps_alive() const;
  /// What is wrong with the response, once failed.
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

 private:
  class engine;
  std::size_t parse(std::string_view bytes, http_response_sink& sink,
                    state& at);
  state fail(std::string_view what);

  std::unique_ptr<engine> engine_;
  std::string pending_;
  std::string problem_;
  std::size_t header_bytes_;
  unsigned interim_ = 0;  // responses that were skipped
  bool is_to_head_ = false;
  bool has_begun_ = false;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_NET_CLIENT_HTTP_RESPONSE_PARSER_HPP
