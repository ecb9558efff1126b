// SPDX-License-Identifier: MIT
/// @file
/// Small files, read at once.
#ifndef PITH_MCP_SYSTEM_FILE_BYTES_HPP
#define PITH_MCP_SYSTEM_FILE_BYTES_HPP

#include <cstddef>
#include <optional>
#include <string>

namespace pith::mcp {

/// The bytes of a file, or somewhat more than the first `most` if it has more;
/// nothing if it cannot be opened or read. No child inherits the open file.
[[nodiscard]] std::optional<std::string> read_file_bytes(
    const std::string& file, std::size_t most);

/// Whether this process may read the file.
[[nodiscard]] bool may_read(const std::string& file) noexcept;

/// A descriptor to append by that no child inherits; -1, with errno. A new file
/// is for its owner alone.
[[nodiscard]] int open_to_append(const std::string& file);

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_FILE_BYTES_HPP
