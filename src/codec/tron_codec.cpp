// SPDX-License-Identifier: MIT
#include <pith/tron.hpp>

#include "codec/options.hpp"
#include "codec/standard.hpp"

namespace pith::inline v0 {

namespace {

result<void> write(sink& out, value v, const codec_settings& settings) {
  tron::encode_options with{.bounds = settings.bounds};
  option_reader given{settings};
  given.read("never-worse", with.never_worse);
  if (const auto fit = given.check(); !fit) return fit;
  return tron::encode_to(out, v, with);
}

result<document> read(std::string_view text, const codec_settings& settings) {
  return tron::decode(text, {.bounds = settings.bounds});
}

/// Without classes it is JSON, or nearly so: then JSON is the better guess.
likeness recognize(std::string_view text) {
  if (text.starts_with("class ")) return likeness::certain;
  return tron::decode(text) ? likeness::possible : likeness::no;
}

}  // namespace

codec tron_codec() {
  return {.name = "tron",
          .summary = "Token Reduced Object Notation: JSON with classes",
          .media_type = "text/tron",
          .extensions = {"tron"},
          .options = {{"never-worse", "false",
                       "classes only where they pay: true, false"}},
          .write = write,
          .read = read,
          .recognize = recognize};
}

}  // namespace pith::inline v0
