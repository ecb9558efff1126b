// SPDX-License-Identifier: MIT
/// @file
/// What the parser makes of some bytes, cut into pieces of one size.
#ifndef PITH_TESTS_UNIT_MCP_HTTP_PARSED_REQUEST_HPP
#define PITH_TESTS_UNIT_MCP_HTTP_PARSED_REQUEST_HPP

#include "mcp/http/request_parser.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pith_tests {

struct parsed_requests {
  std::vector<pith::mcp::http_request> complete;
  int status = 0;  ///< of the refusal after them, or 0
  std::size_t used = 0;
  std::string reason;

  friend bool operator==(const parsed_requests& a, const parsed_requests& b) {
    if (a.status != b.status || a.used != b.used || a.reason != b.reason ||
        a.complete.size() != b.complete.size()) {
      return false;
    }
    for (std::size_t i = 0; i < a.complete.size(); ++i) {
      if (!same(a.complete[i], b.complete[i])) return false;
    }
    return true;
  }

 private:
  static bool same(const pith::mcp::http_request& a,
                   const pith::mcp::http_request& b) {
    if (a.method != b.method || a.target != b.target || a.body != b.body ||
        a.fields.size() != b.fields.size()) {
      return false;
    }
    auto other = b.fields.begin();
    for (const auto& field : a.fields) {
      if (field.name != other->name || field.value != other->value) {
        return false;
      }
      ++other;
    }
    return true;
  }
};

struct parser_bounds {
  std::size_t header_bytes = 1024;
  std::size_t header_count = 16;
  std::size_t body_bytes = 4096;
};

inline parsed_requests parse_requests(std::string_view bytes,
                                      std::size_t piece_bytes,
                                      const parser_bounds& bounds = {}) {
  using state = pith::mcp::http_parser::state;
  pith::mcp::http_parser parser(bounds.header_bytes, bounds.header_count);
  parsed_requests result;
  std::size_t arrived = 0;
  while (true) {
    if (parser.at() == state::admission) {
      parser.admit(bounds.body_bytes);
    } else if (parser.at() == state::complete) {
      result.complete.push_back(parser.take());
    } else if (parser.at() == state::refused) {
      result.status = parser.refusal().status;
      result.reason = parser.refusal().reason;
      return result;
    } else if (arrived > result.used) {
      result.used +=
          parser.put(bytes.substr(result.used, arrived - result.used));
    } else if (arrived < bytes.size()) {
      arrived += std::min(piece_bytes, bytes.size() - arrived);
    } else {
      return result;
    }
  }
}

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_MCP_HTTP_PARSED_REQUEST_HPP
