// SPDX-License-Identifier: MIT
/// @file
/// What is wrong with a pith.toml, for people.
#ifndef PITH_APPS_PITH_INSTALL_CONFIG_ERRORS_HPP
#define PITH_APPS_PITH_INSTALL_CONFIG_ERRORS_HPP

#include "mcp/config/configuration.hpp"

#include <string>
#include <vector>

namespace cli {

/// Says "FILE:LINE:COLUMN: error: ..." for each.
void say_config_errors(
    const std::string& file,
    const std::vector<pith::mcp::configuration_error>& errors);

}  // namespace cli

#endif  // PITH_APPS_PITH_INSTALL_CONFIG_ERRORS_HPP
