// SPDX-License-Identifier: MIT
#include <pith/toon.hpp>

#include "codec/options.hpp"
#include "codec/standard.hpp"

namespace pith::inline v0 {

namespace {

constexpr unsigned most_indent = 16;

struct toon_settings {
  toon::encode_options encode;
  toon::decode_options decode;
};

/// Both directions take all options, so that one set serves a round trip.
result<toon_settings> read_settings(const codec_settings& settings) {
  toon_settings out;
  option_reader given{settings};
  given.read("indent", out.encode.indent_size, 1, most_indent);
  given.read("strict", out.decode.strict);
  const std::string_view name = given.text("delimiter").value_or("comma");
  if (name == "tab") {
    out.encode.delimiter = toon::delimiter::tab;
  } else if (name == "pipe") {
    out.encode.delimiter = toon::delimiter::pipe;
  } else if (name != "comma") {
    given.refuse();
  }
  if (const auto fit = given.check(); !fit) return fit.error();
  out.decode.indent_size = out.encode.indent_size;
  out.encode.bounds = out.decode.bounds = settings.bounds;
  return out;
}

result<void> write(sink& out, value v, const codec_settings& settings) {
  const auto with = read_settings(settings);
  if (!with) return with.error();
  return toon::encode_to(out, v, with->encode);
}

result<document> read(std::string_view text, const codec_settings& settings) {
  const auto with = read_settings(settings);
  if (!with) return with.error();
  return toon::decode(text, with->decode);
}

/// A header such as `[3]{id,name}:` or `[2]:`, which little else has.
bool has_header(std::string_view text) {
  for (std::size_t at = text.find('['); at != std::string_view::npos;
       at = text.find('[', at + 1)) {
    std::size_t end = at + 1;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    if (end == at + 1) continue;
    if (end < text.size() && text[end] == ':') ++end;
    if (end < text.size() && (text[end] == '\t' || text[end] == '|')) ++end;
    if (text.substr(end).starts_with("]:") ||
        text.substr(end).starts_with("]{")) {
      return true;
    }
  }
  return false;
}

/// Every line of words is a string in TOON, so only containers count.
likeness recognize(std::string_view text) {
  if (text.empty()) return likeness::no;
  const auto doc = toon::decode(text);
  if (!doc) return likeness::no;
  const kind root = doc->root().type();
  if (root != kind::array && root != kind::object) return likeness::no;
  return has_header(text) ? likeness::certain : likeness::possible;
}

}  // namespace

codec toon_codec() {
  return {.name = "toon",
          .summary = "Token-Oriented Object Notation 4: indentation and tables",
          .media_type = "text/toon",
          .extensions = {"toon"},
          .options = {{"delimiter", "comma",
                       "between the cells of a row: comma, tab, pipe"},
                      {"indent", "2", "spaces per level, 1 to 16"},
                      {"strict", "true",
                       "decode only what is right in every count: true, "
                       "false"}},
          .variants = {{"toon-tab", {{"delimiter", "tab"}}}},
          .write = write,
          .read = read,
          .recognize = recognize};
}

}  // namespace pith::inline v0
