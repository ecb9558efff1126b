// SPDX-License-Identifier: MIT
/// @file
/// Options that mean the same in several subcommands.
#ifndef PITH_APPS_PITH_LINE_SHARED_OPTIONS_HPP
#define PITH_APPS_PITH_LINE_SHARED_OPTIONS_HPP

#include "line/command.hpp"

namespace cli {

inline constexpr option output_option{
    .name = "output",
    .value = "FILE",
    .help =
        "write to FILE instead of standard output; FILE changes only if the "
        "command succeeds",
    .letter = 'o',
    .kind = word_kind::file};

inline constexpr option from_option{
    .name = "from",
    .value = "FORMAT",
    .help =
        "the input format; by default, detected from the extension of FILE or "
        "from the text",
    .letter = 'f',
    .kind = word_kind::format};

inline constexpr option to_option{.name = "to",
                                  .value = "FORMAT",
                                  .help =
                                      "the output format; by default, detected "
                                      "from the extension of --output",
                                  .letter = 't',
                                  .kind = word_kind::format};

inline constexpr option setting_option{
    .name = "option",
    .value = "NAME=VALUE",
    .help = "an option of the output format (see pith codecs); can be repeated",
    .letter = 'O',
    .kind = word_kind::setting};

inline constexpr option from_setting_option{
    .name = "from-option",
    .value = "NAME=VALUE",
    .help = "an option of the input format (see pith codecs); can be repeated",
    .kind = word_kind::setting};

inline constexpr option path_option{
    .name = "path",
    .value = "PATH",
    .help =
        "use only the value at PATH: .result.rows, .items[0] or a JSON Pointer "
        "(/result/rows); in NDJSON, CSV and TSV, PATH begins at each record"};

inline constexpr option fields_option{
    .name = "fields",
    .value = "LIST",
    .help =
        "keep only these fields of each row, in this order: id,name,.user.city "
        "(what begins with . or / is a path)"};

inline constexpr option exact_option{
    .name = "exact",
    .help =
        "refuse numbers that would be rounded, such as those with more digits "
        "than binary64 holds; by default, print a warning on standard error",
    .usual = "false"};

inline constexpr option color_option{
    .name = "color",
    .value = "WHEN",
    .help =
        "auto (on a terminal, unless NO_COLOR is set), always, or never; "
        "CLICOLOR_FORCE and FORCE_COLOR mean always",
    .choices = "auto|always|never",
    .usual = "auto"};

inline constexpr option tokenizer_option{
    .name = "tokenizer",
    .value = "NAME|PATH",
    .help =
        "o200k_base (the default), cl100k_base, p50k_base, r50k_base, the name "
        "of a model, or the path of a tokenizer",
    .kind = word_kind::tokenizer,
    .usual = "o200k_base"};

inline constexpr option json_option{
    .name = "json", .help = "write one JSON object, for machines"};

inline constexpr option list_json_option{
    .name = "json",
    .help = "write a JSON array with an object for each, for machines"};

}  // namespace cli

#endif  // PITH_APPS_PITH_LINE_SHARED_OPTIONS_HPP
