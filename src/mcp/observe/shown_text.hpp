// SPDX-License-Identifier: MIT
/// @file
/// Names and texts from elsewhere as they may stand in logs and statistics.
#ifndef PITH_MCP_OBSERVE_SHOWN_TEXT_HPP
#define PITH_MCP_OBSERVE_SHOWN_TEXT_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace pith::mcp {

/// `bytes` as UTF-8 of at most `most` bytes: what lies beyond is left out at
/// the border of a character, and a byte that is part of none becomes U+FFFD,
/// which may make the text up to three times as long. Linear in `most`.
[[nodiscard]] std::string shown_text(std::string_view bytes, std::size_t most);

}  // namespace pith::mcp

#endif  // PITH_MCP_OBSERVE_SHOWN_TEXT_HPP
