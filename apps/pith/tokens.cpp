// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/tokens.hpp>

#include "console/diagnostics.hpp"
#include "console/progress.hpp"
#include "line/commands.hpp"
#include "line/reading_options.hpp"
#include "line/shared_options.hpp"
#include "terminal/layout.hpp"
#include "work/cost_tree.hpp"
#include "work/file_list.hpp"
#include "work/formats.hpp"
#include "work/run.hpp"
#include "work/selection.hpp"

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
                                  std::size_t total, const cost_tree* tree,
                                  const left_out& skipped) {
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
  b.end_array();
  if (tree != nullptr) {
    b.key("directories").begin_array();
    for (const cost_line& one : tree->lines()) {
      if (!one.of.is_directory) continue;
      b.begin_object().key("directory").string(valid_text(one.of.path));
      b.key("files").integer(one.files);
      b.key("tokens").integer(one.sums[0]).key("bytes").integer(one.sums[1]);
      b.end_object();
    }
    b.end_array();
    add_left_out(b, skipped);
  }
  b.key("total").integer(number(total)).end_object();
  return json_line(b);
}

/// The text to count: all of a file, or what is selected of it, in the format
/// of the file. Nothing after a message, and `status` says how to end.
std::optional<std::string> text_of(const arguments& args,
                                   const std::string& file, bool selects,
                                   exit_code& status) {
  if (!selects) {
    std::optional<input> in = open_input(file);
    if (in) return std::move(in->text);
    status = exit_code::io;
    return std::nullopt;
  }
  exit_code loaded_how = exit_code::ok;
  const auto source = load(args, file, "json", loaded_how);
  if (!source) {
    status = std::max(status, loaded_how);
    return std::nullopt;
  }
  auto text = encode_as(*source->format, source->root, {});
  if (text) return std::move(*text);
  status = std::max(status, refuse_value(source->in.name, text.error()));
  return std::nullopt;
}

exit_code run_tokens(const arguments& args) {
  exit_code status = exit_code::ok;
  const auto asked = selection_of(args);
  if (!asked) return exit_code::usage;
  const bool selects = !asked->is_everything();
  if (!selects && args.has(from_option)) {
    return misused(
        "--from is for --path and --fields; texts are counted as they are",
        "tokens");
  }
  const auto tokenizer = open_tokenizer(args, status);
  if (!tokenizer) return status;
  pith::token_counter counter{*tokenizer};
  std::vector<counted_file> files;
  std::vector<std::string> missing;
  std::size_t total = 0;
  file_list list = list_files(args, selects);
  status = std::max(status, list.status);
  cost_tree tree{2};
  progress bar{args, list.has_directory ? 0 : size_of_files(args.files())};
  for (const listed_file& one : list.entries) {
    if (one.is_directory) {
      tree.add_directory(one);
      continue;
    }
    const auto text = text_of(args, one.path, selects, status);
    if (!text) {
      missing.push_back(one.path);  // said; the others count all the same
      continue;
    }
    bar.advance(text->size());
    if (one.depth != 0 && !selects && is_binary_text(*text)) {
      ++list.skipped.binary;
      continue;
    }
    now("counting");
    files.push_back({one.path, counter.count(*text), text->size()});
    total += files.back().tokens;
    tree.add_file(one, {files.back().tokens, files.back().bytes});
  }
  if (list.has_directory && !args.has(json_option)) say_left_out(list.skipped);
  if (files.empty() && !args.has(json_option)) return status;
  if (args.has(json_option)) {
    const auto text =
        as_json(*tokenizer, files, missing, total,
                list.has_directory ? &tree : nullptr, list.skipped);
    return std::max(status, print(args, "pith tokens", text));
  }
  const std::string text =
      list.has_directory
          ? tree_text(
                tree,
                [](const cost_line& one) {
                  return std::vector<std::string>{grouped(one.sums[0])};
                },
                tree_style_of(args))
          : as_lines(files, total);
  return std::max(status, print(args, text));
}

constexpr option tokens_options[] = {
    tokenizer_option, from_option,        from_setting_option, path_option,
    fields_option,    tree_depth_option,  no_ignore_option,    hidden_option,
    json_option,      no_progress_option, quiet_option};
constexpr example tokens_examples[] = {
    {"pith encode orders.json | pith tokens - orders.json",
     "compare a file with its encoded form"},
    {"pith tokens --path .result.rows answer.json",
     "count a part of a file, in the format of the file"},
    {"pith tokens --depth 2 src",
     "count a directory, and show two levels of it"}};

}  // namespace

constexpr command tokens_command{
    .name = "tokens",
    .summary = "count the tokens of files exactly",
    .operands = "[FILE|DIR]...",
    .description =
        "Counts the tokens of files of any kind, without converting them. The "
        "counts are exact: they are those of the real tokenizers. With --path "
        "or --fields, pith counts what they select as it would write it in the "
        "format of the file.\n"
        "\n"
        "A directory is shown as a tree with its sums. Files that .gitignore "
        "leaves out, hidden files and binary files are skipped, and counted on "
        "standard error. Symbolic links are not followed.",
    .options = tokens_options,
    .examples = tokens_examples,
    .max_operands = static_cast<std::size_t>(-1),
    .run = run_tokens};

}  // namespace cli
