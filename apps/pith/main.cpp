// SPDX-License-Identifier: MIT
/// @file
/// The pith command: finds the subcommand and hands over.
#include <pith/version.hpp>

#include "command.hpp"
#include "diagnostics.hpp"

#include <unistd.h>

#include <exception>
#include <span>
#include <string>
#include <string_view>

namespace {

using cli::exit_code;

struct command {
  std::string_view name;
  std::string_view help;
  cli::words_taken taken;
  exit_code (*run)(const cli::arguments&);
};

constexpr command commands[] = {
    {"compare",
     "Usage: pith compare [--tokenizer NAME|PATH] [--json] [FILE]...\n"
     "\n"
     "Shows what JSON files cost in every lossless format, in tokens. The\n"
     "cheapest is marked with *; auto is what pith would choose. The last "
     "line\n"
     "gives the difference from compact JSON.\n"
     "\n"
     "  --tokenizer NAME|PATH  as for pith tokens\n"
     "  --json                 one JSON object, with bytes too\n"
     "\n"
     "Example: pith compare orders.json users.json\n",
     cli::words_taken::files_to_count, cli::run_compare},
    {"decode",
     "Usage: pith decode [FILE]\n"
     "\n"
     "Reads GCF, writes JSON on one line. FILE is read whole; without one, or\n"
     "with -, standard input is read.\n",
     cli::words_taken::one_file, cli::run_decode},
    {"encode",
     "Usage: pith encode [FILE]\n"
     "\n"
     "Reads JSON, writes GCF. FILE is read whole; without one, or with -,\n"
     "standard input is read.\n",
     cli::words_taken::one_file, cli::run_encode},
    {"tokens",
     "Usage: pith tokens [--tokenizer NAME|PATH] [--json] [FILE]...\n"
     "\n"
     "Counts tokens, exactly. Without a FILE, or with -, standard input is\n"
     "counted.\n"
     "\n"
     "  --tokenizer NAME|PATH  o200k_base (which is the default), "
     "cl100k_base,\n"
     "                         p50k_base, r50k_base, the name of a model, or\n"
     "                         the path of a tokenizer\n"
     "  --json                 one JSON object instead of lines\n"
     "\n"
     "Example: pith encode orders.json | pith tokens - orders.json\n",
     cli::words_taken::files_to_count, cli::run_tokens},
};

constexpr std::string_view overview =
    "Usage: pith COMMAND [FILE]\n"
    "\n"
    "GCF (Graph Compact Format) at the shell.\n"
    "\n"
    "Commands:\n"
    "  encode       read JSON, write GCF\n"
    "  decode       read GCF, write JSON\n"
    "  tokens       count tokens\n"
    "  compare      count the tokens of files in every format\n"
    "\n"
    "Options:\n"
    "  -h, --help   show this text; behind a command, the text about it\n"
    "  --version    show the version\n"
    "\n"
    "Exit codes: 0 done, 1 bad input, 2 wrong usage, 3 reading or writing\n"
    "failed.\n";

exit_code print(std::string_view words) {
  cli::fd_sink out(STDOUT_FILENO);
  out.write(words);
  return cli::conclude("pith", {}, out);
}

exit_code reject(std::string_view mistake) {
  cli::say("pith: " + cli::printable(mistake) + "\nTry 'pith --help'.\n");
  return exit_code::usage;
}

exit_code run_command(const command& chosen,
                      std::span<const char* const> words) {
  const cli::arguments args = cli::parse_arguments(words, chosen.taken);
  if (!args.mistake.empty()) return reject(args.mistake);
  if (args.wants_help) return print(chosen.help);
  return chosen.run(args);
}

exit_code run(std::span<const char* const> words) {
  if (words.empty()) {
    cli::say(overview);
    return exit_code::usage;
  }
  const std::string_view first = words.front();
  if (first == "-h" || first == "--help") return print(overview);
  if (first == "--version") {
    return print("pith " + std::string(pith::version) + "\n");
  }
  for (const command& candidate : commands) {
    if (candidate.name == first) {
      return run_command(candidate, words.subspan(1));
    }
  }
  const bool is_option = first.size() > 1 && first[0] == '-';
  return reject((is_option ? "unknown option '" : "unknown command '") +
                std::string(first) + "'");
}

}  // namespace

int main(int argc, char** argv) {
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
