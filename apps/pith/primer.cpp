// SPDX-License-Identifier: MIT
#include "console/diagnostics.hpp"
#include "line/commands.hpp"
#include "line/shared_options.hpp"
#include "terminal/layout.hpp"
#include "work/formats.hpp"
#include "work/run.hpp"

namespace cli {

namespace {

struct primer {
  std::string_view format;
  std::string_view text;
};

/// What a model must be told before it reads (and writes) a format. Short,
/// because it is paid for in every conversation.
constexpr primer primers[] = {
    {"gcf",
     "Data may come as GCF: after the line `GCF profile=generic`, "
     "`## name [N]{a,b}` begins N rows of the array `name` (no name: the "
     "whole value), one row per line, cells in field order between `|`. "
     "`-` is null, `~` an absent field, \"...\" a JSON string. Field `a>b` is "
     "member b of object a. `[N:]{key,...}` is a map: the first cell is the "
     "key. `^` in a cell: the value follows the row as `.field`. `k=v` is a "
     "member, `## k` an object, `[N]: a,b` an inline array, `@i` item i of a "
     "list; two spaces nest.\n"},
    {"gcf-graph",
     "Graphs may come as GCF: after the line `GCF profile=graph ...`, "
     "`@0 fn pkg.Auth 0.95 lsp` is symbol 0: kind, name, score, source; "
     "`## targets`, `## related`, `## extended` group them by distance 0, 1, "
     "2. Under `## edges [N]`, `@0<@1 calls` means: symbol 1 calls symbol "
     "0.\n"},
    {"toon",
     "Data may come as TOON: `key: value` lines nested by two spaces; "
     "`name[N]{a,b}:` begins N rows, one per line, cells in field order "
     "between commas (or the delimiter shown after N); `name[N]: 1,2` is an "
     "inline array; `- ` begins an item of a list. Strings are bare unless "
     "that would be ambiguous, then in double quotes.\n"},
    {"tron",
     "Data may come as TRON: JSON in which a line `class A: x,y` at the top "
     "names the keys of a class, and `A(1,2)` stands for "
     "{\"x\":1,\"y\":2}.\n"},
};

const primer* find_primer(std::string_view format) {
  for (const primer& one : primers) {
    if (one.format == format) return &one;
  }
  return nullptr;
}

exit_code run_primer(const arguments& args) {
  const std::string name =
      args.operands().empty() ? "gcf" : args.operands().front();
  const primer* const one = find_primer(name);
  if (one == nullptr) {
    std::string known;
    for (const primer& p : primers) {
      known += (known.empty() ? "" : ", ") + std::string(p.format);
    }
    return misused("no primer for '" + name + "'; choose one of " + known,
                   "primer");
  }
  exit_code status = exit_code::ok;
  const auto tokenizer = open_tokenizer(args, status);
  if (!tokenizer) return status;
  pith::token_counter counter{*tokenizer};
  say("pith: " + grouped(counter.count(one->text)) + " tokens of " +
      printable(tokenizer->name()) + '\n');
  return print(args, one->text);
}

constexpr option primer_options[] = {tokenizer_option, output_option};
constexpr example primer_examples[] = {
    {"pith primer gcf >> system-prompt.txt", "teach a model to read GCF"}};

}  // namespace

constexpr command primer_command{
    .name = "primer",
    .summary = "print a text that teaches a model a format",
    .operands = "[FORMAT]",
    .description =
        "Prints a short text for a system prompt that teaches a model to read "
        "a format: gcf, gcf-graph, toon or tron. The token cost of the text "
        "goes to standard error.",
    .options = primer_options,
    .examples = primer_examples,
    .operand_kind = word_kind::text,
    .operand_choices = "gcf|gcf-graph|toon|tron",
    .run = run_primer};

}  // namespace cli
