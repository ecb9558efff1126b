// SPDX-License-Identifier: MIT
/// @file
/// UTF-8 and the UTF-16 that Windows takes. Only for Windows.
#ifndef PITH_MCP_SYSTEM_WINDOWS_WIDE_TEXT_HPP
#define PITH_MCP_SYSTEM_WINDOWS_WIDE_TEXT_HPP

#include <string>
#include <string_view>

namespace pith::mcp {

/// What is not UTF-8 becomes U+FFFD.
[[nodiscard]] std::wstring to_wide(std::string_view text);
/// A half of a surrogate pair becomes U+FFFD.
[[nodiscard]] std::string from_wide(std::wstring_view text);
/// What the system calls one of its errors.
[[nodiscard]] std::string windows_message(unsigned long code);

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_WINDOWS_WIDE_TEXT_HPP
