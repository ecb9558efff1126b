// SPDX-License-Identifier: MIT
#include "line/help.hpp"

#include "terminal/layout.hpp"

#include <algorithm>

namespace cli {

namespace {

constexpr std::size_t width = 80;

constexpr option help_option{
    .name = "help", .help = "show this help", .letter = 'h'};

/// Names to the left, sentences in a column to the right of them.
std::string two_columns(
    const std::vector<std::pair<std::string, std::string_view>>& lines) {
  constexpr std::size_t most = 26;  // longer names stand on a line of their own
  std::size_t left = 0;
  for (const auto& [name, help] : lines) {
    if (name.size() <= most) left = std::max(left, name.size());
  }
  const std::size_t column = left + 4;
  std::string out;
  for (const auto& [name, help] : lines) {
    out += "  " + name;
    if (name.size() > left) {
      out += '\n' + std::string(column, ' ');
    } else {
      out.append(column - 2 - name.size(), ' ');
    }
    out += wrapped(help, width, column) + '\n';
  }
  return out;
}

}  // namespace

std::string words_of(const option& o) {
  std::string out;
  if (o.letter != 0) out += std::string{'-', o.letter} + ", ";
  out += "--" + std::string(o.name);
  if (!o.value.empty()) out += ' ' + std::string(o.value);
  return out;
}

std::string help_of(const command& one) {
  std::string out = "Usage: pith " + std::string(one.name);
  if (!one.options.empty()) out += " [OPTION]...";
  if (!one.operands.empty()) out += ' ' + std::string(one.operands);
  out += "\n\n";
  std::string_view text = one.description;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    out += wrapped(text.substr(0, end), width, 0) + "\n\n";
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  std::vector<std::pair<std::string, std::string_view>> options;
  for (const option& o : one.options) options.emplace_back(words_of(o), o.help);
  options.emplace_back(words_of(help_option), help_option.help);
  out += "Options:\n" + two_columns(options);
  if (one.examples.empty()) return out;
  out += one.examples.size() == 1 ? "\nExample:\n" : "\nExamples:\n";
  for (const example& e : one.examples) {
    out +=
        "  # " + std::string(e.meaning) + "\n  " + std::string(e.line) + '\n';
  }
  return out;
}

std::string welcome() {
  return "Usage: pith COMMAND [OPTION]... [FILE]...\n"
         "Structured data for language models, in the fewest tokens.\n"
         "\n"
         "  pith encode orders.json           write a file in fewer tokens\n"
         "  pith compare orders.json          show what it costs in every "
         "format\n"
         "  pith tokens prompt.txt            count tokens exactly\n"
         "  pith proxy -- npx -y some-server  wrap an MCP server\n"
         "  pith proxy install --client NAME  wrap all servers of an MCP "
         "client\n"
         "  pith doctor                       check MCP clients and their "
         "servers\n"
         "  pith help                         list all commands\n";
}

std::string overview() {
  std::string out =
      "Usage: pith COMMAND [OPTION]... [FILE]...\n"
      "\n"
      "Structured data for language models, in the fewest tokens.\n"
      "\n"
      "Commands:\n";
  std::vector<std::pair<std::string, std::string_view>> lines;
  for (const command* one : commands()) {
    lines.emplace_back(one->name, one->summary);
  }
  out += two_columns(lines);
  out +=
      "\n"
      "Options:\n"
      "  -h, --help   show this help; after a command, help for it\n"
      "  --version    show the version\n"
      "\n"
      "Without a FILE, or with -, pith reads standard input. Exit codes: 0 "
      "success,\n"
      "1 bad input, 2 wrong usage, 3 failed to read or write.\n"
      "\n"
      "Example:\n"
      "  # compare the token cost in different formats\n"
      "  pith compare orders.json\n";
  return out;
}

}  // namespace cli
