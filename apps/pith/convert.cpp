// SPDX-License-Identifier: MIT
/// @file
/// encode, decode and convert: one thing with different defaults.
#include <pith/auto_encode.hpp>
#include <pith/encode_within.hpp>
#include <pith/json.hpp>
#include <pith/sink.hpp>

#include "console/diagnostics.hpp"
#include "console/output.hpp"
#include "console/progress.hpp"
#include "line/commands.hpp"
#include "line/reading_options.hpp"
#include "line/shared_options.hpp"
#include "system/descriptors.hpp"
#include "terminal/layout.hpp"
#include "terminal/terminal.hpp"
#include "work/budget_note.hpp"
#include "work/convert_rows.hpp"
#include "work/formats.hpp"
#include "work/output_dir.hpp"
#include "work/reading_switches.hpp"
#include "work/run.hpp"
#include "work/selection.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cli {

namespace {

constexpr option to_or_auto_option{
    .name = to_option.name,
    .value = to_option.value,
    .help =
        "the output format, or auto for the lossless format that costs the "
        "fewest tokens; by default, detected from the extension of --output",
    .letter = to_option.letter,
    .kind = word_kind::output_format};

/// What encode writes can be set once; what the others write depends on what
/// they are for.
constexpr option encode_to_option{.name = to_or_auto_option.name,
                                  .value = to_or_auto_option.value,
                                  .help = to_or_auto_option.help,
                                  .letter = to_or_auto_option.letter,
                                  .kind = to_or_auto_option.kind,
                                  .usual = "gcf"};

constexpr option pretty_option{.name = "pretty",
                               .help = "indent JSON; short for -O indent=2",
                               .letter = 'p'};

constexpr option budget_option{
    .name = "budget",
    .value = "TOKENS",
    .help =
        "keep only as many rows as fit into TOKENS tokens, say so in the "
        "output (see --budget-note), and print on standard error how to get "
        "the others; the members of an object of objects count as rows",
    .kind = word_kind::number};

constexpr option skip_option{
    .name = "skip",
    .value = "ROWS",
    .help = "skip the first ROWS rows, to continue after a --budget",
    .kind = word_kind::number};

constexpr option encode_options[] = {
    from_option,         encode_to_option, setting_option,
    from_setting_option, path_option,      fields_option,
    pretty_option,       budget_option,    budget_note_option,
    skip_option,         rows_option,      tokenizer_option,
    exact_option,        output_option,    output_dir_option,
};

constexpr option conversion_options[] = {
    from_option,         to_or_auto_option, setting_option,
    from_setting_option, path_option,       fields_option,
    pretty_option,       budget_option,     budget_note_option,
    skip_option,         rows_option,       tokenizer_option,
    exact_option,        output_option,     output_dir_option,
};

constexpr auto all_encode_options =
    joined(encode_options, quiet_reading_options);
constexpr auto all_conversion_options =
    joined(conversion_options, quiet_reading_options);

/// How a value is written: in one format, or in the cheapest.
struct target {
  const pith::codec* format = nullptr;  // null: the cheapest
  std::vector<pith::option_value> options{};
};

/// The one of the switches that is for writing, too.
const pith::option_value fill_switch[] = {{"fill", "true"}};

/// Nothing after a message.
std::optional<target> target_of(const arguments& args, std::string_view usual) {
  target to;
  auto options = settings_of(args.values(setting_option));
  if (!options) return std::nullopt;
  to.options = std::move(*options);
  if (args.has(pretty_option)) to.options.push_back({"indent", "2"});
  const auto name = name_of_output(args);
  if (name == "auto") {
    const auto file = args.value(output_option);
    if (!to.options.empty()) {
      misused("auto has no options", args.chosen().name);
    } else if (file && format_of_name(*file) != nullptr) {
      misused("--to auto may choose another format than the one that '" +
                  std::string(*file) +
                  "' names; omit --to auto, or give the file another extension",
              args.chosen().name);
    } else {
      return to;
    }
    return std::nullopt;
  }
  to.format = format_of_output(args, formats().find(usual));
  if (to.format == nullptr) return std::nullopt;
  if (args.has(pretty_option) && to.format->name != "json") {
    misused("--pretty indents JSON, and the output is " + to.format->name,
            args.chosen().name);
    return std::nullopt;
  }
  if (name) {
    const auto implied = options_of_name(*name);
    to.options.insert(to.options.begin(), implied.begin(), implied.end());
  }
  if (args.has(csv_fill_option)) {
    const auto fill = switches_for(*to.format, fill_switch);
    to.options.insert(to.options.begin(), fill.begin(), fill.end());
  }
  if (!check_settings(*to.format, to.options)) return std::nullopt;
  return to;
}

/// Those that are chosen because they are short.
bool is_for_models(const pith::codec& c) {
  return c.name == "gcf" || c.name == "toon" || c.name == "tron";
}

/// Knows how long a text is, and keeps nothing of it.
struct counting_sink final : pith::sink {
  bool write(std::string_view text) override {
    bytes += text.size();
    return true;
  }
  std::uint64_t bytes = 0;
};

/// One conversion, from the words to the exit code.
class conversion {
 public:
  /// From `file` to `out`; "-" is a standard stream.
  conversion(const arguments& args, const std::string& file, std::string out,
             std::string_view usual_input, const target& to)
      : args_(args),
        file_(file),
        out_(std::move(out)),
        usual_input_(usual_input),
        to_(to) {}

  exit_code run() {
    const auto from = format_of_input(args_, file_);
    if (!from) return exit_code::usage;
    const auto given = settings_of(args_.values(from_setting_option));
    if (!given) return exit_code::usage;
    if (*from != nullptr && !check_settings(**from, *given)) {
      return exit_code::usage;
    }
    std::vector<pith::option_value> options;
    if (*from != nullptr) options = switches_for(**from, switches_of(args_));
    options.insert(options.end(), given->begin(), given->end());
    const row_format source_rows{*from, options};
    const row_format target_rows{to_.format, to_.options};
    const auto asked = selection_of(args_);
    if (!asked) return exit_code::usage;
    // What a path leads to in a document needs all of it.
    const bool can_stream =
        *from != nullptr && (asked->is_everything() || are_records(**from));
    if (can_stream && to_.format != nullptr && wants_all_rows() &&
        should_stream_rows(file_, source_rows, target_rows)) {
      return convert_rows(args_, file_, out_, source_rows, target_rows);
    }
    progress bar{args_, size_of_file(file_)};
    exit_code status = exit_code::ok;
    auto source = load(args_, file_, usual_input_, status);
    if (!source) return status;
    // The document has its own copy; a large text need not stay.
    std::string().swap(source->in.text);
    name_ = source->in.name;
    if (to_.format == nullptr || args_.has(budget_option)) {
      const auto tokenizer = open_tokenizer(args_, status);
      if (!tokenizer) return status;
      counter_ = std::make_unique<pith::token_counter>(*tokenizer);
    }
    now(counter_ == nullptr ? "encoding" : "counting");
    const pith::value root = source->root;
    if (wants_all_rows()) return write_all(root);
    const auto place = pith::find_rows_or_members(root);
    return place ? write_some(root, *place) : write_without_rows(root);
  }

 private:
  [[nodiscard]] bool wants_all_rows() const {
    return !args_.has(budget_option) && !args_.has(skip_option);
  }

  exit_code fail(const pith::error& what) const {
    const exit_code status = refuse_value(name_, what);
    if (to_.format != nullptr) say_if_fill_helps(args_, *to_.format, what);
    return status;
  }

  /// The text of some of `all` rows, which says how many are not there.
  pith::result<std::string> noted_text_of(pith::value v,
                                          const pith::rows_place& place,
                                          std::size_t all) {
    const std::size_t left_out = all - rows_in(v, place);
    const auto how = args_.value(budget_note_option).value_or("auto");
    if (left_out != 0 && how == "member") {
      const auto noted = with_left_out(v, left_out);
      if (!noted) return noted.error();
      return text_of(noted->root());
    }
    auto text = text_of(v);
    if (text && left_out != 0 && how != "none" && has_comments(written_as_)) {
      *text += left_out_comment(place, left_out);
      if (to_.format == nullptr) chose(counter_->count(*text));
    }
    return text;
  }

  /// Remembers what auto has to say.
  void chose(std::size_t tokens) {
    chosen_ = written_as_ + ", " + grouped(tokens) +
              " tokens; compact JSON: " + json_cost_ + '\n';
  }

  pith::result<std::string> text_of(pith::value v) {
    if (to_.format != nullptr) {
      written_as_ = to_.format->name;
      return encode_as(*to_.format, v, to_.options);
    }
    auto best = pith::auto_encode(
        v, *counter_, {.candidates = candidates_, .recognized_by = &formats()});
    if (!best) return best.error();
    written_as_ = best->name;
    const pith::candidate_count& json = best->counts.front();
    json_cost_ = (json.is_exact ? "" : "more than ") + grouped(json.tokens);
    chose(best->tokens);
    if (!best->text.ends_with('\n')) best->text += '\n';
    return std::move(best->text);
  }

  exit_code write_text(const std::string& text) {
    if (!chosen_.empty()) say_note("pith: " + chosen_);
    return would_hurt_terminal() ? say_binary() : write_file(out_, text);
  }

  [[nodiscard]] bool would_hurt_terminal() const {
    return is_binary() && out_ == "-" && is_terminal(standard_output);
  }

  exit_code say_binary() const {
    return misused(
        to_.format->name +
            " is binary: redirect standard output, or name a file with -o",
        args_.chosen().name);
  }

  exit_code write_all(pith::value v) {
    if (to_.format == nullptr) {
      const auto text = text_of(v);
      return text ? write_text(*text) : fail(text.error());
    }
    if (would_hurt_terminal()) return say_binary();
    output out{out_};
    if (!out.is_open()) return exit_code::io;
    const auto done =
        to_.format->encode_to(out.sink(), v, {.options = to_.options});
    if (!done && done.error().code != pith::error_code::write_failed) {
      return fail(done.error());
    }
    if (done && !is_binary() && !out.sink().ends_line()) {
      out.sink().write("\n");
    }
    const std::uint64_t bytes = out.sink().bytes();
    const exit_code ended = out.conclude(name_, done);
    if (ended == exit_code::ok) say_if_larger(v, bytes);
    return ended;
  }

  /// A table of rows that have little in common costs more than it saves. The
  /// text has been written, and is made once more if it is short enough for
  /// its tokens to be counted.
  void say_if_larger(pith::value v, std::uint64_t bytes) const {
    constexpr std::uint64_t few = 4096;  // where a header weighs most
    constexpr std::uint64_t many = std::uint64_t{1} << 20;
    if (args_.chosen().name != "encode" || bytes < few ||
        !is_for_models(*to_.format) || args_.has(quiet_option)) {
      return;
    }
    counting_sink json;
    // What takes far fewer bytes takes fewer tokens.
    if (!pith::json::write_to(json, v) || bytes <= json.bytes / 4 * 3) return;
    if (bytes <= many) {
      if (const auto counts = tokens_of(v)) {
        return say_if_more(counts->first, counts->second, "tokens");
      }
    }
    if (bytes > json.bytes + json.bytes / 4) {
      say_if_more(bytes, json.bytes, "bytes");
    }
  }

  static void say_if_more(std::uint64_t ours, std::uint64_t json,
                          std::string_view unit) {
    // Less is what a header costs, and not worth a word.
    if (ours <= json + json / 100) return;
    say_note("pith: larger than compact JSON (" + grouped(ours) + " against " +
             grouped(json) + ' ' + std::string(unit) + "); try --to auto\n");
  }

  /// Of the text and of compact JSON; nothing when there is no tokenizer, which
  /// nobody asked for.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> tokens_of(
      pith::value v) const {
    const auto tokenizer = pith::load_tokenizer(
        std::string(args_.value(tokenizer_option).value_or("o200k_base")));
    const auto ours = encode_as(*to_.format, v, to_.options);
    const auto json = pith::json::write(v);
    if (!tokenizer || !ours || !json) return std::nullopt;
    return std::pair(tokenizer->count(*ours), tokenizer->count(*json));
  }

  exit_code over_budget(std::size_t cost, std::string_view why) const {
    const std::size_t budget = args_.number(budget_option).value_or(0);
    say(printable(name_) + ": error: " + grouped(cost) +
        " tokens, above the budget of " + grouped(budget) + std::string(why) +
        '\n');
    return exit_code::bad_input;
  }

  exit_code write_without_rows(pith::value v) {
    if (args_.has(skip_option)) {
      say(printable(name_) + ": error: there are no rows to skip\n");
      return exit_code::bad_input;
    }
    const auto text = text_of(v);
    if (!text) return fail(text.error());
    const std::size_t cost = counter_->count(*text);
    if (cost <= args_.number(budget_option).value_or(0)) {
      return write_text(*text);
    }
    return over_budget(cost, ", and there are no rows to leave out");
  }

  /// Rows from --skip on, as many as --budget allows.
  exit_code write_some(pith::value v, const pith::rows_place& place) {
    const std::size_t first =
        std::min(args_.number(skip_option).value_or(0), place.count);
    const auto rest = pith::with_rows(v, place, first, place.count);
    if (!rest) return fail(rest.error());
    const auto budget = args_.number(budget_option);
    if (!budget) return write_all(rest->root());
    const auto all = text_of(rest->root());
    if (!all) return fail(all.error());
    const std::size_t cost = counter_->count(*all);
    if (cost <= *budget) return write_text(*all);
    const auto part = pith::fit_rows(
        v, place, first, *budget,
        [&](pith::value some) {
          return noted_text_of(some, place, place.count - first);
        },
        *counter_);
    if (!part) return fail(part.error());
    if (!part->fits || part->rows == 0) {
      const std::size_t fewest = part->fits ? 1 : 0;
      const auto least = pith::with_rows(v, place, first, fewest);
      if (!least) return fail(least.error());
      const auto text =
          noted_text_of(least->root(), place, place.count - first);
      if (!text) return fail(text.error());
      return over_budget(counter_->count(*text), fewest == 0
                                                     ? " even without rows"
                                                     : " even with one row");
    }
    if (to_.format == nullptr) {
      // What auto has to say is of the last attempt; let this be the last.
      const auto kept = pith::with_rows(v, place, first, part->rows);
      if (!kept) return fail(kept.error());
      const auto text = noted_text_of(kept->root(), place, place.count - first);
      if (!text) return fail(text.error());
    }
    say_what_is_left_out(*part, first, place.count - first, *budget);
    return write_text(part->text);
  }

  static void say_what_is_left_out(const pith::fitted_rows& kept,
                                   std::size_t first, std::size_t all,
                                   std::size_t budget) {
    say_note("pith: " + grouped(kept.rows) + " of " + grouped(all) +
             " rows fit into " + grouped(budget) + " tokens (" +
             grouped(kept.tokens) + " used); " + grouped(all - kept.rows) +
             " left out, continue with --skip " +
             std::to_string(first + kept.rows) + '\n');
  }

  [[nodiscard]] bool is_binary() const {
    return to_.format != nullptr && to_.format->is_binary;
  }

  const arguments& args_;
  const std::string& file_;
  std::string out_;
  std::string_view usual_input_;
  const target& to_;
  std::string name_;
  std::unique_ptr<pith::token_counter> counter_;
  std::vector<pith::candidate> candidates_ = pith::all_candidates();
  std::string chosen_;  // what auto has to say
  std::string json_cost_;
  std::string written_as_;  // the format of the last text
};

exit_code convert(const arguments& args, std::string_view usual_input,
                  std::string_view usual_output) {
  auto to = target_of(args, usual_output);
  if (!to) return exit_code::usage;
  if (args.given(budget_note_option) == "comment" &&
      (to->format == nullptr || !has_comments(to->format->name))) {
    return misused(
        (to->format == nullptr ? "auto may choose a format that"
                               : to->format->name) +
            std::string(" has no comments; use --budget-note=member"),
        args.chosen().name);
  }
  const std::vector<std::string> files = args.files();
  if (!args.has(output_dir_option)) {
    if (files.size() > 1) {
      return misused("several files need --output-dir", args.chosen().name);
    }
    std::string out{args.value(output_option).value_or("-")};
    return conversion{args, files.front(), std::move(out), usual_input, *to}
        .run();
  }
  if (to->format == nullptr) {
    return misused(
        "--to auto may choose another format for each file; name one format "
        "for --output-dir",
        args.chosen().name);
  }
  exit_code status = exit_code::ok;
  const auto names = output_names(args, files, *to->format, status);
  if (!names) return status;
  for (std::size_t i = 0; i < files.size(); ++i) {
    // One that fails is said; the others are converted all the same.
    const exit_code ended =
        conversion{args, files[i], (*names)[i], usual_input, *to}.run();
    status = std::max(status, ended);
  }
  return status;
}

exit_code run_encode(const arguments& args) {
  return convert(args, "json", "gcf");
}

exit_code run_decode(const arguments& args) {
  return convert(args, "gcf", "json");
}

exit_code run_convert(const arguments& args) {
  if (!args.has(to_option) && !args.has(output_option)) {
    return misused("missing output format: use --to or --output", "convert");
  }
  return convert(args, "json", "gcf");
}

constexpr example encode_examples[] = {
    {"pith encode orders.json", "JSON to GCF"},
    {"curl -s localhost:8080/orders | pith encode --to auto",
     "convert an answer to the format that costs the fewest tokens"},
    {"pith encode *.json --output-dir encoded",
     "convert many files: orders.json becomes encoded/orders.gcf"},
    {"pith encode orders.json --budget 25000",
     "keep as many rows as fit into 25,000 tokens"},
};

constexpr example decode_examples[] = {
    {"pith decode orders.gcf | jq .", "GCF back to JSON"},
    {"pith decode --pretty answer.toon", "any other format, indented"},
};

constexpr example convert_examples[] = {
    {"pith convert users.csv --to gcf", "a CSV file as a GCF table"},
    {"pith convert config.yaml -o config.json", "YAML to JSON"},
    {"pith convert -f json -t toon -O delimiter=tab orders.json",
     "with an option of the output format"},
};

}  // namespace

constexpr command encode_command{
    .name = "encode",
    .summary = "convert data to a format for models (GCF)",
    .operands = "[FILE]...",
    .description =
        "Reads JSON, or the format that --from or the extension of FILE names, "
        "and writes GCF, or the format that --to names. The conversion is "
        "lossless: a value that the output format cannot express is an error.\n"
        "\n"
        "NDJSON, CSV and TSV are converted in constant memory. To convert such "
        "a file to GCF, pith reads it twice: the first pass finds the fields.",
    .options = all_encode_options,
    .examples = encode_examples,
    .max_operands = static_cast<std::size_t>(-1),
    .run = run_encode};

constexpr command decode_command{
    .name = "decode",
    .summary = "convert GCF back to JSON",
    .operands = "[FILE]...",
    .description =
        "Reads GCF, or the format that --from, the extension of FILE or the "
        "text itself names, and writes JSON on one line, or the format that "
        "--to names.",
    .options = all_conversion_options,
    .examples = decode_examples,
    .max_operands = static_cast<std::size_t>(-1),
    .run = run_decode};

constexpr command convert_command{
    .name = "convert",
    .summary = "convert between any two formats",
    .operands = "[FILE]...",
    .description =
        "Reads one format and writes another. Name the formats with --from and "
        "--to, or with the extensions of FILE and --output. To list the "
        "formats, run pith codecs.",
    .options = all_conversion_options,
    .examples = convert_examples,
    .max_operands = static_cast<std::size_t>(-1),
    .run = run_convert};

}  // namespace cli
