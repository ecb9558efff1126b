// SPDX-License-Identifier: MIT
#include <pith/json.hpp>

#include "codec/options.hpp"
#include "codec/standard.hpp"

#include <algorithm>

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
  return json::parse(text, {settings.bounds, settings.numbers});
}

/// After the blanks at the beginning, and one character if it is there.
bool take(std::string_view& text, char c) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

/// What begins as an object, or an array of objects, was meant so. Other
/// brackets may open a table of TOML or a cell of CSV.
likeness recognize(std::string_view text) {
  if (json::parse(text)) return likeness::certain;
  take(text, '[');
  return take(text, '{') && take(text, '"') ? likeness::possible : likeness::no;
}

}  // namespace

codec json_codec() {
  return {.name = "json",
          .summary = "JSON, on one line unless indent is set",
          .media_type = "application/json",
          .extensions = {"json"},
          .options = {{"indent", "0", "spaces per level, 0 to 16"}},
          .write = write,
          .read = read,
          .recognize = recognize};
}

}  // namespace pith::inline v0
