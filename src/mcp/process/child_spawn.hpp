// SPDX-License-Identifier: MIT
/// @file
/// Starts a program with three pipes, in a process group of its own.
#ifndef PITH_MCP_PROCESS_CHILD_SPAWN_HPP
#define PITH_MCP_PROCESS_CHILD_SPAWN_HPP

#include "mcp/process/child_command.hpp"
#include "mcp/system/owned_descriptor.hpp"

#include <optional>
#include <string>

namespace pith::mcp {

/// A program that was started, and our ends of its pipes.
struct spawned_child {
  int pid = 0;
  owned_descriptor input;   ///< we write
  owned_descriptor output;  ///< we read
  owned_descriptor errors;  ///< we read
};

/// Starts it without a shell and without a copy of this process, so that other
/// threads do not matter. The child gets no other descriptor of ours, signals
/// as they are at first, and an environment by environment_of(). On failure
/// (no such program, no such directory, no descriptors left) `problem` says
/// why.
[[nodiscard]] std::optional<spawned_child> spawn_child(
    const child_command& command, std::string& problem);

/// Whether there is a program for this command: a file that can be run, found
/// by PATH unless its name has a slash.
[[nodiscard]] bool has_program(const child_command& command);

}  // namespace pith::mcp

#endif  // PITH_MCP_PROCESS_CHILD_SPAWN_HPP
