// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/gcf_extract.hpp>

#include "commands.hpp"
#include "diagnostics.hpp"
#include "formats.hpp"
#include "progress.hpp"
#include "run.hpp"
#include "shared_options.hpp"

#include <algorithm>

namespace cli {

namespace {

constexpr option quiet_option{.name = "quiet",
                              .help = "say nothing about files that are good",
                              .letter = 'q'};
constexpr option check_options[] = {from_option, from_setting_option,
                                    json_option, quiet_option};

/// What became of one file.
struct verdict {
  input in;
  const pith::codec* format = nullptr;
  std::optional<pith::error> fault{};
};

void add(pith::builder& b, const verdict& one) {
  b.begin_object().key("file").string(printable(one.in.name));
  b.key("format").string(one.format->name);
  b.key("ok").boolean(!one.fault);
  if (one.fault) {
    const pith::position at = pith::locate(one.in.text, one.fault->offset);
    const auto number = [](std::size_t n) {
      return static_cast<std::int64_t>(n);
    };
    b.key("code").string(name(one.fault->code));
    b.key("message").string(one.fault->detail);
    b.key("line").integer(number(at.line));
    b.key("column").integer(number(at.column));
    b.key("offset").integer(number(one.fault->offset));
    if (one.format->name == "gcf") {
      b.key("hint").string(pith::gcf::repair_hint(one.fault->code));
    }
  }
  b.end_object();
}

exit_code run_check(const arguments& args) {
  const auto options = settings_of(args.values(from_setting_option));
  if (!options) return exit_code::usage;

  const bool wants_json = args.has(json_option);
  exit_code status = exit_code::ok;
  std::string lines;
  pith::builder b;
  b.begin_array();
  const std::vector<std::string> files = args.files();
  progress bar{args, size_of_files(files)};
  for (const std::string& file : files) {
    const auto known = format_of_input(args, file);
    if (!known) return exit_code::usage;
    auto in = open_input(file);
    if (!in) {
      status = exit_code::io;
      if (wants_json) {
        b.begin_object().key("file").string(printable(file));
        b.key("ok").boolean(false).key("code").string("read_failed");
        b.end_object();
      }
      continue;
    }
    verdict one{std::move(*in)};
    const decoded got =
        decode_as(*known, "json", one.in.text, {.options = *options});
    one.format = got.format;
    if (!got.doc) {
      one.fault = got.doc.error();
      if (status == exit_code::ok) status = exit_code::bad_input;
    }
    if (one.fault && is_about_options(*one.fault)) {
      return refuse(one.in, *one.fault);
    }
    if (wants_json) {
      add(b, one);
    } else if (one.fault) {
      refuse(one.in, *one.fault);
    } else if (!args.has(quiet_option)) {
      lines += printable(one.in.name) + ": good " + one.format->name + '\n';
    }
    bar.advance(one.in.text.size());
  }
  b.end_array();
  if (!wants_json) {
    const exit_code printed = print(args, lines);
    return printed == exit_code::ok ? status : printed;
  }
  const exit_code printed = print(args, "pith check", json_line(b));
  return printed == exit_code::ok ? status : printed;
}

constexpr example check_examples[] = {
    {"pith check answers/*.gcf", "every file, with a caret under each fault"},
    {"pith check --json answer.gcf", "for an editor: line, column and a hint"},
};

}  // namespace

constexpr command check_command{
    .name = "check",
    .summary = "say whether files are good, and where they are not",
    .operands = "[FILE]...",
    .description =
        "Decodes every file and shows the first fault of each: where it is, "
        "what was expected, and the line with a caret. Ends with 1 when a "
        "file is bad.",
    .options = check_options,
    .examples = check_examples,
    .most_operands = static_cast<std::size_t>(-1),
    .run = run_check};

}  // namespace cli
