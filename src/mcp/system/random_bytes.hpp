// SPDX-License-Identifier: MIT
/// @file
/// Bytes that nobody can guess.
#ifndef PITH_MCP_SYSTEM_RANDOM_BYTES_HPP
#define PITH_MCP_SYSTEM_RANDOM_BYTES_HPP

#include <cstddef>
#include <span>

namespace pith::mcp {

/// More than this is never needed at once, and some systems give no more.
inline constexpr std::size_t max_random_bytes = 256;

/// Fills `into`, at most max_random_bytes, from the generator of the system.
/// False if the system has none to give; `into` must not be used then.
[[nodiscard]] bool fill_random(std::span<unsigned char> into) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_RANDOM_BYTES_HPP
