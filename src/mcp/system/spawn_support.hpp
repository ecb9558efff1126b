// SPDX-License-Identifier: MIT
/// @file
/// What starting a child needs beyond POSIX.
#ifndef PITH_MCP_SYSTEM_SPAWN_SUPPORT_HPP
#define PITH_MCP_SYSTEM_SPAWN_SUPPORT_HPP

#include <spawn.h>

#include <cstdint>

namespace pith::mcp {

/// A pipe that no child inherits: ends[0] reads, ends[1] writes. False, with
/// errno, if the system has none. Where the system cannot do that at once, a
/// child that another thread starts in between inherits it; prevent_inheritance
/// is what such children are started with.
[[nodiscard]] bool open_private_pipe(int (&ends)[2]) noexcept;

/// Makes the child keep only the descriptors that `actions` give it. Returns 0
/// or an error number; `flags` are those of posix_spawnattr_setflags().
[[nodiscard]] int prevent_inheritance(posix_spawn_file_actions_t& actions,
                                      short& flags) noexcept;

/// A descriptor that becomes readable when the process has ended; -1 where the
/// system has none, so that one has to look.
[[nodiscard]] int open_process(int pid) noexcept;

/// Sets how many files another process may open. Without effect where only a
/// process itself can do that.
void set_descriptor_limit(int pid, std::uint64_t limit) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_SPAWN_SUPPORT_HPP
