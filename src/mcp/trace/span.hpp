// SPDX-License-Identifier: MIT
/// @file
/// One operation of a trace, as plain values.
#ifndef PITH_MCP_TRACE_SPAN_HPP
#define PITH_MCP_TRACE_SPAN_HPP

#include "mcp/trace/trace_context.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pith::mcp {

/// By the numbers of OTLP.
enum class span_kind : std::uint8_t {
  server = 2,  ///< it answers somebody
  client = 3,  ///< it asks somebody
};

struct span_attribute {
  std::string_view key;  ///< static
  std::variant<std::string, std::int64_t> value;
};

struct trace_span {
  trace_context own;  ///< its trace, its id, the flags and the state
  std::optional<span_id> parent{};
  bool is_parent_remote = false;
  std::string name{};  ///< UTF-8, as all texts here
  span_kind kind = span_kind::server;
  std::uint64_t begin = 0;  ///< nanoseconds since 1970
  std::uint64_t end = 0;
  std::vector<span_attribute> attributes{};
  std::optional<trace_context> link{};
  bool is_error = false;
};

/// What all spans of a process are from.
using trace_resource = std::vector<std::pair<std::string, std::string>>;

}  // namespace pith::mcp

#endif  // PITH_MCP_TRACE_SPAN_HPP
