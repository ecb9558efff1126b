// SPDX-License-Identifier: MIT
/// @file
/// JSON and NDJSON with options for what RFC 8259 does not allow.
#include <pith/json.hpp>

#include "interchange/interchange.hpp"
#include "interchange/lenient/relaxed_json.hpp"

#include <utility>

namespace pith::interchange {

namespace {

constexpr std::string_view comments_name = "comments";
constexpr std::string_view surrogates_name = "lone-surrogates";

result<json_leniency> leniency_of(const codec_settings& settings) {
  constexpr std::string_view surrogates[] = {"error", "replace"};
  json_leniency out;
  option_reader given{settings};
  given.read(comments_name, out.comments);
  out.replaces_surrogates = read_word(given, surrogates_name, surrogates) == 1;
  out.big = read_big_integers(given);
  if (const auto fit = given.check(); !fit) return fit.error();
  return out;
}

using reader = result<document> (*)(std::string_view,
                                    const json::parse_options&);

result<document> read_relaxed(std::string_view text,
                              const codec_settings& settings, reader strict) {
  const auto allowed = leniency_of(settings);
  if (!allowed) return allowed.error();
  json::parse_options with{settings.bounds, settings.numbers};
  if (allowed->is_strict() || text.size() > settings.bounds.max_bytes) {
    return strict(text, with);
  }
  const auto relaxed = relaxed_json::of(text, *allowed);
  if (!relaxed) return relaxed.error();
  // What was added is not the text's fault.
  with.bounds.max_bytes += relaxed->text().size() - text.size();
  auto doc = strict(relaxed->text(), with);
  if (rounded_numbers* const rounded = settings.numbers.rounded) {
    rounded->first_offset = relaxed->original_offset(rounded->first_offset);
  }
  if (doc) return doc;
  error moved = doc.error();
  moved.offset = relaxed->original_offset(moved.offset);
  return moved;
}

/// Adds options for reading; writing only looks at their values.
codec with_leniency(codec c, std::vector<codec_option> options, reader strict) {
  c.options.insert(c.options.end(), options.begin(), options.end());
  c.write = [write = std::move(c.write)](sink& out, value v,
                                         const codec_settings& settings) {
    if (const auto fit = leniency_of(settings); !fit) {
      return result<void>(fit.error());
    }
    return write(out, v, settings);
  };
  c.read = [strict](std::string_view text, const codec_settings& settings) {
    return read_relaxed(text, settings, strict);
  };
  return c;
}

codec_option surrogates_option() {
  return {std::string(surrogates_name), "error",
          "reading halves of surrogate pairs: error, replace (with U+FFFD)"};
}

}  // namespace

codec lenient_json_codec() {
  codec c = *codecs().find("json");
  c.extensions.emplace_back("jsonc");
  return with_leniency(
      std::move(c),
      {{std::string(comments_name), "false",
        "reading comments and commas after the last element: true, false"},
       surrogates_option(),
       big_integers_option()},
      json::parse);
}

codec lenient_lines(codec lines) {
  return with_leniency(std::move(lines),
                       {surrogates_option(), big_integers_option()},
                       json::parse_lines);
}

}  // namespace pith::interchange
