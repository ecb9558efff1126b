// SPDX-License-Identifier: MIT
/// @file
/// What pith gateway does. It is not for Windows: gateway_run_windows.cpp says
/// so.
#ifndef PITH_APPS_PITH_GATEWAY_RUN_HPP
#define PITH_APPS_PITH_GATEWAY_RUN_HPP

#include "line/arguments.hpp"
#include "line/command.hpp"

namespace cli {

inline constexpr option gateway_config_option{
    .name = "config",
    .value = "FILE",
    .help =
        "the configuration (default: pith.toml; see "
        "docs/gateway-configuration)",
    .letter = 'c',
    .kind = word_kind::file};
inline constexpr option gateway_check_option{
    .name = "check", .help = "check the configuration and exit"};
inline constexpr option gateway_insecure_option{
    .name = "insecure",
    .help = "listen without tokens on an address that others can reach"};

/// Serves until it is told to end.
exit_code run_gateway(const arguments& args);

}  // namespace cli

#endif  // PITH_APPS_PITH_GATEWAY_RUN_HPP
