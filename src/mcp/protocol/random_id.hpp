// SPDX-License-Identifier: MIT
/// @file
/// Names that nobody can guess: of sessions, and of results that are kept.
#ifndef PITH_MCP_PROTOCOL_RANDOM_ID_HPP
#define PITH_MCP_PROTOCOL_RANDOM_ID_HPP

#include <string>

namespace pith::mcp {

/// 128 random bits in hexadecimal digits; empty when the system has none to
/// give.
[[nodiscard]] std::string random_id();

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_RANDOM_ID_HPP
