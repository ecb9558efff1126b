// SPDX-License-Identifier: MIT
#include "console/diagnostics.hpp"
#include "fmt_keep.hpp"
#include "line/commands.hpp"
#include "line/shared_options.hpp"
#include "work/formats.hpp"
#include "work/run.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

namespace {

constexpr option in_place_option{
    .name = "in-place",
    .help = "overwrite each file with its canonical form",
    .letter = 'i'};
constexpr option check_option{.name = "check",
                              .help =
                                  "write nothing; list the files that would "
                                  "change, and exit with 1 if there are any"};
constexpr option fmt_options[] = {
    from_option,     from_setting_option, setting_option, exact_option,
    in_place_option, check_option,        output_option};

/// Whether there may be comments, which are read and never written. A `#` in a
/// string counts too: better refused than lost.
bool has_comments(const loaded& source) {
  constexpr std::string_view with_comments[] = {"yaml", "toml", "toon", "tron"};
  return std::ranges::find(with_comments, source.format->name) !=
             std::end(with_comments) &&
         source.in.text.find('#') != std::string::npos;
}

bool is_json(const loaded& source) {
  return source.format->name == "json" || source.format->name == "ndjson";
}

exit_code format_one(const arguments& args, const std::string& file,
                     std::span<const pith::option_value> options) {
  if (args.has(in_place_option) && file == "-") {
    return misused("--in-place cannot overwrite standard input; name a file",
                   "fmt");
  }
  exit_code status = exit_code::ok;
  // One set of options is for reading and writing; where both are given, each
  // has its own.
  const auto source = load(args, file, "gcf", status,
                           {.options = options, .keeps_spellings = true});
  if (!source) return status;
  const auto reading = settings_of(args.values(from_setting_option));
  if (!reading) return exit_code::usage;
  if (args.has(in_place_option) && has_comments(*source)) {
    say(printable(source->in.name) +
        ": error: --in-place would lose its comments; use --output to write "
        "another file\n");
    return exit_code::bad_input;
  }
  std::vector<pith::option_value> with = source->same_form;
  with.insert(with.end(), reading->begin(), reading->end());
  with.insert(with.end(), options.begin(), options.end());
  if (!check_settings(*source->format, options)) return exit_code::usage;
  auto text = encode_as(*source->format, source->doc.root(), with);
  if (!text) return refuse_value(source->in.name, text.error());
  std::vector<pith::option_value> read_with(options.begin(), options.end());
  read_with.insert(read_with.end(), reading->begin(), reading->end());
  if (const auto header = lone_header(*source, read_with)) {
    text = header_line(*header, *source->format, with);
    if (!text) return refuse_value(source->in.name, text.error());
  }
  if (source->rounded.count != 0) {
    if (!is_json(*source)) {
      return refuse(
          source->in,
          {pith::error_code::out_of_range, source->rounded.first_offset,
           "this number would be rounded, and fmt does not change values"});
    }
    text = with_spellings(source->in.text, *text);
  }
  const bool is_canonical = *text == source->in.text;
  if (args.has(check_option)) {
    if (is_canonical) return exit_code::ok;
    say(printable(source->in.name) + ": not in canonical form\n");
    return exit_code::bad_input;
  }
  if (!args.has(in_place_option)) return print(args, *text);
  return is_canonical ? exit_code::ok : write_file(file, *text);
}

exit_code run_fmt(const arguments& args) {
  const std::vector<std::string> files = args.files();
  if (files.size() > 1 && !args.has(in_place_option) &&
      !args.has(check_option)) {
    return misused("several files need --in-place or --check", "fmt");
  }
  const auto options = settings_of(args.values(setting_option));
  if (!options) return exit_code::usage;
  exit_code worst = exit_code::ok;
  for (const std::string& file : files) {
    worst = std::max(worst, format_one(args, file, *options));
  }
  return worst;
}

constexpr example fmt_examples[] = {
    {"pith fmt answer.gcf", "print the canonical form of one file"},
    {"pith fmt --check data/*.gcf",
     "in CI, list the files that are not canonical"},
    {"pith fmt -i -O indent=2 config.json", "indent a JSON file in place"},
};

}  // namespace

constexpr command fmt_command{
    .name = "fmt",
    .summary = "rewrite files in the canonical form of their format",
    .operands = "[FILE]...",
    .description =
        "Rewrites a file in the canonical form of its format, which is the "
        "form that pith writes. Values never change: numbers that a double "
        "does not hold keep their spelling in JSON, and are refused in other "
        "formats. Options apply to reading and writing; with --from-option, "
        "that option applies to reading. Comments in YAML and TOML are lost; "
        "--in-place refuses such files.",
    .options = fmt_options,
    .examples = fmt_examples,
    .max_operands = static_cast<std::size_t>(-1),
    .run = run_fmt};

}  // namespace cli
