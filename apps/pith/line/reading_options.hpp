// SPDX-License-Identifier: MIT
/// @file
/// Options for files that are not quite what their format says. Each stands for
/// an option of the formats that have it (work/reading_switches.hpp).
#ifndef PITH_APPS_PITH_LINE_READING_OPTIONS_HPP
#define PITH_APPS_PITH_LINE_READING_OPTIONS_HPP

#include "line/command.hpp"

#include <array>
#include <cstddef>

namespace cli {

inline constexpr option big_integers_option{
    .name = "big-integers",
    .value = "AS",
    .help =
        "read integers outside int64 as a string, or as a float, which rounds "
        "them (JSON, NDJSON, YAML, CBOR, MessagePack); by default, they are an "
        "error",
    .choices = "error|string|float",
    .usual = "error"};

inline constexpr option lone_surrogates_option{
    .name = "lone-surrogates",
    .value = "AS",
    .help =
        "replace halves of surrogate pairs in JSON and NDJSON with U+FFFD; by "
        "default, they are an error",
    .choices = "error|replace",
    .usual = "error"};

inline constexpr option jsonc_option{
    .name = "jsonc",
    .help =
        "read JSON with comments, and with commas after the last element or "
        "member",
    .usual = "false"};

inline constexpr option yaml_documents_option{
    .name = "yaml-documents",
    .value = "AS",
    .help =
        "read a YAML stream as an array of its documents, or only the first; "
        "by default, several documents are an error",
    .choices = "error|array|first",
    .usual = "error"};

inline constexpr option merge_keys_option{
    .name = "merge-keys",
    .help = "read << in YAML as the members of other maps",
    .usual = "false"};

inline constexpr option yaml_tags_option{
    .name = "yaml-tags",
    .value = "AS",
    .help =
        "read YAML tags such as !Ref: drop ignores the tag, keep makes "
        "{\"!Ref\":value}; by default, they are an error",
    .choices = "error|drop|keep",
    .usual = "error"};

inline constexpr option csv_fill_option{
    .name = "csv-fill",
    .help =
        "fill CSV rows that lack cells: reading, with null at the end; "
        "writing, with an empty cell for every member that a row lacks",
    .usual = "false"};

inline constexpr option quiet_option{
    .name = "quiet",
    .help = "print errors only, no notes and no progress, on standard error",
    .letter = 'q',
    .usual = "false"};

inline constexpr option no_progress_option{
    .name = "no-progress",
    .help =
        "draw no progress on a terminal; by default, pith does after a second",
    .usual = "false"};

inline constexpr std::array reading_options = {
    big_integers_option,   lone_surrogates_option, jsonc_option,
    yaml_documents_option, merge_keys_option,      yaml_tags_option,
    csv_fill_option};

/// These, --no-progress and --quiet.
inline constexpr std::array quiet_reading_options = {
    big_integers_option, lone_surrogates_option,
    jsonc_option,        yaml_documents_option,
    merge_keys_option,   yaml_tags_option,
    csv_fill_option,     quiet_option};

/// The options of a command and these.
template <std::size_t own, std::size_t more>
constexpr std::array<option, own + more> joined(
    const option (&a)[own], const std::array<option, more>& b) {
  std::array<option, own + more> all{};
  for (std::size_t i = 0; i < own; ++i) all[i] = a[i];
  for (std::size_t i = 0; i < more; ++i) all[own + i] = b[i];
  return all;
}

}  // namespace cli

#endif  // PITH_APPS_PITH_LINE_READING_OPTIONS_HPP
