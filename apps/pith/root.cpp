// SPDX-License-Identifier: MIT
#include "line/commands.hpp"
#include "line/shared_options.hpp"
#include "work/formats.hpp"
#include "work/keyed_rows.hpp"
#include "work/run.hpp"

namespace cli {

namespace {

constexpr option root_options[] = {key_option,          from_option,
                                   from_setting_option, path_option,
                                   fields_option,       exact_option};

exit_code run_root(const arguments& args) {
  exit_code status = exit_code::ok;
  const auto source = load(args, args.file(), "gcf", status);
  if (!source) return status;
  auto root = root_of(source->root, args.value(key_option));
  if (root) *root += '\n';
  const exit_code printed = print(args, source->in.name, root);
  if (!root && find_keyed_rows(source->root)) {
    say_which_key(root.error(), args.value(key_option).value_or(""));
  }
  return printed;
}

constexpr example root_examples[] = {
    {"pith root orders.json --key order_id",
     "print the root, which does not depend on the order of rows"}};

}  // namespace

constexpr command root_command{
    .name = "root",
    .summary = "show the root of a set of rows or a graph",
    .operands = "[FILE]",
    .description =
        "Prints the SHA-256 that identifies a set of rows or a graph in GCF "
        "deltas (gcf-pack-root-v1). The order of rows and members does not "
        "matter.",
    .options = root_options,
    .examples = root_examples,
    .run = run_root};

}  // namespace cli
