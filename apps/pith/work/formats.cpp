// SPDX-License-Identifier: MIT
#include "work/formats.hpp"

#include "console/diagnostics.hpp"
#include "console/progress.hpp"
#include "interchange/interchange.hpp"
#include "line/shared_options.hpp"
#include "terminal/code_point.hpp"
#include "work/reading_switches.hpp"
#include "work/run.hpp"
#include "work/selection.hpp"

#include <algorithm>
#include <filesystem>

namespace cli {

namespace {

/// Nothing of the text is in the format that was tried.
bool is_foreign(std::string_view text, const pith::error& what) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && what.offset <= first;
}

/// A text without the byte order mark that some editors put before it.
std::string_view without_mark(std::string_view text) {
  if (text.starts_with(byte_order_mark)) {
    text.remove_prefix(byte_order_mark.size());
  }
  return text;
}

/// Decodes what follows a byte order mark; offsets count from the
/// beginning of the text.
decoded decode_with(const pith::codec& format, std::string_view text,
                    const pith::codec_settings& settings,
                    std::span<const pith::option_value> switches) {
  const std::string_view body = format.is_binary ? text : without_mark(text);
  const std::size_t skipped = text.size() - body.size();
  pith::rounded_numbers rounded;
  pith::codec_settings with = settings;
  with.numbers.rounded = &rounded;
  if (!switches.empty()) {
    // What was given for the format counts more.
    auto options = switches_for(format, switches);
    options.insert(options.end(), settings.options.begin(),
                   settings.options.end());
    with.options = options;
  }
  decoded got{&format, format.decode(body, with), rounded};
  got.rounded.first_offset += skipped;
  if (!got.doc) {
    pith::error what = got.doc.error();
    what.offset += skipped;
    got.doc = what;
  }
  return got;
}

bool begins_as_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos &&
         (text[first] == '{' || text[first] == '[');
}

bool is_certain(const pith::codec& format, std::string_view text) {
  return format.recognize != nullptr &&
         format.recognize(text) == pith::likeness::certain;
}

}  // namespace

const pith::registry& formats() { return pith::interchange::all_codecs(); }

const pith::codec* named_format(std::string_view name) {
  if (const pith::codec* found = formats().find(name)) return found;
  std::vector<std::string_view> known{"auto", pretty_json_name};
  if (name == pretty_json_name) return formats().find("json");
  for (const pith::codec& c : formats().all()) {
    known.emplace_back(c.name);
    for (const pith::codec_variant& v : c.variants) {
      if (v.name == name) return &c;
      known.emplace_back(v.name);
    }
  }
  say("pith: unknown format '" + printable(name) + "'" +
      suggestion(name, known) + "\nTry 'pith codecs'.\n");
  return nullptr;
}

const pith::codec* format_of_name(std::string_view file) {
  const std::string name = std::filesystem::path(file).filename().string();
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return nullptr;
  return formats().find_extension(std::string_view(name).substr(dot));
}

decoded decode_as(const pith::codec* known, std::string_view usual,
                  std::string_view text, const pith::codec_settings& settings,
                  std::span<const pith::option_value> switches) {
  if (known != nullptr) return decode_with(*known, text, settings, switches);
  const std::string_view body = without_mark(text);
  const pith::codec* const first = formats().find(usual);
  decoded tried = decode_with(*first, text, settings, switches);
  if (tried.doc) return tried;
  // What is not certain is not read so, as any `key: value` may be TOON; but
  // its faults are those of what it was meant to be.
  const pith::codec* seen = formats().detect(body);
  if (seen == nullptr && begins_as_json(body)) {
    const pith::codec* const lines = formats().find("ndjson");
    const bool are_lines = lines->recognize(body) != pith::likeness::no;
    seen = are_lines ? lines : formats().find("json");
  }
  if (seen == nullptr || !seen->read || seen == first) return tried;
  decoded got = decode_with(*seen, text, settings, switches);
  // What a switch reads as JSON, from its first brace on, was meant so.
  const bool is_relaxed = begins_as_json(body) &&
                          (seen->name == "json" || seen->name == "ndjson") &&
                          !switches_for(*seen, switches).empty();
  if (!got.doc || is_relaxed || is_certain(*seen, body)) return got;
  return tried;
}

std::optional<const pith::codec*> format_of_input(const arguments& args,
                                                  std::string_view file) {
  const auto name = args.value(from_option);
  if (!name) return format_of_name(file);
  const pith::codec* const named = named_format(*name);
  if (named == nullptr) return std::nullopt;
  return named;
}

std::optional<std::string_view> name_of_output(const arguments& args) {
  if (const auto name = args.given(to_option)) return name;
  const auto file = args.value(output_option);
  if (file && format_of_name(*file) != nullptr) return std::nullopt;
  return args.value(to_option);
}

const pith::codec* format_of_output(const arguments& args,
                                    const pith::codec* usual) {
  if (const auto name = name_of_output(args)) return named_format(*name);
  const auto file = args.value(output_option);
  const pith::codec* const named = file ? format_of_name(*file) : nullptr;
  return named != nullptr ? named : usual;
}

pith::result<std::string> encode_as(
    const pith::codec& format, pith::value v,
    std::span<const pith::option_value> options) {
  auto text = format.encode(v, {.options = options});
  if (text && !format.is_binary && !text->ends_with('\n')) *text += '\n';
  return text;
}

bool header_has(std::string_view text, std::string_view field) {
  std::string_view header = text.substr(0, text.find('\n'));
  if (!header.starts_with("GCF ")) return false;
  while (!header.empty()) {
    const std::size_t end = std::min(header.find(' '), header.size());
    if (header.substr(0, end) == field) return true;
    header.remove_prefix(std::min(end + 1, header.size()));
  }
  return false;
}

bool is_delta(std::string_view text) {
  return header_has(text, "delta=true") || header_has(text, "unchanged=true");
}

std::optional<loaded> load(const arguments& args, const std::string& file,
                           std::string_view usual, exit_code& status,
                           const reading& how) {
  status = exit_code::usage;
  const auto asked = selection_of(args);
  if (!asked) return std::nullopt;
  const auto known = format_of_input(args, file);
  if (!known) return std::nullopt;
  const auto given = settings_of(args.values(from_setting_option));
  if (!given) return std::nullopt;
  std::vector<pith::option_value> with(how.options.begin(), how.options.end());
  with.insert(with.end(), given->begin(), given->end());
  if (*known != nullptr && !check_settings(**known, with)) return std::nullopt;
  std::optional<input> in = open_input(file);
  if (!in) {
    status = exit_code::io;
    return std::nullopt;
  }
  if (*known != nullptr && !how.keeps_spellings) {
    add_delimiter(with, **known, in->name, in->text, true);
  }
  now("parsing");
  decoded got =
      decode_as(*known, usual, in->text,
                {.options = with, .numbers = {.exact = args.has(exact_option)}},
                switches_of(args));
  if (!got.doc && is_about_options(got.doc.error()) &&
      !check_settings(*got.format, with)) {
    return std::nullopt;
  }
  if (!got.doc) {
    status = refuse(*in, *got.format, got.doc.error());
    say_which_switch(args, *got.format, in->text, got.doc.error());
    if (is_delta(in->text)) {
      say("pith: this is a delta; apply it with pith apply BASE DELTA\n");
    }
    if (got.format->name == "json" &&
        got.doc.error().code == pith::error_code::trailing_characters &&
        is_certain(*formats().find("ndjson"), in->text)) {
      say("pith: this is NDJSON; use --from ndjson\n");
    }
    if (*known == nullptr && is_foreign(in->text, got.doc.error())) {
      say("pith: if the format is not " + got.format->name +
          ", name it with --from; pith codecs lists the formats\n");
    }
    return std::nullopt;
  }
  status = exit_code::ok;
  loaded out{std::move(*in), got.format, std::move(*got.doc), {}};
  out.root = out.doc.root();
  out.rounded = got.rounded;
  if (!how.keeps_spellings && got.rounded.count != 0) {
    say_rounded(
        format_place(out.in.name, out.in.text, got.rounded.first_offset),
        got.rounded.count);
  }
  if (!asked->is_everything()) {
    status = select_from(out, *asked);
    if (status != exit_code::ok) return std::nullopt;
  } else if (header_has(out.in.text, "profile=graph")) {
    out.same_form.push_back({"profile", "graph"});
  }
  return out;
}

}  // namespace cli
