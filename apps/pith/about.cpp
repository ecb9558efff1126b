// SPDX-License-Identifier: MIT
/// @file
/// help, version and completions: what pith says about itself.
#include <pith/version.hpp>

#include "line/commands.hpp"
#include "line/help.hpp"
#include "line/shared_options.hpp"
#include "work/run.hpp"

#include <string>

namespace cli {

namespace {

constexpr option man_option{.name = "man",
                            .help = "print the manual page, for man or mandoc"};
constexpr option markdown_option{
    .name = "markdown", .help = "print help for all commands in Markdown"};
constexpr option list_option{.name = "list",
                             .help = "print only the names of the commands"};
constexpr option help_options[] = {man_option, markdown_option, list_option};

std::string names() {
  std::string out;
  for (const command* one : commands()) out.append(one->name).append("\n");
  return out;
}

exit_code run_help(const arguments& args) {
  if (args.has(markdown_option)) return print(args, reference());
  if (args.has(list_option)) return print(args, names());
  if (args.operands().empty()) {
    return print(args, args.has(man_option) ? manual() : overview());
  }
  const std::string& name = args.operands().front();
  const command* const one = find_command(name);
  if (one == nullptr) return misused(unknown_command(name));
  return print(args, args.has(man_option) ? manual_of(*one) : help_of(*one));
}

exit_code run_version(const arguments& args) {
  return print(args, "pith " + std::string(pith::version) + '\n');
}

exit_code run_completions(const arguments& args) {
  const std::string& shell = args.operands().front();
  const std::string script = completions(shell);
  if (script.empty()) {
    return misused("unknown shell '" + shell + "'", "completions");
  }
  return print(args, script);
}

constexpr example help_examples[] = {
    {"pith help encode", "the same as pith encode --help"},
    {"pith help --man encode | man -l -", "show the manual page of a command"},
};

constexpr example version_examples[] = {
    {"pith version", "the same as pith --version"},
};

constexpr example completions_examples[] = {
    {"source <(pith completions bash)", "in ~/.bashrc"},
    {"pith completions fish | source", "in config.fish"},
};

}  // namespace

constexpr command help_command{
    .name = "help",
    .summary = "show help for a command",
    .operands = "[COMMAND]",
    .description = "Shows help for a command, or for all commands.",
    .options = help_options,
    .examples = help_examples,
    .operand_kind = word_kind::command,
    .run = run_help};

constexpr command version_command{.name = "version",
                                  .summary = "show the version",
                                  .operands = "",
                                  .description = "Prints the version of pith.",
                                  .examples = version_examples,
                                  .max_operands = 0,
                                  .run = run_version};

constexpr command completions_command{
    .name = "completions",
    .summary = "print a shell completion script",
    .operands = "bash|zsh|fish",
    .description =
        "Prints a completion script for a shell. Packages install the script. "
        "Otherwise, load it in the startup file of your shell.",
    .examples = completions_examples,
    .min_operands = 1,
    .operand_kind = word_kind::shell,
    .run = run_completions};

}  // namespace cli
