// SPDX-License-Identifier: MIT
/// @file
/// What the doctor found, for people and for machines. Neither shows values of
/// variables and headers, nor words of commands that could hold a secret.
#ifndef PITH_APPS_PITH_DOCTOR_REPORT_HPP
#define PITH_APPS_PITH_DOCTOR_REPORT_HPP

#include <pith/result.hpp>

#include "doctor/survey.hpp"
#include "doctor/tool_list_run.hpp"

#include <string>

namespace cli {

/// A server that was asked for its tools: the only one of its survey.
struct asked_server {
  tool_list_answer answer;
  std::string tokenizer;  ///< that counted
};

/// `asked` may be null. Nothing in the text could steer a terminal.
[[nodiscard]] std::string report_text(const survey& found,
                                      const asked_server* asked);

/// One JSON object on one line.
[[nodiscard]] pith::result<std::string> report_json(const survey& found,
                                                    const asked_server* asked);

/// "wrapped", "not wrapped" and so on; also for machines.
[[nodiscard]] std::string_view name_of(server_state state);

}  // namespace cli

#endif  // PITH_APPS_PITH_DOCTOR_REPORT_HPP
