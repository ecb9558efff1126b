// SPDX-License-Identifier: MIT
#include "line/commands.hpp"

#include "line/arguments.hpp"

#include <vector>

namespace cli {

namespace {

constexpr const command* table[] = {
    &encode_command,  &decode_command,  &convert_command, &tokens_command,
    &compare_command, &check_command,   &fmt_command,     &view_command,
    &diff_command,    &apply_command,   &root_command,    &extract_command,
    &primer_command,  &codecs_command,  &config_command,  &proxy_command,
    &doctor_command,  &gateway_command, &stats_command,   &completions_command,
    &version_command, &help_command,
};

}  // namespace

std::span<const command* const> commands() { return table; }

const command* find_command(std::string_view name) {
  for (const command* one : commands()) {
    if (one->name == name) return one;
  }
  return nullptr;
}

std::string unknown_command(std::string_view name) {
  std::vector<std::string_view> known;
  for (const command* one : commands()) known.push_back(one->name);
  return "unknown command '" + std::string(name) + "'" +
         suggestion(name, known);
}

}  // namespace cli
