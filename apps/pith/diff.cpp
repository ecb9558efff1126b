// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/equality.hpp>
#include <pith/gcf_graph_delta.hpp>
#include <pith/graph.hpp>
#include <pith/json.hpp>

#include "console/diagnostics.hpp"
#include "console/output.hpp"
#include "console/progress.hpp"
#include "line/commands.hpp"
#include "line/reading_options.hpp"
#include "line/shared_options.hpp"
#include "system/descriptors.hpp"
#include "terminal/terminal.hpp"
#include "work/formats.hpp"
#include "work/keyed_rows.hpp"
#include "work/run.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace cli {

namespace {

constexpr option human_option{.name = "human",
                              .help =
                                  "print readable lines instead of a payload: "
                                  "+ added, - removed, ~ changed",
                              .letter = 'u'};
constexpr option diff_options[] = {
    key_option,    human_option, from_option,  from_setting_option, path_option,
    fields_option, exact_option, color_option, output_option};
constexpr auto all_diff_options = joined(diff_options, quiet_reading_options);

std::string shown(pith::value v) {
  const auto text = pith::json::write(v);
  return text ? printable(*text) : "?";
}

/// "total 5 -> 6, status -> "paid"", for the members that differ. `key` is the
/// identity, which rows of a map have only in a delta.
std::string changes_of(pith::value before, pith::value after,
                       std::string_view key) {
  std::string out;
  const auto add = [&](std::string_view name, const std::string& what) {
    out += (out.empty() ? "" : ", ") + printable(name) + ' ' + what;
  };
  if (const auto members = after.get_object()) {
    for (const auto& [name, value] : *members) {
      const auto old = before.find(name);
      if (!old && name != key) {
        add(name, "-> " + shown(value));
      } else if (old && !pith::equal(*old, value)) {
        add(name, shown(*old) + " -> " + shown(value));
      }
    }
  }
  if (const auto members = before.get_object()) {
    for (const auto& [name, value] : *members) {
      if (!after.find(name)) add(name, shown(value) + " -> nothing");
    }
  }
  return out;
}

/// Rows by the JSON text of their identity.
using rows_by_identity = std::map<std::string, pith::value>;

std::string identity_text(pith::value id) {
  return pith::json::write(id).value_or("");
}

rows_by_identity by_identity(pith::value rows, const std::string& key) {
  rows_by_identity out;
  if (const auto items = rows.get_array()) {
    for (const pith::value row : *items) {
      if (const auto id = row.find(key)) out.emplace(identity_text(*id), row);
    }
  } else if (const auto members = rows.get_object()) {
    for (const auto& [name, row] : *members) {
      pith::builder b;
      const auto id = b.string(name).finish();
      if (id) out.emplace(identity_text(id->root()), row);
    }
  }
  return out;
}

/// What a delta says, with what was there before.
std::string as_lines(const pith::gcf::delta& d, const keyed_rows& base,
                     const keyed_rows& next, bool colours) {
  const rows_by_identity before = by_identity(base.rows, d.key);
  const rows_by_identity now = by_identity(next.rows, d.key);
  const pith::value changes = d.changes.root();
  std::string out;
  const auto line = [&](const std::string& text, colour with) {
    out += painted(text, with, colours) + '\n';
  };
  const auto each = [&](std::string_view section, const auto& show) {
    const auto found = changes.find(section);
    const auto rows = found ? found->get_array() : std::nullopt;
    if (!rows) return;
    for (const pith::value row : *rows) show(row);
  };
  each("removed", [&](pith::value id) {
    const auto old = before.find(identity_text(id));
    line("- " + shown(id) +
             (old == before.end() ? "" : ' ' + shown(old->second)),
         colour::red);
  });
  each("changed", [&](pith::value row) {
    const auto id = row.find(d.key);
    const auto old = id ? before.find(identity_text(*id)) : before.end();
    if (old == before.end()) return;
    line("~ " + shown(*id) + ": " + changes_of(old->second, row, d.key),
         colour::yellow);
  });
  each("added", [&](pith::value row) {
    const auto id = row.find(d.key);
    // A row of a map has its identity as a member only in the delta.
    const auto as_is = id ? now.find(identity_text(*id)) : now.end();
    line("+ " + (id ? shown(*id) + ' ' : "") +
             shown(as_is == now.end() ? row : as_is->second),
         colour::green);
  });
  return out;
}

std::string as_lines(const pith::gcf::graph_delta& d, bool colours) {
  std::string out;
  const auto line = [&](std::string_view text, colour with) {
    out += painted(printable(text), with, colours) + '\n';
  };
  const auto of = [](const pith::graph::edge& e) {
    return e.source + ' ' + e.edge_type + ' ' + e.target;
  };
  for (const auto& s : d.removed) {
    line("- " + s.kind + ' ' + s.qualified_name, colour::red);
  }
  for (const auto& s : d.added) {
    line("+ " + s.kind + ' ' + s.qualified_name, colour::green);
  }
  for (const auto& e : d.removed_edges) line("- " + of(e), colour::red);
  for (const auto& e : d.added_edges) line("+ " + of(e), colour::green);
  return out;
}

/// Colours only where the lines go to a terminal.
bool paints(const arguments& args) {
  const std::string_view when = args.value(color_option).value_or("auto");
  if (args.has(output_option)) return when == "always";
  return wants_colour(standard_output, when);
}

/// As diff(1) ends: 0 when nothing differs, 1 when something does, 2 when it
/// cannot be told.
constexpr exit_code different = exit_code::bad_input;
constexpr exit_code trouble = exit_code::usage;

/// After a message, which says more than its own code.
exit_code as_trouble(exit_code /*said*/) { return trouble; }

exit_code end_with(exit_code printed, bool differ) {
  if (printed != exit_code::ok) return trouble;
  return differ ? different : exit_code::ok;
}

exit_code diff_graphs(const arguments& args, const loaded& base,
                      const loaded& next) {
  const auto before = pith::graph::from_value(base.root);
  if (!before) return as_trouble(refuse_value(base.in.name, before.error()));
  const auto after = pith::graph::from_value(next.root);
  if (!after) return as_trouble(refuse_value(next.in.name, after.error()));
  const auto d = pith::gcf::diff(*before, *after);
  if (!d) return as_trouble(refuse_value(next.in.name, d.error()));
  const bool differ = d->base_root != d->new_root;
  if (args.has(human_option)) {
    return end_with(print(args, as_lines(*d, paints(args))), differ);
  }
  if (differ) {
    return end_with(print(args, next.in.name, pith::gcf::encode_delta(*d)),
                    true);
  }
  return print(args, next.in.name,
               pith::gcf::encode_graph_unchanged(
                   d->new_root, after->symbols.size(), after->tool));
}

/// What differs beside the rows, a line for each member.
std::string lines_beside(pith::value a, pith::value b,
                         std::optional<std::string_view> rows, bool colours) {
  std::string out;
  const auto each = [&](pith::value from, const auto& show) {
    const auto members = from.get_object();
    if (!members) return;
    for (const auto& [key, value] : *members) {
      if (key != rows) show(key, value);
    }
  };
  const auto line = [&](std::string_view key, const std::string& what) {
    out +=
        painted("~ " + printable(key) + ": " + what, colour::yellow, colours) +
        '\n';
  };
  each(a, [&](std::string_view key, pith::value value) {
    const auto other = b.find(key);
    if (!other) {
      line(key, shown(value) + " -> nothing");
    } else if (!pith::equal(*other, value)) {
      line(key, shown(value) + " -> " + shown(*other));
    }
  });
  each(b, [&](std::string_view key, pith::value value) {
    if (!a.find(key)) line(key, "-> " + shown(value));
  });
  return out;
}

/// Whether what stands beside the rows is the same.
bool same_beside(pith::value a, pith::value b, const keyed_rows& rows) {
  const auto members = a.get_object();
  if (!rows.member || !members) return true;
  for (const auto& [key, value] : *members) {
    if (key == *rows.member) continue;
    const auto other = b.find(key);
    if (!other || !pith::equal(*other, value)) return false;
  }
  return true;
}

exit_code diff_rows(const arguments& args, const loaded& base,
                    const loaded& next) {
  const auto before = find_keyed_rows(base.root);
  const auto after = find_keyed_rows(next.root);
  if (!before || !after) {
    return as_trouble(
        refuse_value(before ? next.in.name : base.in.name, no_rows));
  }
  const pith::gcf::keyed_set set =
      set_of(*after, args.value(key_option).value_or(""));
  const auto d = pith::gcf::diff(before->rows, after->rows, set);
  if (!d) {
    const bool is_of_base = !pith::gcf::pack_root(before->rows, set);
    refuse_value(is_of_base ? base.in.name : next.in.name, d.error());
    say_which_key(d.error(), args.value(key_option).value_or(""));
    return trouble;
  }
  const bool differ_beside = before->member != after->member ||
                             !same_beside(base.root, next.root, *before) ||
                             !same_beside(next.root, base.root, *after);
  const bool differ = differ_beside || d->base_root != d->new_root;
  if (args.has(human_option)) {
    const bool colours = paints(args);
    std::string lines = as_lines(*d, *before, *after, colours);
    if (differ_beside && before->member == after->member) {
      lines += lines_beside(base.root, next.root, before->member, colours);
    }
    return end_with(print(args, lines), differ);
  }
  if (differ_beside) {
    say("pith: the files also differ outside their rows; a delta does not "
        "carry that\n");
  }
  if (d->base_root != d->new_root) {
    return end_with(print(args, next.in.name, pith::gcf::encode_delta(*d)),
                    true);
  }
  const auto rows = after->rows.get_array();
  const auto map = after->rows.get_object();
  const std::size_t count = rows ? rows->size() : map ? map->size() : 0;
  return end_with(print(args, next.in.name,
                        pith::gcf::encode_unchanged(d->new_root, count)),
                  differ);
}

exit_code run_diff(const arguments& args) {
  if (args.operands()[0] == "-" && args.operands()[1] == "-") {
    return misused("only one of the two files can be standard input", "diff");
  }
  progress bar{args, size_of_files(args.operands())};
  exit_code status = exit_code::ok;
  const auto base = load(args, args.operands()[0], "gcf", status);
  if (!base) return trouble;
  bar.advance(base->in.text.size());
  const auto next = load(args, args.operands()[1], "gcf", status);
  if (!next) return trouble;
  bar.advance(next->in.text.size());
  now("comparing");
  const bool are_graphs = !args.has(key_option) &&
                          looks_like_graph(base->root) &&
                          looks_like_graph(next->root);
  return are_graphs ? diff_graphs(args, *base, *next)
                    : diff_rows(args, *base, *next);
}

constexpr example diff_examples[] = {
    {"pith diff monday.json tuesday.json --key order_id -o change.gcf",
     "create a delta for readers who already have monday.json"},
    {"pith diff --human old.gcf new.gcf", "show the changes as readable lines"},
};

}  // namespace

constexpr command diff_command{
    .name = "diff",
    .summary = "show what changed between two sets of rows",
    .operands = "OLD NEW",
    .description =
        "Compares two sets of rows, which one field identifies, and writes a "
        "GCF delta: the added, changed and removed rows, with the roots of "
        "both sets, so that pith apply can verify its result. Graphs are "
        "compared by symbols and edges. The order of rows does not matter.\n"
        "\n"
        "The exit code is 0 if nothing differs, 1 if something differs "
        "(including differences outside the rows, which a delta does not "
        "carry), and 2 if a file cannot be read.",
    .options = all_diff_options,
    .examples = diff_examples,
    .min_operands = 2,
    .max_operands = 2,
    .run = run_diff};

}  // namespace cli
