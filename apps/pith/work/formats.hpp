// SPDX-License-Identifier: MIT
/// @file
/// The formats that the command knows, and documents read from files in them.
#ifndef PITH_APPS_PITH_WORK_FORMATS_HPP
#define PITH_APPS_PITH_WORK_FORMATS_HPP

#include <pith/codec.hpp>
#include <pith/numbers.hpp>

#include "console/io.hpp"
#include "line/arguments.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// The library's and those that only the command reads.
const pith::registry& formats();

/// As compare calls JSON with an indent.
inline constexpr std::string_view pretty_json_name = "json-pretty";

/// The format of this name, or of a variant that compare prints (toon-tab,
/// json-pretty); null after a message when there is none.
const pith::codec* named_format(std::string_view name);

/// What the name of a variant says beside the format.
std::vector<pith::option_value> options_of_name(std::string_view name);

/// Whether the format has these options and knows their values; false after a
/// message.
bool check_settings(const pith::codec& format,
                    std::span<const pith::option_value> options);

/// What the extension of a file says; null when it says nothing.
const pith::codec* format_of_name(std::string_view file);

/// What --from or else the extension of the file says; null when they say
/// nothing, no pointer after a message.
std::optional<const pith::codec*> format_of_input(const arguments& args,
                                                  std::string_view file);

/// What --to says; nothing when the extension of --output says what it is
/// instead, or nobody does. A --to that was not given, but is set by default,
/// says less than the extension.
std::optional<std::string_view> name_of_output(const arguments& args);

/// What --to or else the extension of --output says, else `usual`; null after
/// a message.
const pith::codec* format_of_output(const arguments& args,
                                    const pith::codec* usual);

/// As codec::encode(), but text ends with a line break, as it should at a
/// shell.
pith::result<std::string> encode_as(
    const pith::codec& format, pith::value v,
    std::span<const pith::option_value> options);

/// Whether the header line of a GCF text has this field, as `profile=graph`.
bool header_has(std::string_view text, std::string_view field);

/// Whether it is a GCF text of a difference, not of a value.
bool is_delta(std::string_view text);

/// `NAME=VALUE` words as options of a codec; nothing after a message when one
/// has no `=`. The words must outlive them.
std::optional<std::vector<pith::option_value>> settings_of(
    const std::vector<std::string_view>& words);

/// A document, and what it was read from.
struct loaded {
  input in;
  const pith::codec* format;
  /// The whole document, or what --fields made of it.
  pith::document doc;
  /// What --path and --fields select; in `doc`.
  pith::value root;
  /// With which the format writes it in the form that it had: a graph of GCF
  /// as a graph.
  std::vector<pith::option_value> same_form{};
  pith::rounded_numbers rounded{};
};

/// How to read, beside what the words say.
struct reading {
  /// Options of the format; those of --from-option count more.
  std::span<const pith::option_value> options{};
  /// The caller writes rounded numbers as they were spelt, or refuses them.
  bool keeps_spellings = false;
};

/// Reads and decodes. The format is what --from says, else what the extension
/// says, else `usual` if the text can be read so, else what the text certainly
/// is. A byte order mark is skipped. Nothing after a message, and `status` says
/// how to end. Numbers that are rounded are said once, or refused with --exact.
/// What --path and --fields select is the root; a path to nothing is an error.
std::optional<loaded> load(const arguments& args, const std::string& file,
                           std::string_view usual, exit_code& status,
                           const reading& how = {});

/// The same for a text that has been read; the error is of the format that
/// load() would blame.
struct decoded {
  const pith::codec* format;
  pith::result<pith::document> doc;
  pith::rounded_numbers rounded{};
};
/// Of `switches` each format takes those that it has.
decoded decode_as(const pith::codec* known, std::string_view usual,
                  std::string_view text,
                  const pith::codec_settings& settings = {},
                  std::span<const pith::option_value> switches = {});

}  // namespace cli

#endif  // PITH_APPS_PITH_WORK_FORMATS_HPP
