// SPDX-License-Identifier: MIT
#include "codec/options.hpp"
#include "interchange/csv.hpp"
#include "interchange/interchange.hpp"
#include "text/expansion.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace pith::interchange {

namespace {

/// As much as is copied at a time; a row may be longer.
constexpr std::size_t chunk_bytes = 64 * 1024;

result<document> read_rows(std::string_view text, const csv_options& options) {
  if (text.size() > options.bounds.max_bytes) {
    return error{error_code::size_limit, options.bounds.max_bytes,
                 "the text is longer than limits::max_bytes"};
  }
  builder rows(options.bounds);
  rows.begin_array();
  csv_reader reader(options);
  while (!text.empty()) {
    const std::string_view chunk = text.substr(0, chunk_bytes);
    text.remove_prefix(chunk.size());
    reader.feed(chunk);
    if (text.empty()) reader.finish();
    for (;;) {
      const auto row = reader.next(rows);
      if (!row) return row.error();
      if (!*row) break;
    }
  }
  return rows.end_array().finish();
}

/// The keys of all rows, in the order in which they are first mentioned.
std::vector<std::string> all_columns(const array_view& rows) {
  std::vector<std::string> columns;
  std::unordered_set<std::string_view, key_hash> seen;
  for (const value row : rows) {
    for (const member m : row.members()) {
      if (seen.insert(m.key).second) columns.emplace_back(m.key);
    }
  }
  return columns;
}

result<void> write_rows(sink& out, value v, const csv_options& options) {
  const auto rows = v.get_array();
  if (!rows) {
    return error{error_code::misplaced_value, 0,
                 "a table must be an array of objects"};
  }
  csv_writer writer(
      out, options,
      text::max_output_bytes(detail::document_access::data(v), options.bounds));
  if (options.fills) {
    const auto columns = all_columns(*rows);
    if (columns.size() > options.bounds.max_fields) {
      return error{error_code::field_limit, 0,
                   "the rows have more members than limits::max_fields"};
    }
    writer.declare(columns);
  }
  for (const value row : *rows) {
    if (const auto done = writer.row(row); !done) return done;
  }
  return writer.finish();
}

template <char delimiter>
result<void> write(sink& out, value v, const codec_settings& settings) {
  const auto with = csv_options_of(settings, delimiter);
  if (!with) return with.error();
  return write_rows(out, v, *with);
}

template <char delimiter>
result<document> read(std::string_view text, const codec_settings& settings) {
  const auto with = csv_options_of(settings, delimiter);
  if (!with) return with.error();
  return read_rows(text, *with);
}

constexpr const char* delimiter_help =
    "delimiter between cells: comma, tab, semicolon, pipe";
constexpr const char* types_help =
    "inferred: unquoted cells can be null, booleans and numbers; text: every "
    "cell is a string";
constexpr const char* fill_help =
    "true: cells that a row lacks are null; reading, only those at its end";

}  // namespace

result<csv_options> csv_options_of(const codec_settings& settings,
                                   char usual_delimiter) {
  csv_options out{.delimiter = usual_delimiter, .bounds = settings.bounds};
  option_reader given{settings};
  if (const auto name = given.text("delimiter")) {
    if (*name == "comma") {
      out.delimiter = ',';
    } else if (*name == "tab") {
      out.delimiter = '\t';
    } else if (*name == "semicolon") {
      out.delimiter = ';';
    } else if (*name == "pipe") {
      out.delimiter = '|';
    } else {
      given.refuse();
    }
  }
  const std::string_view types = given.text("types").value_or("inferred");
  out.infers_types = types == "inferred";
  if (!out.infers_types && types != "text") given.refuse();
  given.read("fill", out.fills);
  if (const auto fit = given.check(); !fit) return fit.error();
  return out;
}

codec csv_codec() {
  return {.name = "csv",
          .summary = "rows as comma-separated values (RFC 4180) with types",
          .media_type = "text/csv",
          .extensions = {"csv"},
          .options = {{"delimiter", "comma", delimiter_help},
                      {"types", "inferred", types_help},
                      {"fill", "false", fill_help}},
          .write = write<','>,
          .read = read<','>};
}

codec tsv_codec() {
  return {.name = "tsv",
          .summary = "rows as tab-separated values, quoted as in CSV",
          .media_type = "text/tab-separated-values",
          .extensions = {"tsv", "tab"},
          .options = {{"delimiter", "tab", delimiter_help},
                      {"types", "inferred", types_help},
                      {"fill", "false", fill_help}},
          .write = write<'\t'>,
          .read = read<'\t'>};
}

}  // namespace pith::interchange
