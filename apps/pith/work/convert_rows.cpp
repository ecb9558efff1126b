// SPDX-License-Identifier: MIT
#include "work/convert_rows.hpp"

#include "console/diagnostics.hpp"
#include "console/output.hpp"
#include "console/progress.hpp"
#include "line/shared_options.hpp"
#include "rows/csv_rows.hpp"
#include "rows/gcf_row_sink.hpp"
#include "rows/gcf_row_source.hpp"
#include "rows/json_row_sinks.hpp"
#include "rows/ndjson_row_source.hpp"
#include "rows/pump.hpp"
#include "terminal/code_point.hpp"
#include "work/reading_switches.hpp"
#include "work/row_input.hpp"
#include "work/run.hpp"
#include "work/selecting_sink.hpp"
#include "work/selection.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace cli {

namespace {

bool is_one_of(const pith::codec& c,
               std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, c.name) != names.end();
}

using sink_pointer = std::unique_ptr<rows::row_sink>;

pith::result<sink_pointer> sink_of(const row_format& to, pith::sink& out,
                                   const rows::gcf_row_options& gcf_options) {
  if (to.format->name == "ndjson") {
    return sink_pointer(std::make_unique<rows::ndjson_row_sink>(out));
  }
  if (to.format->name == "json") {
    return sink_pointer(std::make_unique<rows::json_row_sink>(out));
  }
  if (to.format->name == "gcf") {
    return sink_pointer(std::make_unique<rows::gcf_row_sink>(out, gcf_options));
  }
  const auto options = csv_options_of(to);
  if (!options) return options.error();
  return sink_pointer(std::make_unique<rows::csv_row_sink>(out, *options));
}

rows::row_form form_of(const arguments& args) {
  const auto given = args.value(rows_option);
  if (given == "table") return rows::row_form::table;
  if (given == "list") return rows::row_form::list;
  return rows::row_form::automatic;
}

/// One conversion of rows.
class row_conversion {
 public:
  row_conversion(const arguments& args, const std::string& file,
                 const std::string& out, const row_format& from,
                 const row_format& to)
      : args_(args),
        file_(file),
        out_(out),
        options_(from.options.begin(), from.options.end()),
        from_(from),
        to_(to) {}

  exit_code run() {
    const auto asked = selection_of(args_);
    if (!asked) return exit_code::usage;
    asked_ = *asked;
    const std::size_t bytes_in_all = size_of_file(file_);
    rows::gcf_row_options options{.form = form_of(args_)};
    if (bytes_in_all == 0) {
      // A pipe is written as a file of this length would be.
      options.held_rows = std::numeric_limits<std::size_t>::max();
      options.held_bytes = few_row_bytes;
    }
    const bool looks_first = to_.format->name == "gcf" && bytes_in_all != 0 &&
                             options.form == rows::row_form::automatic;
    say_if_waiting(file_);
    progress bar{args_, bytes_in_all};
    if (looks_first) {
      const exit_code looked = look_at_rows(bar);
      if (looked != exit_code::ok) return looked;
      options.shape = &shape_;
    }
    // Each of two passes is half of the way through the file.
    const std::uint64_t passes = looks_first ? 2 : 1;
    const std::uint64_t before = looks_first ? bytes_in_all / 2 : 0;
    output out{out_};
    if (!out.is_open()) return exit_code::io;
    input_bytes bytes{file_};
    const auto source = row_source_of(dialect_of(bytes), bytes, reading());
    if (!source) return refuse_value(file_, source.error());
    const auto sink = sink_of(to_, out.sink(), options);
    if (!sink) return refuse_value(file_, sink.error());
    selecting_sink selected{asked_, **sink};
    const rows::outcome done =
        rows::pump(**source, selected, [&](const rows::progress& now) {
          bar.reach(before + now.bytes / passes);
          // Who waits at a pipe gets rows as they come.
          if (bytes_in_all == 0) out.sink().flush();
        });
    if (!done.problem) {
      say_rounded_rows(bytes.file().name(), (*source)->rounded());
      return out.conclude(bytes.file().name(), {});
    }
    if (done.problem->what.code == pith::error_code::write_failed) {
      return out.conclude(bytes.file().name(), done.problem->what);
    }
    return refuse_row(bytes, *done.problem, selected);
  }

 private:
  [[nodiscard]] rows::read_options reading() const {
    rows::read_options options;
    options.exact_numbers = args_.has(exact_option);
    return options;
  }

  /// How the rows are written, which CSV may show by its first bytes.
  row_format dialect_of(input_bytes& bytes) {
    // The second of two passes knows, and is told nothing new.
    if (!std::exchange(has_dialect_, true)) {
      add_delimiter(options_, *from_.format, bytes);
    }
    return {from_.format, options_};
  }

  /// The first of two passes.
  exit_code look_at_rows(progress& bar) {
    input_bytes bytes{file_};
    const auto source = row_source_of(dialect_of(bytes), bytes, reading());
    if (!source) return refuse_value(file_, source.error());
    selecting_sink selected{asked_, shape_};
    const rows::outcome done = rows::pump(
        **source, selected,
        [&](const rows::progress& now) { bar.reach(now.bytes / 2); });
    if (!done.problem) return exit_code::ok;
    return refuse_row(bytes, *done.problem, selected);
  }

  exit_code refuse_row(const input_bytes& bytes, const rows::failure& problem,
                       const selecting_sink& selected) const {
    const exit_code status = say_why(bytes, problem, selected);
    say_if_fill_helps(args_, *to_.format, problem.what);
    if (problem.where) {
      pith::error what = problem.what;
      what.offset = problem.where->text_offset;
      say_which_switch(args_, *from_.format, problem.where->text, what);
    }
    return status;
  }

  const arguments& args_;
  const std::string& file_;
  const std::string& out_;
  std::vector<pith::option_value> options_;
  bool has_dialect_ = false;
  const row_format& from_;
  const row_format& to_;
  select::wanted asked_;
  rows::row_shape shape_;
};

}  // namespace

bool should_stream_rows(const std::string& file, const row_format& from,
                        const row_format& to) {
  const auto is_table = [](const row_format& f) {
    return is_one_of(*f.format, {"csv", "tsv"});
  };
  // What other formats make of options needs the whole document.
  if ((!is_table(from) && !from.options.empty()) ||
      (!is_table(to) && !to.options.empty())) {
    return false;
  }
  // All rows together say which columns there are.
  if (std::ranges::find(to.options, "fill", &pith::option_value::name) !=
      to.options.end()) {
    return false;
  }
  const bool to_rows = is_table(to) || to.format->name == "ndjson";
  if (from.format->name == "gcf") return to_rows;
  if (!is_table(from) && from.format->name != "ndjson") return false;
  if (to.format->name != "gcf") return to_rows || to.format->name == "json";
  const std::size_t bytes = size_of_file(file);
  return bytes == 0 || bytes > few_row_bytes;
}

exit_code convert_rows(const arguments& args, const std::string& file,
                       const std::string& out, const row_format& from,
                       const row_format& to) {
  return row_conversion{args, file, out, from, to}.run();
}

}  // namespace cli
