// SPDX-License-Identifier: MIT
/// @file
/// How words become the one text that a program of Windows is started with. No
/// call of the system, so that it is tested everywhere.
#ifndef PITH_MCP_SYSTEM_COMMAND_LINE_HPP
#define PITH_MCP_SYSTEM_COMMAND_LINE_HPP

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pith::mcp {

/// The longest ones, in UTF-16 units, that CreateProcessW and cmd.exe take.
inline constexpr std::size_t max_command_line = 32'766;
inline constexpr std::size_t max_batch_line = 8'191;

/// The words as CommandLineToArgvW and the C library of Windows cut them apart
/// again. The first must have no quotation mark, which no file name has there.
[[nodiscard]] std::string quoted_command_line(
    std::span<const std::string> words);

/// The words for `cmd.exe` at the path `shell`, which runs the batch file
/// words.front(). cmd.exe expands and cuts its line in ways that no quoting
/// turns off in all cases, so a word with a quotation mark, a percent sign, a
/// line feed or another control character is refused: nothing is returned and
/// `problem` says which it is. What is returned runs no other command, whatever
/// the words are.
[[nodiscard]] std::optional<std::string> batch_command_line(
    std::string_view shell, std::span<const std::string> words,
    std::string& problem);

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_COMMAND_LINE_HPP
