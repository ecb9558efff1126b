// SPDX-License-Identifier: MIT
/// @file
/// From a server in a configuration to one that can be asked.
#ifndef PITH_APPS_PITH_DOCTOR_SERVER_START_HPP
#define PITH_APPS_PITH_DOCTOR_SERVER_START_HPP

#include "doctor/survey.hpp"
#include "doctor/tool_list_run.hpp"

#include <string>

namespace cli {

/// How to ask the server itself, without pith before it, and what pith would
/// make of its answer: by the options of a wrapped server, and by those that
/// install would write for another. `problem` says why it cannot be asked.
[[nodiscard]] tool_list_request request_of(const mcp_client& client,
                                           const surveyed_server& server,
                                           std::string& problem);

/// The text with stars in the place of the values that the configuration has
/// for variables and headers.
[[nodiscard]] std::string without_secrets(std::string text,
                                          const surveyed_server& server);

}  // namespace cli

#endif  // PITH_APPS_PITH_DOCTOR_SERVER_START_HPP
