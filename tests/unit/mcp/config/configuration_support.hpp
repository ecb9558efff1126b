// SPDX-License-Identifier: MIT
/// @file
/// What the tests of configurations share.
#ifndef PITH_TESTS_UNIT_MCP_CONFIG_CONFIGURATION_SUPPORT_HPP
#define PITH_TESTS_UNIT_MCP_CONFIG_CONFIGURATION_SUPPORT_HPP

#include "mcp/config/configuration.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace pith_tests {

/// "line:column what" of every error, one per line.
inline std::string words_of(const pith::mcp::configuration_result& result) {
  std::string out;
  for (const auto& error : result.errors) {
    out.append(std::to_string(error.line)).append(":");
    out.append(std::to_string(error.column)).append(" ");
    out.append(error.what).append("\n");
  }
  return out;
}

inline constexpr std::string_view one_server =
    "[server.a]\nurl = \"http://127.0.0.1:1/mcp\"\n";

/// The errors of a text, after which a good server follows.
inline std::string errors_of(std::string_view toml) {
  return words_of(pith::mcp::read_configuration(
      std::string(toml).append("\n").append(one_server), ""));
}

inline pith::mcp::configuration accepted(std::string_view toml,
                                         std::string_view directory = "") {
  pith::mcp::configuration_result result =
      pith::mcp::read_configuration(toml, directory);
  EXPECT_EQ(words_of(result), "");
  return result.value.value_or(pith::mcp::configuration{});
}

/// The same with a good server after it.
inline pith::mcp::configuration with_server(std::string_view toml) {
  return accepted(std::string(toml).append("\n").append(one_server));
}

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_MCP_CONFIG_CONFIGURATION_SUPPORT_HPP
