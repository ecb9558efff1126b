// SPDX-License-Identifier: MIT
/// @file
/// Options that mean the same in several subcommands.
#ifndef PITH_APPS_PITH_SHARED_OPTIONS_HPP
#define PITH_APPS_PITH_SHARED_OPTIONS_HPP

#include "command.hpp"

namespace cli {

inline constexpr option output_option{
    .name = "output",
    .value = "FILE",
    .help =
        "write to FILE instead of standard output; FILE changes only when "
        "everything went well",
    .letter = 'o',
    .kind = word_kind::file};

inline constexpr option from_option{
    .name = "from",
    .value = "FORMAT",
    .help =
        "the format of the input; otherwise the extension of FILE tells, "
        "or the text itself",
    .letter = 'f',
    .kind = word_kind::format};

inline constexpr option to_option{
    .name = "to",
    .value = "FORMAT",
    .help =
        "the format of the output; otherwise the extension of --output "
        "tells",
    .letter = 't',
    .kind = word_kind::format};

inline constexpr option setting_option{
    .name = "option",
    .value = "NAME=VALUE",
    .help =
        "an option of the output's format (see pith codecs); may be "
        "repeated",
    .letter = 'O'};

inline constexpr option from_setting_option{
    .name = "from-option",
    .value = "NAME=VALUE",
    .help =
        "an option of the input's format (see pith codecs); may be "
        "repeated"};

inline constexpr option tokenizer_option{
    .name = "tokenizer",
    .value = "NAME|PATH",
    .help =
        "o200k_base (which is the default), cl100k_base, p50k_base, "
        "r50k_base, the name of a model, or the path of a tokenizer",
    .kind = word_kind::tokenizer};

inline constexpr option json_option{
    .name = "json", .help = "write one JSON object, for machines"};

}  // namespace cli

#endif  // PITH_APPS_PITH_SHARED_OPTIONS_HPP
