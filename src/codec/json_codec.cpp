// SPDX-License-Identifier: MIT
#include <pith/json.hpp>

#include "codec/options.hpp"
#include "codec/standard.hpp"

namespace pith::inline v0 {

namespace {

result<void> write(sink& out, value v, const codec_settings& settings) {
  json::write_options with{.bounds = settings.bounds};
  option_reader given{settings};
  given.read("indent", with.indent, 0, 16);
  if (const auto fit = given.check(); !fit) return fit;
  return json::write_to(out, v, with);
}

result<document> read(std::string_view text, const codec_settings& settings) {
  return json::parse(text, {.bounds = settings.bounds});
}

likeness recognize(std::string_view text) {
  if (json::parse(text)) return likeness::certain;
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool opens = first != std::string_view::npos &&
                     (text[first] == '{' || text[first] == '[');
  return opens ? likeness::possible : likeness::no;
}

}  // namespace

codec json_codec() {
  return {.name = "json",
          .summary = "JSON, compact unless an indent is given",
          .media_type = "application/json",
          .extensions = {"json"},
          .options = {{"indent", "0", "spaces per level, 0 to 16"}},
          .write = write,
          .read = read,
          .recognize = recognize};
}

}  // namespace pith::inline v0
