// SPDX-License-Identifier: MIT
#include "formats.hpp"

#include "diagnostics.hpp"
#include "interchange/interchange.hpp"
#include "run.hpp"
#include "shared_options.hpp"

namespace cli {

const pith::registry& formats() { return pith::interchange::all_codecs(); }

const pith::codec* named_format(std::string_view name) {
  if (const pith::codec* found = formats().find(name)) return found;
  std::vector<std::string_view> known;
  for (const pith::codec& c : formats().all()) known.emplace_back(c.name);
  say("pith: unknown format '" + printable(name) + "'" +
      suggestion(name, known) + "\nTry 'pith codecs'.\n");
  return nullptr;
}

const pith::codec* format_of_name(std::string_view file) {
  const std::size_t slash = file.rfind('/');
  const std::size_t dot = file.rfind('.');
  if (dot == std::string_view::npos) return nullptr;
  if (slash != std::string_view::npos && dot < slash) return nullptr;
  return formats().find_extension(file.substr(dot));
}

std::optional<std::vector<pith::option_value>> settings_of(
    const std::vector<std::string_view>& words) {
  std::vector<pith::option_value> options;
  for (const std::string_view word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) {
      say("pith: an option of a format is NAME=VALUE, not '" + printable(word) +
          "'\nTry 'pith codecs'.\n");
      return std::nullopt;
    }
    options.push_back({word.substr(0, equals), word.substr(equals + 1)});
  }
  return options;
}

decoded decode_as(const pith::codec* known, std::string_view usual,
                  std::string_view text, const pith::codec_settings& settings) {
  if (known != nullptr) return {known, known->decode(text, settings)};
  const pith::codec* const first = formats().find(usual);
  decoded tried{first, first->decode(text, settings)};
  if (tried.doc) return tried;
  const pith::codec* const seen = formats().detect(text);
  // What merely may be meant so, as any `key: value` may be TOON, is no reason
  // to read it so.
  const bool is_certain = seen != nullptr && seen->read && seen->recognize &&
                          seen->recognize(text) == pith::likeness::certain;
  if (!is_certain || seen == first) return tried;
  return {seen, seen->decode(text, settings)};
}

namespace {

/// Nothing of the text is in the format that was tried.
bool is_foreign(std::string_view text, const pith::error& what) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && what.offset <= first;
}

bool is_graph(std::string_view text) {
  const std::string_view header = text.substr(0, text.find('\n'));
  return header.starts_with("GCF ") &&
         header.find(" profile=graph") != std::string_view::npos;
}

}  // namespace

std::optional<const pith::codec*> format_of_input(const arguments& args,
                                                  std::string_view file) {
  const auto name = args.value(from_option);
  if (!name) return format_of_name(file);
  const pith::codec* const named = named_format(*name);
  if (named == nullptr) return std::nullopt;
  return named;
}

std::optional<loaded> load(const arguments& args, const std::string& file,
                           std::string_view usual, exit_code& status) {
  status = exit_code::usage;
  const auto known = format_of_input(args, file);
  if (!known) return std::nullopt;
  const auto options = settings_of(args.values(from_setting_option));
  if (!options) return std::nullopt;
  std::optional<input> in = open_input(file);
  if (!in) {
    status = exit_code::io;
    return std::nullopt;
  }
  decoded got = decode_as(*known, usual, in->text, {.options = *options});
  if (!got.doc) {
    status = refuse(*in, got.doc.error());
    if (*known == nullptr && is_foreign(in->text, got.doc.error())) {
      say("pith: name the format with --from if it is not " + got.format->name +
          "; pith codecs lists them\n");
    }
    return std::nullopt;
  }
  status = exit_code::ok;
  loaded out{std::move(*in), got.format, std::move(*got.doc)};
  if (is_graph(out.in.text)) out.same_form.push_back({"profile", "graph"});
  return out;
}

}  // namespace cli
