// SPDX-License-Identifier: MIT
#include "view/view.hpp"

#include <pith/encode_within.hpp>

#include "console/pager.hpp"
#include "console/progress.hpp"
#include "line/commands.hpp"
#include "line/reading_options.hpp"
#include "line/shared_options.hpp"
#include "system/descriptors.hpp"
#include "terminal/terminal.hpp"
#include "work/formats.hpp"
#include "work/keyed_rows.hpp"
#include "work/run.hpp"

#include <algorithm>
#include <optional>

namespace cli {

namespace {

constexpr option rows_option{
    .name = "rows",
    .value = "N|all",
    .help =
        "show at most N rows of a table, half of them from its end, and N "
        "items of a list (default: 40)"};
constexpr option width_option{.name = "width",
                              .value = "N",
                              .help =
                                  "fit the output into N columns (default: the "
                                  "width of the terminal, or 80)",
                              .kind = word_kind::number};
constexpr option depth_option{.name = "depth",
                              .value = "N",
                              .help = "show N levels of a tree (default: 4)",
                              .kind = word_kind::number};
constexpr option ascii_option{.name = "ascii",
                              .help = "draw with ASCII characters only"};
constexpr option no_pager_option{
    .name = "no-pager",
    .help = "print long output directly instead of through $PAGER"};
constexpr option dot_option{.name = "dot",
                            .help = "print a graph for Graphviz instead"};
constexpr option view_options[] = {
    from_option,  from_setting_option, path_option,     fields_option,
    rows_option,  width_option,        depth_option,    ascii_option,
    color_option, exact_option,        no_pager_option, dot_option,
    output_option};
constexpr auto all_view_options = joined(view_options, quiet_reading_options);

constexpr std::size_t min_width = 20;
constexpr std::size_t max_width = 10'000;

/// What --rows says; nothing when it is neither a number nor "all".
std::optional<std::size_t> rows_asked(const arguments& args) {
  const auto word = args.value(rows_option);
  if (!word) return view_style{}.rows;
  if (*word == "all") return static_cast<std::size_t>(-1);
  const auto rows = to_number(*word);
  return rows == 0 ? std::nullopt : rows;
}

/// The graph that a document is. Symbols alone are a table.
pith::result<pith::graph::payload> graph_of(pith::value root) {
  if (!looks_like_graph(root)) {
    return pith::error{pith::error_code::invalid_payload, 0,
                       "a graph has symbols and edges"};
  }
  return pith::graph::from_value(root);
}

/// The rows of a table: objects, and at least one.
std::optional<pith::array_view> table_rows(pith::value v) {
  const auto rows = v.get_array();
  if (!rows || rows->empty()) return std::nullopt;
  for (const pith::value row : *rows) {
    const auto members = row.get_object();
    if (!members || members->empty()) return std::nullopt;
  }
  return rows;
}

std::string picture(pith::value root, const view_style& style) {
  if (const auto graph = graph_of(root)) return graph_view(*graph, style);
  const auto place = pith::find_rows(root);
  if (!place) return tree_view(root, style);
  if (!place->member) {
    const auto rows = table_rows(root);
    return rows ? table_view(*rows, style) : tree_view(root, style);
  }
  const std::string_view name = *place->member;
  const auto member = root.find(name);
  const auto rows = member ? table_rows(*member) : std::nullopt;
  if (!rows) return tree_view(root, style);
  // What stands beside the rows comes first, and then the rows.
  std::string out = tree_view(root, style, &name);
  const auto members = root.get_object();
  if (members && members->size() > 1) {
    const std::string title = bare_text(name, style.width, style);
    out += '\n' + painted(title, colour::bold, style.colour) + '\n';
  }
  return out + table_view(*rows, style);
}

exit_code show(const arguments& args, const std::string& text) {
  if (!args.has(output_option) && !args.has(no_pager_option) &&
      needs_pager(text) && page(text)) {
    return exit_code::ok;
  }
  return print(args, text);
}

exit_code run_view(const arguments& args) {
  const auto rows = rows_asked(args);
  if (!rows) return misused("--rows takes a number above 0, or all", "view");
  const bool to_file = args.has(output_option);
  view_style style;
  style.rows = *rows;
  style.width =
      args.number(width_option)
          .value_or(to_file ? style.width : terminal_width(standard_output));
  style.width = std::clamp(style.width, min_width, max_width);
  style.depth = args.number(depth_option).value_or(style.depth);
  style.unicode =
      !args.has(ascii_option) && (to_file || draws_unicode(standard_output));
  const std::string_view when = args.value(color_option).value_or("auto");
  style.colour =
      to_file ? when == "always" : wants_colour(standard_output, when);

  progress bar{args, size_of_file(args.file())};
  exit_code status = exit_code::ok;
  const auto source = load(args, args.file(), "json", status);
  if (!source) return status;
  now("drawing");
  const pith::value root = source->root;
  if (!args.has(dot_option)) return show(args, picture(root, style));
  const auto graph = graph_of(root);
  if (graph) return print(args, as_dot(*graph));
  return refuse_value(source->in.name, graph.error());
}

constexpr example view_examples[] = {
    {"pith view orders.csv", "show a table that fits the terminal"},
    {"pith view --rows all answer.gcf", "show every row, one screen at a time"},
    {"pith view --dot graph.gcf | dot -Tsvg > graph.svg",
     "draw a graph with Graphviz"},
};

}  // namespace

constexpr command view_command{
    .name = "view",
    .summary = "show data as a table, a tree or a graph",
    .operands = "[FILE]",
    .description =
        "Shows the contents of a file of any format. Rows are shown as a "
        "table, graphs as symbols by distance and edges by name, and "
        "everything else as a tree.\n"
        "\n"
        "Parts that do not fit are cut, with a note. Output that is longer "
        "than the terminal goes through $PAGER, or less -FRX.",
    .options = all_view_options,
    .examples = view_examples,
    .run = run_view};

}  // namespace cli
