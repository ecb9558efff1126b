// SPDX-License-Identifier: MIT
/// @file
/// The pith command: finds the subcommand and hands over.
#include "console/diagnostics.hpp"
#include "line/commands.hpp"
#include "line/help.hpp"
#include "line/reading_options.hpp"
#include "settings/settings.hpp"
#include "system/process_start.hpp"
#include "work/run.hpp"

#include <exception>
#include <span>
#include <string>
#include <string_view>

namespace {

using cli::exit_code;

exit_code run_command(const cli::command& chosen,
                      std::span<const char* const> words) {
  cli::arguments args{chosen, words};
  if (!args.mistake().empty()) return cli::misused(args.mistake(), chosen.name);
  if (args.wants_help()) return cli::print(args, cli::help_of(chosen));
  if (!cli::takes_settings(chosen)) return chosen.run(args);
  exit_code status = exit_code::ok;
  const auto settings = cli::read_settings(status);
  if (!settings) return status;
  args.use(settings->values);
  if (args.has(cli::quiet_option)) cli::hush();
  return chosen.run(args);
}

exit_code run(std::span<const char* const> words) {
  if (words.empty()) {
    // On standard error and as a mistake, as rg and jq do: a script that lost
    // its words must not go on with a text that it takes for data.
    cli::say(cli::welcome());
    return exit_code::usage;
  }
  const std::string_view first = words.front();
  if (first == "-h" || first == "--help") {
    return run_command(cli::help_command, {});
  }
  if (first == "--version") return run_command(cli::version_command, {});
  if (const cli::command* chosen = cli::find_command(first)) {
    return run_command(*chosen, words.subspan(1));
  }
  if (first.size() > 1 && first[0] == '-') {
    return cli::misused("unknown option '" + std::string(first) + "'");
  }
  return cli::misused(cli::unknown_command(first));
}

}  // namespace

int main(int argc, char** argv) {
  cli::prepare_process();
  try {
    const std::span<const char* const> words(argv,
                                             static_cast<std::size_t>(argc));
    return static_cast<int>(run(words.empty() ? words : words.subspan(1)));
  } catch (const std::exception& problem) {
    // Only memory can run out here; everything else comes back as a value.
    cli::say("pith: " + std::string(problem.what()) + '\n');
    return static_cast<int>(exit_code::io);
  }
}
