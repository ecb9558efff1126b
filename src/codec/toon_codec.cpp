// SPDX-License-Identifier: MIT
#include <pith/toon.hpp>

#include "codec/options.hpp"
#include "codec/standard.hpp"
#include "toon/find_header.hpp"

namespace pith::inline v0 {

namespace {

constexpr unsigned max_indent = 16;

struct toon_settings {
  toon::encode_options encode;
  toon::decode_options decode;
};

/// Both directions take all options, so that one set serves a round trip.
result<toon_settings> read_settings(const codec_settings& settings) {
  toon_settings out;
  option_reader given{settings};
  given.read("indent", out.encode.indent_size, 1, max_indent);
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
  out.decode.numbers = settings.numbers;
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

/// TOON is known by its headers alone, such as `[3]{id,name}:` or `"a b"[2]:`:
/// every line of words is a string, and every `key: value` may be YAML. All of
/// it must be TOON, so that what was cut off or damaged is not taken for it.
likeness recognize(std::string_view text) {
  const toon::header_place found = toon::find_header(text);
  if (found == toon::header_place::none) return likeness::no;
  if (toon::decode(text)) return likeness::certain;
  // A line such as `sshd[123]: Accepted` alone says little.
  return found == toon::header_place::first_line ? likeness::possible
                                                 : likeness::no;
}

}  // namespace

codec toon_codec() {
  return {.name = "toon",
          .summary = "Token-Oriented Object Notation 4: indentation and tables",
          .media_type = "text/toon",
          .extensions = {"toon"},
          .options = {{"delimiter", "comma",
                       "delimiter between cells: comma, tab, pipe"},
                      {"indent", "2", "spaces per level, 1 to 16"},
                      {"strict", "true",
                       "refuse wrong counts, duplicate keys and uneven "
                       "indentation: true, false"}},
          .variants = {{"toon-tab", {{"delimiter", "tab"}}}},
          .write = write,
          .read = read,
          .recognize = recognize};
}

}  // namespace pith::inline v0
