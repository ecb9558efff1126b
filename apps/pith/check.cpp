// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/gcf_delta.hpp>
#include <pith/gcf_extract.hpp>
#include <pith/gcf_graph_delta.hpp>

#include "console/diagnostics.hpp"
#include "console/progress.hpp"
#include "line/commands.hpp"
#include "line/reading_options.hpp"
#include "line/shared_options.hpp"
#include "rows/pump.hpp"
#include "rows/row_sink.hpp"
#include "work/formats.hpp"
#include "work/reading_switches.hpp"
#include "work/row_input.hpp"
#include "work/run.hpp"
#include "work/selecting_sink.hpp"
#include "work/selection.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cli {

namespace {

constexpr option check_quiet_option{
    .name = quiet_option.name,
    .help = "print nothing about files that are good",
    .letter = quiet_option.letter};
constexpr option check_options[] = {
    from_option,  from_setting_option, path_option,        fields_option,
    exact_option, list_json_option,    no_progress_option, check_quiet_option};
constexpr auto all_check_options = joined(check_options, reading_options);

/// What became of one file.
struct verdict {
  input in;  // of rows that were read one by one, only the line at fault
  const pith::codec* format = nullptr;
  std::optional<pith::error> fault{};
  std::string kind{};            // of a payload that is not a value
  std::uint64_t lines_before{};  // that are not in the text
  std::uint64_t bytes_before{};
  std::string unselected{};  // why the selection is not there
  std::string place{};       // where that is, as messages say it
};

/// A delta is checked as all GCF is, and then is not a value.
bool is_good_delta(std::string_view text, const pith::error& what) {
  if (what.code != pith::error_code::not_supported || !is_delta(text)) {
    return false;
  }
  if (header_has(text, "unchanged=true")) return true;
  if (header_has(text, "profile=graph")) {
    return pith::gcf::decode_graph_delta(text).has_value();
  }
  return pith::gcf::decode_delta(text, {.allow_missing_roots = true})
      .has_value();
}

void add(pith::builder& b, const verdict& one) {
  b.begin_object().key("file").string(valid_text(one.in.name));
  b.key("format").string(one.format->name);
  b.key("ok").boolean(!one.fault && one.unselected.empty());
  if (!one.unselected.empty()) {
    b.key("code").string(name(pith::error_code::missing_member));
    b.key("message").string(one.unselected);
  }
  if (one.fault) {
    const pith::position at = pith::locate(one.in.text, one.fault->offset);
    const auto number = [](std::uint64_t n) {
      return static_cast<std::int64_t>(n);
    };
    b.key("code").string(name(one.fault->code));
    b.key("message").string(one.fault->detail);
    b.key("line").integer(number(one.lines_before + at.line));
    b.key("column").integer(number(at.column));
    b.key("offset").integer(number(one.bytes_before + one.fault->offset));
    if (one.format->name == "gcf") {
      b.key("hint").string(pith::gcf::repair_hint(one.fault->code));
    }
  }
  b.end_object();
}

/// Rows go nowhere when all that counts is whether they can be read.
class no_sink final : public rows::row_sink {
 public:
  pith::result<void> write(pith::value rows) override {
    const auto all = rows.get_array();
    if (!all) return not_an_array();
    count_rows(all->size());
    return {};
  }
  pith::result<void> finish() override { return {}; }
};

/// Whether a file is checked row by row, so that its size does not matter.
bool is_read_by_rows(const pith::codec* format, const std::string& file,
                     std::span<const pith::option_value> switches) {
  // Lines are read one by one only if they are JSON as it should be.
  return format != nullptr &&
         (format->name != "ndjson" ||
          switches_for(*format, switches).empty()) &&
         (format->name == "ndjson" || format->name == "csv" ||
          format->name == "tsv") &&
         size_of_file(file) > few_row_bytes;
}

/// Checks all files, from the words to the exit code.
class checking {
 public:
  checking(const arguments& args, std::vector<pith::option_value> options,
           const select::wanted& asked)
      : args_(args),
        options_(std::move(options)),
        asked_(asked),
        switches_(switches_of(args)),
        files_(args.files()),
        bar_(args, size_of_files(files_)) {}

  exit_code run() {
    listed_.begin_array();
    for (const std::string& file : files_) {
      const auto known = format_of_input(args_, file);
      if (!known) return exit_code::usage;
      if (*known != nullptr && !check_settings(**known, options_)) {
        return exit_code::usage;
      }
      const auto one = is_read_by_rows(*known, file, switches_)
                           ? verdict_by_rows(**known, file)
                           : verdict_of(*known, file);
      if (!one) {
        status_ = exit_code::io;
        if (wants_json()) add_missing(file);
        continue;
      }
      if (one->fault && is_about_options(*one->fault)) {
        return refuse(one->in, *one->fault);
      }
      const bool is_bad = one->fault || !one->unselected.empty();
      if (is_bad && status_ == exit_code::ok) {
        status_ = exit_code::bad_input;
      }
      report(*one);
    }
    listed_.end_array();
    const exit_code printed =
        wants_json() ? print(args_, "pith check", json_line(listed_))
                     : print(args_, lines_);
    return printed == exit_code::ok ? status_ : printed;
  }

 private:
  [[nodiscard]] bool wants_json() const { return args_.has(list_json_option); }

  /// Nothing after a message.
  std::optional<verdict> verdict_of(const pith::codec* known,
                                    const std::string& file) {
    auto in = open_input(file);
    if (!in) return std::nullopt;
    verdict one{std::move(*in)};
    std::vector<pith::option_value> with = options_;
    if (known != nullptr) {
      add_delimiter(with, *known, one.in.name, one.in.text, true);
    }
    now("checking");
    const decoded got = decode_as(
        known, "json", one.in.text,
        {.options = with, .numbers = {.exact = args_.has(exact_option)}},
        switches_);
    bar_.advance(one.in.text.size());
    one.format = got.format;
    if (got.doc && got.rounded.count != 0) {
      say_rounded(
          format_place(one.in.name, one.in.text, got.rounded.first_offset),
          got.rounded.count);
    }
    if (!got.doc && is_good_delta(one.in.text, got.doc.error())) {
      one.kind = " delta";
    } else if (!got.doc) {
      one.fault = got.doc.error();
    }
    if (got.doc) {
      one.unselected =
          select::pick(got.doc->root(), asked_, are_records(*got.format)).fault;
      one.place = printable(one.in.name);
    }
    return one;
  }

  std::optional<verdict> verdict_by_rows(const pith::codec& format,
                                         const std::string& file) {
    input_bytes bytes{file};
    verdict one{.in = {.name = bytes.file().name(), .text = {}},
                .format = &format};
    rows::read_options reading;
    reading.exact_numbers = args_.has(exact_option);
    auto with = switches_for(format, switches_);
    with.insert(with.end(), options_.begin(), options_.end());
    add_delimiter(with, format, bytes);
    const auto source = row_source_of({&format, with}, bytes, reading);
    if (!source) {
      one.fault = source.error();
      return one;
    }
    no_sink nowhere;
    selecting_sink selected{asked_, nowhere};
    std::uint64_t seen = 0;
    const rows::outcome done =
        rows::pump(**source, selected, [&](const rows::progress& now) {
          bar_.advance(now.bytes - std::exchange(seen, now.bytes));
        });
    if (!done.problem) {
      say_rounded_rows(one.in.name, (*source)->rounded());
      return one;
    }
    if (done.problem->what.code == pith::error_code::read_failed) {
      say_why(bytes, *done.problem);
      return std::nullopt;
    }
    if (!selected.fault().empty()) {
      one.unselected = selected.fault();
      one.place = place_of(one.in.name, *done.problem, selected);
      return one;
    }
    one.fault = done.problem->what;
    if (const auto& where = done.problem->where) {
      one.in.text = where->text;
      one.fault->offset = where->text_offset;
      one.lines_before = where->line - 1;
      one.bytes_before = where->offset;
    }
    return one;
  }

  void add_missing(const std::string& file) {
    listed_.begin_object().key("file").string(valid_text(file));
    listed_.key("ok").boolean(false).key("code").string("read_failed");
    listed_.key("message").string("the file cannot be read").end_object();
  }

  void report(const verdict& one) {
    if (wants_json()) {
      add(listed_, one);
    } else if (!one.unselected.empty()) {
      say(one.place + ": error: " + one.unselected + '\n');
    } else if (one.fault && one.lines_before != 0) {
      say(format_error(one.in.name, one.in.text, *one.fault, one.lines_before));
    } else if (one.fault) {
      refuse(one.in, *one.format, *one.fault);
      say_which_switch(args_, *one.format, one.in.text, *one.fault);
    } else if (!args_.has(check_quiet_option)) {
      lines_ += printable(one.in.name) + ": good " + one.format->name +
                one.kind + '\n';
    }
  }

  const arguments& args_;
  std::vector<pith::option_value> options_;
  const select::wanted& asked_;
  std::vector<pith::option_value> switches_;
  std::vector<std::string> files_;
  progress bar_;
  exit_code status_ = exit_code::ok;
  std::string lines_;
  pith::builder listed_;
};

exit_code run_check(const arguments& args) {
  auto options = settings_of(args.values(from_setting_option));
  if (!options) return exit_code::usage;
  const auto asked = selection_of(args);
  if (!asked) return exit_code::usage;
  return checking{args, std::move(*options), *asked}.run();
}

constexpr example check_examples[] = {
    {"pith check answers/*.gcf",
     "check every file, with a caret under each error"},
    {"pith check --json answer.gcf",
     "print line, column and a hint for an editor"},
};

}  // namespace

constexpr command check_command{
    .name = "check",
    .summary = "check whether files are valid, and show where they are not",
    .operands = "[FILE]...",
    .description =
        "Decodes every file and shows the first error in each: its location, "
        "what was expected, and the line with a caret. A GCF delta is good if "
        "it can be applied. With --path or --fields, what they select must be "
        "there. NDJSON, CSV and TSV are checked in constant "
        "memory. The exit code is 1 if any file is bad.",
    .options = all_check_options,
    .examples = check_examples,
    .max_operands = static_cast<std::size_t>(-1),
    .run = run_check};

}  // namespace cli
