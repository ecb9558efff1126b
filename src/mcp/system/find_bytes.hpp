// SPDX-License-Identifier: MIT
/// @file
/// One text inside of another.
#ifndef PITH_MCP_SYSTEM_FIND_BYTES_HPP
#define PITH_MCP_SYSTEM_FIND_BYTES_HPP

#include <cstddef>
#include <string_view>

namespace pith::mcp {

/// The place of `what` in `text`; npos when it is not there. Linear in both,
/// whatever the texts are, as std::string_view::find() is not.
[[nodiscard]] std::size_t find_bytes(std::string_view text,
                                     std::string_view what) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_FIND_BYTES_HPP
