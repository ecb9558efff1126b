// SPDX-License-Identifier: MIT
#include <pith/json.hpp>

#include "codec/options.hpp"
#include "interchange/interchange.hpp"

namespace pith::interchange {

namespace {

result<void> write(sink& out, value v, const codec_settings& settings) {
  if (const auto none = option_reader{settings}.check(); !none) return none;
  return json::write_lines_to(out, v, settings.bounds);
}

result<document> read(std::string_view text, const codec_settings& settings) {
  if (const auto none = option_reader{settings}.check(); !none) {
    return none.error();
  }
  return json::parse_lines(text, {.bounds = settings.bounds});
}

}  // namespace

codec ndjson_codec() {
  return {.name = "ndjson",
          .summary = "lines of JSON; the array of them",
          .aliases = {"jsonl"},
          .media_type = "application/x-ndjson",
          .extensions = {"ndjson", "jsonl"},
          .write = write,
          .read = read};
}

}  // namespace pith::interchange
