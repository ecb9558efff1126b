// SPDX-License-Identifier: MIT
#include "mcp/process/child_spawn.hpp"

#include <vector>

namespace pith::mcp {

namespace {

bool has_nul(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    if (text.find('\0') != std::string::npos) return true;
  }
  return false;
}

}  // namespace

std::unique_ptr<started_child> spawn_child(boost::asio::io_context& io,
                                           const child_command& command,
                                           child_pipes& pipes,
                                           std::string& problem) {
  if (command.words.empty() || command.words.front().empty()) {
    problem = "there is no command to start";
    return nullptr;
  }
  const child_start what{.words = command.words,
                         .variables = environment_of(command),
                         .directory = command.directory};
  if (has_nul(what.words) || has_nul(what.variables)) {
    problem = "a word or variable of the command has a NUL character";
    return nullptr;
  }
  return started_child::start(io, what, pipes, problem);
}

bool has_program(const child_command& command) {
  if (command.words.empty() || command.words.front().empty()) return false;
  return has_program(command.words.front(), command.directory);
}

}  // namespace pith::mcp
