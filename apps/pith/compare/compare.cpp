// SPDX-License-Identifier: MIT
#include "console/diagnostics.hpp"
#include "console/progress.hpp"
#include "line/commands.hpp"
#include "line/reading_options.hpp"
#include "line/shared_options.hpp"
#include "system/descriptors.hpp"
#include "terminal/layout.hpp"
#include "terminal/terminal.hpp"
#include "work/comparison.hpp"
#include "work/cost_tree.hpp"
#include "work/file_list.hpp"
#include "work/formats.hpp"
#include "work/rivals.hpp"
#include "work/run.hpp"

#include <algorithm>

namespace cli {

namespace {

constexpr option bytes_option{.name = "bytes", .help = "show bytes too"};
constexpr option csv_option{
    .name = "csv", .help = "write a line of CSV for each file and format"};
constexpr option svg_option{
    .name = "svg",
    .value = "FILE",
    .help =
        "also write a chart of the tokens to FILE; with -, write it to "
        "standard output instead of the table",
    .kind = word_kind::file};
constexpr option compare_options[] = {
    from_option,       from_setting_option, path_option,   fields_option,
    tokenizer_option,  bytes_option,        exact_option,  color_option,
    tree_depth_option, no_ignore_option,    hidden_option, json_option,
    csv_option,        svg_option};

constexpr auto all_compare_options =
    joined(compare_options, quiet_reading_options);

std::size_t longest_line(std::string_view text) {
  std::size_t longest = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    longest = std::max(longest, columns_of(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return longest;
}

/// A table for pipes. A terminal gets bars too, and a block for each file
/// where the table would be too wide.
std::string for_people(const comparison& all, bool bytes,
                       std::string_view when) {
  std::string table = compare_table(all, bytes);
  if (!is_terminal(standard_output)) {
    return table + '\n' + compare_rivals(all, std::string::npos);
  }
  bar_style style;
  style.width = terminal_width(standard_output);
  style.unicode = draws_unicode(standard_output);
  style.colour = wants_colour(standard_output, when);
  const bool has_sum = all.files.size() > 1;
  const std::string sum = compare_bars(
      all, has_sum ? all.total() : all.files.front(), has_sum, style);
  const std::string others = '\n' + compare_rivals(all, style.width);
  if (longest_line(table) <= style.width) {
    return table + '\n' + sum + others;
  }
  style.bytes = bytes;
  std::string out = "tokens, " + all.tokenizer + '\n';
  for (const compared& file : all.files) {
    out += '\n' + compare_bars(all, file, false, style);
  }
  if (!has_sum) return out + others;
  return out + '\n' + compare_bars(all, all.total(), true, style) + others;
}

/// The tokens, and then the bytes, of all columns.
std::vector<std::size_t> sums_of(const compared& one) {
  std::vector<std::size_t> sums = one.tokens;
  sums.insert(sums.end(), one.bytes.begin(), one.bytes.end());
  return sums;
}

/// What each directory and file costs as JSON and as what auto would choose.
std::string as_tree(const comparison& all, const arguments& args) {
  tree_style style = tree_style_of(args);
  style.titles = {"json", "auto", "saving", "cheapest"};
  return tree_text(
      *all.tree,
      [&](const cost_line& one) {
        const std::size_t json = one.sums[comparison::json];
        const std::size_t best = one.sums[all.best()];
        const bool is_sum = one.of.is_directory || one.files == 0;
        const compared numbers{
            {},
            {one.sums.begin(), one.sums.begin() + static_cast<std::ptrdiff_t>(
                                                      all.columns.size())},
            {}};
        return std::vector<std::string>{
            grouped(json), grouped(best), saving_text(best, json),
            is_sum ? "" : all.columns[numbers.cheapest()]};
      },
      style);
}

pith::result<std::string> text_of(const comparison& all,
                                  const arguments& args) {
  if (args.has(json_option)) return compare_json(all);
  if (args.has(csv_option)) return compare_csv(all);
  if (all.tree != nullptr) return as_tree(all, args);
  return for_people(all, args.has(bytes_option),
                    args.value(color_option).value_or("auto"));
}

exit_code run_compare(const arguments& args) {
  if (args.has(json_option) && args.has(csv_option)) {
    return misused("--json and --csv cannot be combined", "compare");
  }
  exit_code status = exit_code::ok;
  const auto tokenizer = open_tokenizer(args, status);
  if (!tokenizer) return status;
  pith::token_counter counter{*tokenizer};
  comparison all;
  all.tokenizer = tokenizer->name();
  all.is_estimate = tokenizer->is_estimate();
  file_list list = list_files(args, true);
  status = std::max(status, list.status);
  cost_tree tree{2 * all.columns.size()};
  progress bar{args, list.has_directory ? 0 : size_of_files(args.files())};
  for (const listed_file& one : list.entries) {
    if (one.is_directory) {
      tree.add_directory(one);
      continue;
    }
    exit_code loaded_how = exit_code::ok;
    const auto source = load(args, one.path, "json", loaded_how);
    status = std::max(status, loaded_how);
    if (!source) continue;  // said; the others are compared all the same
    now("comparing");
    if (const auto done = all.add(source->in.name, source->root, counter);
        !done) {
      say(format_error(source->in.name, done.error()));
      return exit_code::bad_input;
    }
    all.files.back().rivals = rival_costs(source->root, counter);
    tree.add_file(one, sums_of(all.files.back()));
    bar.advance(source->in.text.size());
  }
  if (list.has_directory) {
    all.tree = &tree;
    all.skipped = &list.skipped;
    if (!args.has(json_option)) say_left_out(list.skipped);
  }
  if (all.files.empty()) return status;
  if (const auto chart = args.value(svg_option)) {
    const exit_code drawn = write_file(std::string(*chart), compare_svg(all));
    status = std::max(status, drawn);
    if (drawn != exit_code::ok || *chart == "-") return status;
  }
  return std::max(status, print(args, "pith compare", text_of(all, args)));
}

constexpr example compare_examples[] = {
    {"pith compare orders.json users.csv",
     "compare two files, and both together"},
    {"pith compare --svg chart.svg data/*.json",
     "print the table, and draw a chart"},
    {"pith compare --depth 1 data", "compare a directory, without its parts"},
    {"pith compare --csv data/*.json > costs.csv",
     "write a table for a spreadsheet"},
};

}  // namespace

constexpr command compare_command{
    .name = "compare",
    .summary = "compare the token cost of files in every format",
    .operands = "[FILE|DIR]...",
    .description =
        "Shows the token cost of data in every lossless format. A * marks the "
        "cheapest format. The column auto shows the cost of the format that "
        "pith would choose, and saving shows how much it saves compared with "
        "compact JSON. The last lines compare each format with compact and "
        "with pretty JSON; a plus sign means that the format costs more.\n"
        "\n"
        "A second table shows CSV, YAML and Markdown, which auto does not "
        "choose, and GCF in its graph profile for graphs. A ~ marks what does "
        "not read back as the same values, a dash what cannot be written.\n"
        "\n"
        "On a terminal, pith also draws bars, and splits the table into blocks "
        "if it does not fit.\n"
        "\n"
        "A directory is shown as a tree with its sums. pith compares the files "
        "whose extension names a format that it reads. It skips files that "
        ".gitignore leaves out and hidden files, and does not follow symbolic "
        "links.",
    .options = all_compare_options,
    .examples = compare_examples,
    .max_operands = static_cast<std::size_t>(-1),
    .run = run_compare};

}  // namespace cli
