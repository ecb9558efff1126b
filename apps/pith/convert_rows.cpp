// SPDX-License-Identifier: MIT
#include "convert_rows.hpp"

#include "code_point.hpp"
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
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace cli {

namespace {

/// A whole document is written in fewer tokens, and this much always fits.
constexpr std::size_t few_bytes = std::size_t{8} << 20;

bool is_one_of(const pith::codec& c,
               std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, c.name) != names.end();
}

/// The bytes of an input, and why they ended.
class input_bytes final : public rows::byte_source {
 public:
  explicit input_bytes(const std::string& file) : file_(file) {}

  pith::result<std::size_t> read(std::span<char> into) override {
    const bool is_first = !std::exchange(is_begun_, true);
    const auto got = is_first ? read_after_mark(into) : file_.read(into);
    if (got) return *got;
    return pith::error{pith::error_code::read_failed, 0,
                       "the input cannot be read"};
  }

  [[nodiscard]] const input_file& file() const noexcept { return file_; }

 private:
  /// The first bytes, without a byte order mark.
  std::optional<std::size_t> read_after_mark(std::span<char> into) {
    constexpr std::string_view mark = byte_order_mark;
    std::size_t count = 0;
    while (count < mark.size()) {
      const auto more = file_.read(into.subspan(count));
      if (!more) return std::nullopt;
      if (*more == 0) return count;
      count += *more;
      const std::string_view begun(into.data(), std::min(count, mark.size()));
      if (!mark.starts_with(begun)) return count;
    }
    std::ranges::copy(into.first(count).subspan(mark.size()), into.begin());
    count -= mark.size();
    return count == 0 ? file_.read(into) : count;
  }

  input_file file_;
  bool is_begun_ = false;
};

/// CSV and TSV are the only formats of rows that have options.
pith::result<pith::interchange::csv_options> csv_options(const row_format& f) {
  const pith::codec_settings settings{.options = f.options};
  if (const auto good = f.format->check_options(settings); !good) {
    return good.error();
  }
  return pith::interchange::csv_options_of(
      settings, f.format->name == "tsv" ? '\t' : ',');
}

using source_pointer = std::unique_ptr<rows::row_source>;
using sink_pointer = std::unique_ptr<rows::row_sink>;

pith::result<source_pointer> source_of(const row_format& from,
                                       rows::byte_source& bytes) {
  if (from.format->name == "ndjson") {
    return source_pointer(std::make_unique<rows::ndjson_row_source>(bytes));
  }
  if (from.format->name == "gcf") {
    return source_pointer(std::make_unique<rows::gcf_row_source>(bytes));
  }
  const auto options = csv_options(from);
  if (!options) return options.error();
  return source_pointer(
      std::make_unique<rows::csv_row_source>(bytes, *options));
}

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
  const auto options = csv_options(to);
  if (!options) return options.error();
  return sink_pointer(std::make_unique<rows::csv_row_sink>(out, *options));
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
                 const row_format& from, const row_format& to)
      : args_(args), file_(file), from_(from), to_(to) {}

  exit_code run() {
    const std::size_t bytes_in_all = size_of_file(file_);
    rows::gcf_row_options options{.form = form_of(args_)};
    if (bytes_in_all == 0) {
      // A pipe is written as a file of this length would be.
      options.held_rows = std::numeric_limits<std::size_t>::max();
      options.held_bytes = few_bytes;
    }
    const bool looks_first = to_.format->name == "gcf" && bytes_in_all != 0 &&
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
    if (!source) return refuse_value(file_, source.error());
    const auto sink = sink_of(to_, out.sink(), options);
    if (!sink) return refuse_value(file_, sink.error());
    const rows::outcome done =
        rows::pump(**source, **sink, [&](const rows::progress& now) {
          bar.reach(before + now.bytes);
          // Who waits at a pipe gets rows as they come.
          if (bytes_in_all == 0) out.sink().flush();
        });
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
    if (!source) return refuse_value(file_, source.error());
    const rows::outcome done =
        rows::pump(**source, shape_,
                   [&](const rows::progress& now) { bar.reach(now.bytes); });
    if (!done.problem) return exit_code::ok;
    return say_why(bytes, *done.problem);
  }

  const arguments& args_;
  const std::string& file_;
  const row_format& from_;
  const row_format& to_;
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
  const bool to_rows = is_table(to) || to.format->name == "ndjson";
  if (from.format->name == "gcf") return to_rows;
  if (!is_table(from) && from.format->name != "ndjson") return false;
  if (to.format->name != "gcf") return to_rows || to.format->name == "json";
  const std::size_t bytes = size_of_file(file);
  return bytes == 0 || bytes > few_bytes;
}

exit_code convert_rows(const arguments& args, const std::string& file,
                       const row_format& from, const row_format& to) {
  return row_conversion{args, file, from, to}.run();
}

}  // namespace cli
