// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/gcf_graph_delta.hpp>
#include <pith/graph.hpp>

#include "console/diagnostics.hpp"
#include "console/output.hpp"
#include "line/commands.hpp"
#include "line/shared_options.hpp"
#include "work/formats.hpp"
#include "work/keyed_rows.hpp"
#include "work/run.hpp"

namespace cli {

namespace {

constexpr option force_option{
    .name = "force",
    .help = "do not compare BASE and the result with the roots in the delta"};
constexpr option apply_options[] = {
    key_option,          to_option,    force_option, from_option,
    from_setting_option, exact_option, output_option};

/// What an answer without changes asks for: that the base has this root.
pith::result<void> check_root(pith::value base, std::string_view text,
                              std::optional<std::string_view> key) {
  const auto root = root_of(base, key);
  if (!root) return root.error();
  if (header_has(text, "pack_root=" + *root)) return {};
  return pith::error{pith::error_code::base_mismatch, 0,
                     "the answer without changes is about another root"};
}

pith::result<pith::document> apply_to_graph(pith::value base,
                                            const pith::gcf::graph_delta& d,
                                            bool verify) {
  const auto graph = pith::graph::from_value(base);
  if (!graph) return graph.error();
  const auto next = pith::gcf::apply(*graph, d, {.verify = verify});
  if (!next) return next.error();
  return pith::graph::to_document(*next);
}

/// The rows in their place among the other members of the base.
pith::result<pith::document> in_place(pith::value base,
                                      std::optional<std::string_view> member,
                                      pith::document rows) {
  const auto members = base.get_object();
  if (!member || !members) return rows;
  pith::builder b;
  b.begin_object();
  for (const auto& [key, value] : *members) {
    b.key(key).copy(key == *member ? rows.root() : value);
  }
  return b.end_object().finish();
}

pith::result<pith::document> apply_to_rows(pith::value base,
                                           const pith::gcf::delta& d,
                                           bool verify) {
  const auto found = find_keyed_rows(base);
  if (!found) return no_rows;
  auto rows = pith::gcf::apply(found->rows, set_of(*found, d.key), d,
                               {.verify = verify});
  if (!rows) return rows.error();
  return in_place(base, found->member, std::move(*rows));
}

exit_code write(const arguments& args, const loaded& base, pith::value v) {
  const pith::codec* const format = format_of_output(args, base.format);
  if (format == nullptr) return exit_code::usage;
  std::vector<pith::option_value> options =
      options_of_name(args.value(to_option).value_or(""));
  if (format == base.format && options.empty()) options = base.same_form;
  return print(args, base.in.name, encode_as(*format, v, options));
}

exit_code run_apply(const arguments& args) {
  exit_code status = exit_code::ok;
  const auto base = load(args, args.operands()[0], "gcf", status);
  if (!base) return status;
  const auto change = open_input(args.operands()[1]);
  if (!change) return exit_code::io;
  const bool verify = !args.has(force_option);
  const pith::value before = base->doc.root();
  if (header_has(change->text, "unchanged=true")) {
    const auto same = check_root(before, change->text, args.value(key_option));
    if (!same && verify) return refuse_value(base->in.name, same.error());
    return write(args, *base, before);
  }
  pith::result<pith::document> after = pith::document{};
  if (header_has(change->text, "profile=graph")) {
    const auto d = pith::gcf::decode_graph_delta(change->text);
    if (!d) return refuse(*change, d.error());
    after = apply_to_graph(before, *d, verify);
  } else {
    const auto d =
        pith::gcf::decode_delta(change->text, {.allow_missing_roots = !verify});
    if (!d) {
      const exit_code refused = refuse(*change, d.error());
      if (verify && pith::gcf::decode_delta(change->text,
                                            {.allow_missing_roots = true})) {
        say("pith: --force applies a delta without roots; the result is not "
            "verified\n");
      }
      return refused;
    }
    after = apply_to_rows(before, *d, verify);
  }
  if (!after) return refuse_value(base->in.name, after.error());
  return write(args, *base, after->root());
}

constexpr example apply_examples[] = {
    {"pith apply monday.json change.gcf -o tuesday.json",
     "apply the delta that pith diff created"}};

}  // namespace

constexpr command apply_command{
    .name = "apply",
    .summary = "apply a delta",
    .operands = "BASE DELTA",
    .description =
        "Applies a GCF delta to the set of rows, or the graph, that it was "
        "made from. The delta contains the roots of both sets. If BASE or the "
        "result has another root, nothing is written. The result has the "
        "format of BASE, unless --to or the extension of --output names "
        "another.",
    .options = apply_options,
    .examples = apply_examples,
    .min_operands = 2,
    .max_operands = 2,
    .run = run_apply};

}  // namespace cli
