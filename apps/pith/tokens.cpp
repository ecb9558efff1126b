// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/tokens.hpp>

#include "console/diagnostics.hpp"
#include "console/progress.hpp"
#include "line/commands.hpp"
#include "line/shared_options.hpp"
#include "work/run.hpp"

#include <algorithm>
#include <vector>

namespace cli {

namespace {

struct counted_file {
  std::string name;
  std::size_t tokens;
  std::size_t bytes;
};

/// As `wc` prints: numbers, then names, and the sum when there are several.
std::string as_lines(const std::vector<counted_file>& files,
                     std::size_t total) {
  const std::size_t width = std::to_string(total).size();
  std::string out;
  const auto line = [&](std::size_t tokens, const std::string& name) {
    const std::string number = std::to_string(tokens);
    out.append(width - number.size(), ' ');
    out += number + "  " + printable(name) + '\n';
  };
  for (const counted_file& file : files) line(file.tokens, file.name);
  if (files.size() > 1) line(total, "total");
  return out;
}

pith::result<std::string> as_json(const pith::tokenizer& tokenizer,
                                  const std::vector<counted_file>& files,
                                  const std::vector<std::string>& missing,
                                  std::size_t total) {
  const auto number = [](std::size_t n) {
    return static_cast<std::int64_t>(n);
  };
  pith::builder b;
  b.begin_object().key("tokenizer").string(tokenizer.name());
  b.key("estimate").boolean(tokenizer.is_estimate());
  b.key("files").begin_array();
  for (const counted_file& file : files) {
    b.begin_object().key("file").string(valid_text(file.name));
    b.key("tokens").integer(number(file.tokens));
    b.key("bytes").integer(number(file.bytes)).end_object();
  }
  for (const std::string& name : missing) {
    b.begin_object().key("file").string(valid_text(name));
    b.key("error").string("the file cannot be read").end_object();
  }
  b.end_array().key("total").integer(number(total)).end_object();
  return json_line(b);
}

exit_code run_tokens(const arguments& args) {
  exit_code status = exit_code::ok;
  const auto tokenizer = open_tokenizer(args, status);
  if (!tokenizer) return status;
  pith::token_counter counter{*tokenizer};
  std::vector<counted_file> files;
  std::vector<std::string> missing;
  std::size_t total = 0;
  const std::vector<std::string> names = args.files();
  progress bar{args, size_of_files(names)};
  for (const std::string& file : names) {
    const std::optional<input> in = open_input(file);
    if (!in) {
      status = exit_code::io;  // said; the others count all the same
      missing.push_back(file);
      continue;
    }
    files.push_back({file, counter.count(in->text), in->text.size()});
    total += files.back().tokens;
    bar.advance(in->text.size());
  }
  if (files.empty() && !args.has(json_option)) return status;
  const exit_code printed =
      args.has(json_option) ? print(args, "pith tokens",
                                    as_json(*tokenizer, files, missing, total))
                            : print(args, as_lines(files, total));
  return printed == exit_code::ok ? status : printed;
}

constexpr option tokens_options[] = {tokenizer_option, json_option};
constexpr example tokens_examples[] = {
    {"pith encode orders.json | pith tokens - orders.json",
     "compare a file with its encoded form"}};

}  // namespace

constexpr command tokens_command{
    .name = "tokens",
    .summary = "count the tokens of files exactly",
    .operands = "[FILE]...",
    .description =
        "Counts the tokens of files of any kind, without converting them. The "
        "counts are exact: they are those of the real tokenizers.",
    .options = tokens_options,
    .examples = tokens_examples,
    .max_operands = static_cast<std::size_t>(-1),
    .run = run_tokens};

}  // namespace cli
