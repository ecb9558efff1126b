// SPDX-License-Identifier: MIT
#include <pith/goon.hpp>

#include "codec/options.hpp"
#include "codec/standard.hpp"

namespace pith::inline v0 {

namespace {

result<void> write(sink& out, value v, const codec_settings& settings) {
  goon::encode_options with;
  option_reader given{settings};
  given.read("quote-numeric-strings", with.quote_numeric_strings);
  if (const auto fit = given.check(); !fit) return fit;
  const auto response = goon::from_value(v);
  if (!response) return response.error();
  return goon::encode_to(out, *response, with);
}

result<document> read(std::string_view text, const codec_settings& settings) {
  const auto response = goon::decode(text, {.bounds = settings.bounds});
  if (!response) return response.error();
  return goon::to_document(*response);
}

likeness recognize(std::string_view text) {
  return text.starts_with("@header\n") ? likeness::certain : likeness::no;
}

}  // namespace

codec goon_codec() {
  return {.name = "goon",
          .summary = "GOON 1.0.0: results of graph queries, for models",
          .media_type = "text/goon",
          .extensions = {"goon"},
          .subject = codec_subject::graph_response,
          .loses =
              "nulls, empty strings, the rest of long texts, and which strings "
              "were numbers",
          .options = {{"quote-numeric-strings", "false",
                       "quote strings that look like numbers: true, false"}},
          .write = write,
          .read = read,
          .recognize = recognize};
}

}  // namespace pith::inline v0
