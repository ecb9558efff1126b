// SPDX-License-Identifier: MIT
#include <pith/json.hpp>

#include "interchange/interchange.hpp"

namespace pith::interchange {

namespace {

result<void> write(sink& out, value v, const codec_settings& settings) {
  return json::write_lines_to(out, v, settings.bounds);
}

result<document> read(std::string_view text, const codec_settings& settings) {
  return json::parse_lines(text, {.bounds = settings.bounds});
}

/// One line alone is JSON.
likeness recognize(std::string_view text) {
  const auto doc = json::parse_lines(text);
  if (!doc) return likeness::no;
  const auto rows = doc->root().get_array();
  return rows && rows->size() > 1 ? likeness::certain : likeness::no;
}

}  // namespace

codec ndjson_codec() {
  return {.name = "ndjson",
          .summary = "lines of JSON; the array of them",
          .aliases = {"jsonl"},
          .media_type = "application/x-ndjson",
          .extensions = {"ndjson", "jsonl"},
          .write = write,
          .read = read,
          .recognize = recognize};
}

}  // namespace pith::interchange
