// SPDX-License-Identifier: MIT
#include "install/config_errors.hpp"

#include "console/diagnostics.hpp"

namespace cli {

void say_config_errors(
    const std::string& file,
    const std::vector<pith::mcp::configuration_error>& errors) {
  for (const pith::mcp::configuration_error& wrong : errors) {
    std::string line = printable(file);
    if (wrong.line != 0) {
      line +=
          ':' + std::to_string(wrong.line) + ':' + std::to_string(wrong.column);
    }
    say(line + ": error: " + printable(wrong.what) + '\n');
  }
}

}  // namespace cli
