// SPDX-License-Identifier: MIT
#include <pith/equality.hpp>
#include <pith/gcf_graph_delta.hpp>
#include <pith/graph.hpp>
#include <pith/json.hpp>

#include "commands.hpp"
#include "diagnostics.hpp"
#include "formats.hpp"
#include "keyed_rows.hpp"
#include "output.hpp"
#include "run.hpp"
#include "shared_options.hpp"
#include "terminal.hpp"

#include <unistd.h>

#include <map>

namespace cli {

namespace {

constexpr option human_option{
    .name = "human",
    .help =
        "lines for people instead of a payload: + added, - removed, "
        "~ changed",
    .letter = 'u'};
constexpr option diff_options[] = {key_option, human_option, from_option,
                                   output_option};

std::string shown(pith::value v) {
  const auto text = pith::json::write(v);
  return text ? printable(*text) : "?";
}

/// "total 5 -> 6, status added", for the members that differ.
std::string changes_of(pith::value before, pith::value after) {
  std::string out;
  const auto add = [&](std::string_view key, const std::string& what) {
    out += (out.empty() ? "" : ", ") + printable(key) + ' ' + what;
  };
  if (const auto members = after.get_object()) {
    for (const auto& [key, value] : *members) {
      const auto old = before.find(key);
      if (!old) {
        add(key, "-> " + shown(value));
      } else if (!pith::equal(*old, value)) {
        add(key, shown(*old) + " -> " + shown(value));
      }
    }
  }
  if (const auto members = before.get_object()) {
    for (const auto& [key, value] : *members) {
      if (!after.find(key)) add(key, shown(value) + " -> nothing");
    }
  }
  return out;
}

/// Rows by the JSON text of their identity.
using rows_by_identity = std::map<std::string, pith::value>;

rows_by_identity by_identity(pith::value rows, const std::string& key) {
  rows_by_identity out;
  if (const auto items = rows.get_array()) {
    for (const pith::value row : *items) {
      if (const auto id = row.find(key)) out.emplace(shown(*id), row);
    }
  } else if (const auto members = rows.get_object()) {
    for (const auto& [name, row] : *members) {
      out.emplace('"' + printable(name) + '"', row);
    }
  }
  return out;
}

std::string as_lines(const keyed_rows& base, const keyed_rows& next,
                     const std::string& key, bool colours) {
  const rows_by_identity before = by_identity(base.rows, key);
  const rows_by_identity after = by_identity(next.rows, key);
  std::string out;
  for (const auto& [id, row] : before) {
    if (after.contains(id)) continue;
    out += painted("- " + id + ' ' + shown(row), colour::red, colours) + '\n';
  }
  for (const auto& [id, row] : after) {
    const auto old = before.find(id);
    if (old == before.end()) {
      out += painted("+ " + id + ' ' + shown(row), colour::green, colours);
      out += '\n';
    } else if (!pith::equal(old->second, row)) {
      out += painted("~ " + id + ": " + changes_of(old->second, row),
                     colour::yellow, colours);
      out += '\n';
    }
  }
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
  return !args.has(output_option) && wants_colour(STDOUT_FILENO);
}

exit_code diff_graphs(const arguments& args, const loaded& base,
                      const loaded& next) {
  const auto before = pith::graph::from_value(base.doc.root());
  if (!before) return print(args, base.in.name, before.error());
  const auto after = pith::graph::from_value(next.doc.root());
  if (!after) return print(args, next.in.name, after.error());
  const auto d = pith::gcf::diff(*before, *after);
  if (!d) return print(args, next.in.name, d.error());
  if (args.has(human_option)) return print(args, as_lines(*d, paints(args)));
  if (d->base_root != d->new_root) {
    return print(args, next.in.name, pith::gcf::encode_delta(*d));
  }
  return print(args, next.in.name,
               pith::gcf::encode_graph_unchanged(
                   d->new_root, after->symbols.size(), after->tool));
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
  const auto before = find_keyed_rows(base.doc.root());
  const auto after = find_keyed_rows(next.doc.root());
  if (!before || !after) {
    return print(args, before ? next.in.name : base.in.name, no_rows);
  }
  const pith::gcf::keyed_set set =
      set_of(*after, args.value(key_option).value_or(""));
  const auto d = pith::gcf::diff(before->rows, after->rows, set);
  if (!d) {
    const bool is_of_base = !pith::gcf::pack_root(before->rows, set);
    return print(args, is_of_base ? base.in.name : next.in.name, d.error());
  }
  if (before->member != after->member ||
      !same_beside(base.doc.root(), next.doc.root(), *before) ||
      !same_beside(next.doc.root(), base.doc.root(), *after)) {
    say("pith: the files differ beside their rows; a delta does not say how\n");
  }
  if (args.has(human_option)) {
    return print(args, as_lines(*before, *after, set.key, paints(args)));
  }
  if (d->base_root != d->new_root) {
    return print(args, next.in.name, pith::gcf::encode_delta(*d));
  }
  const auto rows = after->rows.get_array();
  const auto map = after->rows.get_object();
  const std::size_t count = rows ? rows->size() : map ? map->size() : 0;
  return print(args, next.in.name,
               pith::gcf::encode_unchanged(d->new_root, count));
}

exit_code run_diff(const arguments& args) {
  exit_code status = exit_code::ok;
  const auto base = load(args, args.operands()[0], "gcf", status);
  if (!base) return status;
  const auto next = load(args, args.operands()[1], "gcf", status);
  if (!next) return status;
  const bool are_graphs = !args.has(key_option) &&
                          looks_like_graph(base->doc.root()) &&
                          looks_like_graph(next->doc.root());
  return are_graphs ? diff_graphs(args, *base, *next)
                    : diff_rows(args, *base, *next);
}

constexpr example diff_examples[] = {
    {"pith diff monday.json tuesday.json --key order_id -o change.gcf",
     "what to send to somebody who has monday.json"},
    {"pith diff --human old.gcf new.gcf", "the same for people"},
};

}  // namespace

constexpr command diff_command{
    .name = "diff",
    .summary = "say what makes one set of rows of another",
    .operands = "OLD NEW",
    .description =
        "Compares two sets of rows, told apart by one field, and writes a GCF "
        "delta: added, changed and removed rows, with the roots of both sets, "
        "so that pith apply can prove its result. Two graphs are compared by "
        "symbols and edges. The order of rows does not count.",
    .options = diff_options,
    .examples = diff_examples,
    .least_operands = 2,
    .most_operands = 2,
    .run = run_diff};

}  // namespace cli
