// SPDX-License-Identifier: MIT
/// @file
/// A body in chunks, byte by byte.
#ifndef PITH_MCP_HTTP_CHUNKS_HPP
#define PITH_MCP_HTTP_CHUNKS_HPP

#include "mcp/http/head.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Decodes the chunked coding of a request strictly. Extensions and trailers
/// are checked, bounded and dropped.
class http_chunks {
 public:
  /// `body_limit` counts decoded bytes, `trailer_limit` those of trailers.
  http_chunks(std::size_t body_limit, std::size_t trailer_limit) noexcept
      : body_limit_(body_limit), trailer_limit_(trailer_limit) {}

  /// Appends what `bytes` decode to; returns how many of them it used: all,
  /// unless the body ends or is refused before.
  std::size_t put(std::string_view bytes, std::string& body);
  [[nodiscard]] bool complete() const noexcept { return at_ == place::end; }
  [[nodiscard]] const http_refusal& refusal() const noexcept {
    return refusal_;
  }

 private:
  enum class place {
    first_digit,
    digits,
    name_begin,  // of an extension, after ';'
    name,
    value_begin,  // after '='
    value,
    quoted,
    escaped,
    quoted_end,  // after the second quote
    size_end,    // its LF
    data,
    data_return,
    data_end,  // its LF
    trailer,   // the beginning of a line
    trailer_name,
    trailer_value,
    trailer_end,  // its LF
    last_end,     // the LF of the empty line
    end,
  };

  void step(char c, std::size_t body_size);
  void step_size(char c, std::size_t body_size);
  void step_extension(char c);
  void step_trailer(char c);
  void add_digit(char c);
  void begin_chunk(std::size_t body_size);
  void expect(char c, char wanted, place next);
  void refuse(int status, std::string_view reason);

  place at_ = place::first_digit;
  std::uint64_t left_ = 0;  // of this chunk
  unsigned digits_ = 0;
  std::size_t extension_bytes_ = 0;
  std::size_t trailer_bytes_ = 0;
  std::size_t body_limit_;
  std::size_t trailer_limit_;
  http_refusal refusal_{};
};

}  // namespace pith::mcp

#endif  // PITH_MCP_HTTP_CHUNKS_HPP
