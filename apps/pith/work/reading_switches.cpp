// SPDX-License-Identifier: MIT
#include "work/reading_switches.hpp"

#include "console/diagnostics.hpp"
#include "interchange/lenient/csv_delimiter.hpp"
#include "line/reading_options.hpp"

#include <algorithm>
#include <optional>

namespace cli {

namespace {

/// A switch, and the option of formats that it stands for.
struct meaning {
  const option* given;
  std::string_view name;
};
constexpr meaning meanings[] = {
    {&big_integers_option, "big-integers"},
    {&lone_surrogates_option, "lone-surrogates"},
    {&jsonc_option, "comments"},
    {&yaml_documents_option, "documents"},
    {&merge_keys_option, "merge-keys"},
    {&yaml_tags_option, "tags"},
    {&csv_fill_option, "fill"},
};

bool has_option(const pith::codec& format, std::string_view name) {
  return std::ranges::find(format.options, name, &pith::codec_option::name) !=
         format.options.end();
}

/// Whether the number that begins a text is an integer; base and sign do not
/// matter.
bool begins_with_integer(std::string_view text) {
  const std::size_t end = text.find_first_not_of("+-0123456789abcdefABCDEFox");
  return !text.empty() &&
         (end == text.npos || (text[end] != '.' && text[end] != 'e')) &&
         text.substr(0, end).find_first_of("0123456789") != text.npos;
}

/// Whether the last comma before `at` has only blanks after it.
bool is_after_comma(std::string_view text, std::size_t at) {
  const std::size_t last = text.substr(0, at).find_last_not_of(" \t\r\n");
  return last != text.npos && text[last] == ',';
}

/// The words that read what was refused; empty when there are none.
std::string_view switch_that_reads(const pith::codec& format,
                                   std::string_view text,
                                   const pith::error& what) {
  using enum pith::error_code;
  const std::string_view rest = text.substr(std::min(what.offset, text.size()));
  const bool is_json = format.name == "json" || format.name == "ndjson";
  const bool is_yaml = format.name == "yaml";
  if (what.code == out_of_range && has_option(format, "big-integers") &&
      (format.is_binary || begins_with_integer(rest))) {
    return "--big-integers=string";
  }
  const bool is_bytes = what.code == invalid_utf8 && rest.starts_with('\xED');
  if (is_json && (what.code == invalid_surrogate || is_bytes)) {
    return "--lone-surrogates=replace";
  }
  if (format.name == "json" &&
      (rest.starts_with("//") || rest.starts_with("/*") ||
       ((rest.starts_with(']') || rest.starts_with('}')) &&
        is_after_comma(text, what.offset)))) {
    return "--jsonc";
  }
  if (is_yaml && what.code == not_supported) {
    if (rest.starts_with("<<")) return "--merge-keys";
    if (rest.starts_with("---")) return "--yaml-documents=array";
    if (rest.starts_with('!')) return "--yaml-tags=keep";
    if (rest.starts_with('&') && rest.find('!') < rest.find('\n')) {
      return "--yaml-tags=keep";
    }
  }
  const bool is_end = rest.empty() || rest[0] == '\n' || rest[0] == '\r';
  if (what.code == row_width_mismatch && has_option(format, "fill") && is_end) {
    return "--csv-fill";
  }
  return {};
}

}  // namespace

std::vector<pith::option_value> switches_of(const arguments& args) {
  std::vector<pith::option_value> out;
  for (const meaning& one : meanings) {
    const bool is_switch = one.given->value.empty();
    if (is_switch && args.has(*one.given)) {
      out.emplace_back(one.name, "true");
    } else if (const auto word = args.value(*one.given); word && !is_switch) {
      out.emplace_back(one.name, *word);
    }
  }
  return out;
}

std::vector<pith::option_value> switches_for(
    const pith::codec& format, std::span<const pith::option_value> switches) {
  std::vector<pith::option_value> out;
  for (const pith::option_value& one : switches) {
    if (has_option(format, one.name)) out.push_back(one);
  }
  return out;
}

void say_which_switch(const arguments& args, const pith::codec& format,
                      std::string_view text, const pith::error& what) {
  const std::string_view words = switch_that_reads(format, text, what);
  if (words.empty()) return;
  const std::string_view name = words.substr(2, words.find('=') - 2);
  const auto& own = args.chosen().options;
  if (std::ranges::find(own, name, &option::name) == own.end()) return;
  say("pith: to read it, use " + std::string(words) + '\n');
}

void say_if_fill_helps(const arguments& args, const pith::codec& format,
                       const pith::error& what) {
  const std::string_view detail = what.detail == nullptr ? "" : what.detail;
  if (has_option(format, "fill") && !args.has(csv_fill_option) &&
      detail.find("same members") != detail.npos) {
    say("pith: to write it, use --csv-fill\n");
  }
}

void add_delimiter(std::vector<pith::option_value>& options,
                   const pith::codec& format, const std::string& name,
                   std::string_view text, bool is_whole) {
  const bool is_given =
      std::ranges::find(options, "delimiter", &pith::option_value::name) !=
      options.end();
  if (format.name != "csv" || is_given) return;
  const auto found = pith::interchange::certain_delimiter(text, is_whole);
  if (!found) return;
  options.emplace_back("delimiter", *found);
  say_note("pith: " + printable(name) + ": the delimiter is " +
           std::string(*found) +
           "; --from-option delimiter=comma reads one column\n");
}

void add_delimiter(std::vector<pith::option_value>& options,
                   const pith::codec& format, input_bytes& bytes) {
  if (format.name != "csv") return;
  const std::string_view text = bytes.peek();
  add_delimiter(options, format, bytes.file().name(), text, bytes.is_ended());
}

}  // namespace cli
