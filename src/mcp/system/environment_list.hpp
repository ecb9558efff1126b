// SPDX-License-Identifier: MIT
/// @file
/// The environment variables of this process, as a list.
#ifndef PITH_MCP_SYSTEM_ENVIRONMENT_LIST_HPP
#define PITH_MCP_SYSTEM_ENVIRONMENT_LIST_HPP

#include <span>
#include <string_view>

namespace pith::mcp {

/// "NAME=VALUE" texts in UTF-8, with a null pointer after the last; null if
/// there is no list. It is the system's own, and changes with setenv(); on
/// Windows it is as it was when it was first asked for.
[[nodiscard]] char** environment_list() noexcept;

/// Whether the name `a` comes before `b`. On Windows letters that differ in
/// case only are the same.
[[nodiscard]] bool is_variable_less(std::string_view a,
                                    std::string_view b) noexcept;

/// The names of variables that a program needs to run as its user expects;
/// `LC_*` stands for all that begin so.
[[nodiscard]] std::span<const std::string_view> usual_variables() noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_ENVIRONMENT_LIST_HPP
