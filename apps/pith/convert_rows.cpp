// SPDX-License-Identifier: MIT
#include "convert_rows.hpp"

#include "csv_rows.hpp"
#include "diagnostics.hpp"
#include "gcf_row_sink.hpp"
#include "gcf_row_source.hpp"
#include "json_row_sinks.hpp"
#include "ndjson_row_source.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "pump.hpp"
#include "run.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>

namespace cli {

namespace {

bool is_one_of(const pith::codec& c,
               std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, c.name) != names.end();
}

/// The bytes of an input, and why they ended.
class input_bytes final : public rows::byte_source {
 public:
  explicit input_bytes(const std::string& file) : file_(file) {}

  pith::result<std::size_t> read(std::span<char> into) override {
    if (const auto got = file_.read(into)) return *got;
    return pith::error{pith::error_code::read_failed, 0,
                       "the input cannot be read"};
  }

  [[nodiscard]] const input_file& file() const noexcept { return file_; }

 private:
  input_file file_;
};

std::unique_ptr<rows::row_source> source_of(const pith::codec& format,
                                            rows::byte_source& from) {
  if (format.name == "ndjson") {
    return std::make_unique<rows::ndjson_row_source>(from);
  }
  if (format.name == "gcf") return std::make_unique<rows::gcf_row_source>(from);
  const char delimiter = format.name == "tsv" ? '\t' : ',';
  return std::make_unique<rows::csv_row_source>(
      from, pith::interchange::csv_options{.delimiter = delimiter});
}

std::unique_ptr<rows::row_sink> sink_of(const pith::codec& format,
                                        pith::sink& out,
                                        const rows::gcf_row_options& options) {
  if (format.name == "ndjson") {
    return std::make_unique<rows::ndjson_row_sink>(out);
  }
  if (format.name == "json") return std::make_unique<rows::json_row_sink>(out);
  if (format.name == "gcf") {
    return std::make_unique<rows::gcf_row_sink>(out, options);
  }
  const char delimiter = format.name == "tsv" ? '\t' : ',';
  return std::make_unique<rows::csv_row_sink>(
      out, pith::interchange::csv_options{.delimiter = delimiter});
}

rows::row_form form_of(const arguments& args) {
  const auto given = args.value(rows_option);
  if (given == "table") return rows::row_form::table;
  if (given == "list") return rows::row_form::list;
  return rows::row_form::automatic;
}

exit_code say_why(const input_bytes& from, const rows::failure& problem) {
  const std::string& name = from.file().name();
  if (problem.what.code == pith::error_code::read_failed) {
    say_failure("cannot read " + name, from.file().failure());
    return exit_code::io;
  }
  pith::error what = problem.what;
  if (problem.where) {
    what.offset = problem.where->text_offset;
    say(describe(name, problem.where->text, what, problem.where->line - 1));
  } else if (problem.row != 0) {
    say(describe(name + ": row " + std::to_string(problem.row), what));
  } else {
    say(describe(name, what));
  }
  return exit_code::bad_input;
}

/// One conversion of rows.
class row_conversion {
 public:
  row_conversion(const arguments& args, const std::string& file,
                 const pith::codec& from, const pith::codec& to)
      : args_(args), file_(file), from_(from), to_(to) {}

  exit_code run() {
    rows::gcf_row_options options{.form = form_of(args_)};
    const std::size_t bytes_in_all = size_of_file(file_);
    const bool looks_first = to_.name == "gcf" && bytes_in_all != 0 &&
                             options.form == rows::row_form::automatic;
    progress bar{args_, looks_first ? 2 * bytes_in_all : bytes_in_all};
    if (looks_first) {
      const exit_code looked = look_at_rows(bar);
      if (looked != exit_code::ok) return looked;
      options.shape = &shape_;
    }
    const std::uint64_t before = looks_first ? bytes_in_all : 0;
    output out{args_};
    if (!out.is_open()) return exit_code::io;
    input_bytes bytes{file_};
    const auto source = source_of(from_, bytes);
    const auto sink = sink_of(to_, out.sink(), options);
    const rows::outcome done = rows::pump(
        *source, *sink,
        [&](const rows::progress& now) { bar.reach(before + now.bytes); });
    if (!done.problem) return out.conclude(bytes.file().name(), {});
    if (done.problem->what.code == pith::error_code::write_failed) {
      return out.conclude(bytes.file().name(), done.problem->what);
    }
    return say_why(bytes, *done.problem);
  }

 private:
  /// The first of two passes.
  exit_code look_at_rows(progress& bar) {
    input_bytes bytes{file_};
    const auto source = source_of(from_, bytes);
    const rows::outcome done =
        rows::pump(*source, shape_,
                   [&](const rows::progress& now) { bar.reach(now.bytes); });
    if (!done.problem) return exit_code::ok;
    return say_why(bytes, *done.problem);
  }

  const arguments& args_;
  const std::string& file_;
  const pith::codec& from_;
  const pith::codec& to_;
  rows::row_shape shape_;
};

}  // namespace

bool should_stream_rows(const std::string& file, const pith::codec& from,
                        const pith::codec& to) {
  // A whole document is written in fewer tokens, and this much always fits.
  constexpr std::size_t few_bytes = std::size_t{8} << 20;
  const bool to_rows = is_one_of(to, {"ndjson", "csv", "tsv"});
  if (from.name == "gcf") return to_rows;
  if (!is_one_of(from, {"ndjson", "csv", "tsv"})) return false;
  if (to.name != "gcf") return to_rows || to.name == "json";
  const std::size_t bytes = size_of_file(file);
  return bytes == 0 || bytes > few_bytes;
}

exit_code convert_rows(const arguments& args, const std::string& file,
                       const pith::codec& from, const pith::codec& to) {
  return row_conversion{args, file, from, to}.run();
}

}  // namespace cli
