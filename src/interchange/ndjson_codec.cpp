// SPDX-License-Identifier: MIT
#include <pith/json.hpp>

#include "interchange/interchange.hpp"

namespace pith::interchange {

namespace {

result<void> write(sink& out, value v, const codec_settings& settings) {
  return json::write_lines_to(out, v, settings.bounds);
}

/// One line alone is JSON, and lines of scalars may be cells of a table. What
/// begins with a whole line of JSON, and goes on, was meant so.
likeness recognize(std::string_view text) {
  const std::string_view first = text.substr(0, text.find('\n'));
  const bool goes_on =
      text.find_first_not_of(" \t\r\n", first.size()) != text.npos;
  if (!goes_on || first.find_first_of("{[") == first.npos) return likeness::no;
  const auto row = json::parse(first);
  if (!row || (row->root().type() != kind::object &&
               row->root().type() != kind::array)) {
    return likeness::no;
  }
  if (json::parse_lines(text)) return likeness::certain;
  const bool is_plain_object =
      row->root().type() == kind::object && first.find('"') != first.npos;
  return is_plain_object ? likeness::possible : likeness::no;
}

}  // namespace

codec ndjson_codec() {
  return lenient_lines({.name = "ndjson",
                        .summary = "JSON lines, as one array",
                        .aliases = {"jsonl"},
                        .media_type = "application/x-ndjson",
                        .extensions = {"ndjson", "jsonl"},
                        .write = write,
                        .recognize = recognize});
}

}  // namespace pith::interchange
