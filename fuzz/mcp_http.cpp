// SPDX-License-Identifier: MIT
/// @file
/// Requests of HTTP: how the bytes are cut into pieces changes nothing, bounds
/// hold, and nothing of what is taken breaks the rules of a head.
#include "mcp/http/request_parser.hpp"
#include "require.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using pith::mcp::http_parser;
using state = http_parser::state;

constexpr std::size_t header_bytes = 512;
constexpr std::size_t header_count = 8;
constexpr std::size_t body_bytes = 256;

void check(const pith::mcp::http_request& request) {
  require(pith::mcp::is_token(request.method));
  require(request.target.starts_with('/'));
  require(request.fields.size() <= header_count);
  require(request.body.size() <= body_bytes);
  require(request.fields.count("Host") <= 1);
  require(request.fields.count("Content-Length") +
              request.fields.count("Transfer-Encoding") <=
          1);
  std::size_t bytes = request.method.size() + request.target.size();
  for (const auto& field : request.fields) {
    require(pith::mcp::is_token(field.name));
    require(std::all_of(field.value.begin(), field.value.end(),
                        pith::mcp::is_text_byte));
    bytes += field.name.size() + field.value.size();
  }
  require(bytes <= header_bytes);
}

void note(const pith::mcp::http_request& request, std::string& verdict) {
  verdict.append(request.method).append(" ").append(request.target);
  for (const auto& field : request.fields) {
    verdict.append("\n").append(field.name).append(":").append(field.value);
  }
  verdict.append("\n\n").append(request.body).append("\n");
}

/// All that the parser says of the bytes.
std::string verdict_of(std::string_view bytes, std::size_t piece_bytes) {
  http_parser parser(header_bytes, header_count);
  std::string verdict;
  std::size_t used = 0;
  std::size_t arrived = 0;
  while (parser.at() != state::refused) {
    if (parser.at() == state::admission) {
      parser.admit(body_bytes);
    } else if (parser.at() == state::complete) {
      const auto request = parser.take();
      check(request);
      note(request, verdict);
    } else if (arrived > used) {
      const std::size_t n = parser.put(bytes.substr(used, arrived - used));
      require(n > 0 && n <= arrived - used);
      used += n;
    } else if (arrived < bytes.size()) {
      arrived += std::min(piece_bytes, bytes.size() - arrived);
    } else {
      break;
    }
  }
  verdict += std::to_string(parser.refusal().status);
  verdict.append(" ").append(parser.refusal().reason);
  return verdict.append(" at ").append(std::to_string(used));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string whole = verdict_of(bytes, size + 1);
  require(whole == verdict_of(bytes, 1));
  require(whole == verdict_of(bytes, 2 + size % 11));
  return 0;
}
