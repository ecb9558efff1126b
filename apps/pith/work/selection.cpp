// SPDX-License-Identifier: MIT
#include "work/selection.hpp"

#include "console/diagnostics.hpp"
#include "line/shared_options.hpp"
#include "work/run.hpp"

#include <utility>

namespace cli {

std::optional<select::wanted> selection_of(const arguments& args) {
  select::wanted asked;
  if (const auto text = args.value(path_option)) {
    select::path_reading read = select::read_path(*text);
    if (!read.mistake.empty()) {
      misused("--path '" + std::string(*text) + "': " + read.mistake,
              args.chosen().name);
      return std::nullopt;
    }
    asked.where = std::move(read.steps);
  }
  if (const auto lists = args.values(fields_option); !lists.empty()) {
    select::fields_reading read = select::read_fields(lists);
    if (!read.mistake.empty()) {
      misused("--fields: " + read.mistake, args.chosen().name);
      return std::nullopt;
    }
    asked.fields = std::move(read.fields);
  }
  return asked;
}

bool are_records(const pith::codec& format) {
  return format.name == "ndjson" || format.name == "csv" ||
         format.name == "tsv";
}

exit_code select_from(loaded& source, const select::wanted& asked) {
  select::picked got =
      select::pick(source.doc.root(), asked, are_records(*source.format));
  if (!got.fault.empty()) {
    say(printable(source.in.name) + ": error: " + got.fault + '\n');
    return exit_code::bad_input;
  }
  source.root = got.root;
  // A view into a document survives its move.
  if (got.is_made) source.doc = std::move(got.made);
  return exit_code::ok;
}

std::string place_of(const std::string& name, const rows::failure& problem,
                     const selecting_sink& to) {
  std::string place = printable(name);
  if (!to.is_row_at_fault()) return place;
  if (problem.where) return place + ':' + std::to_string(problem.where->line);
  return place + ": row " + std::to_string(problem.row);
}

exit_code say_why(const input_bytes& from, const rows::failure& problem,
                  const selecting_sink& to) {
  if (to.fault().empty()) return say_why(from, problem);
  say(place_of(from.file().name(), problem, to) + ": error: " + to.fault() +
      '\n');
  return exit_code::bad_input;
}

}  // namespace cli
