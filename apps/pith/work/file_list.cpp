// SPDX-License-Identifier: MIT
#include "work/file_list.hpp"

#include "console/diagnostics.hpp"
#include "line/shared_options.hpp"
#include "terminal/layout.hpp"
#include "work/formats.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace cli {

namespace {

struct counted_reason {
  std::string_view words;  ///< after the number
  std::string_view key;
  std::size_t count;
};

std::vector<counted_reason> reasons_of(const left_out& skipped) {
  return {{"ignored", "ignored", skipped.walked.ignored},
          {"hidden", "hidden", skipped.walked.hidden},
          {"binary", "binary", skipped.binary},
          {"of other formats", "other_formats", skipped.not_data},
          {"linked", "links", skipped.walked.links},
          {"special", "special", skipped.walked.special}};
}

}  // namespace

file_list list_files(const arguments& args, bool data_only) {
  file_list list;
  const files::walk_options options{
      .uses_ignore_files = !args.has(no_ignore_option),
      .shows_hidden = args.has(hidden_option)};
  const auto is_data = [&](const std::string& path) {
    if (args.has(from_option)) return true;
    const pith::codec* const format = format_of_name(path);
    return format != nullptr && format->read != nullptr;
  };
  const files::walk_calls calls{
      [&](const files::walked& one) {
        if (data_only && !one.is_directory && !is_data(one.path)) {
          ++list.skipped.not_data;
          return;
        }
        list.entries.push_back(
            {one.path, std::string(one.name), one.depth, one.is_directory});
      },
      [&](const std::string& path, std::error_code why) {
        say_failure("cannot read " + path, why);
        list.status = exit_code::io;
      }};
  for (const std::string& operand : args.files()) {
    std::error_code none;
    const bool is_directory =
        operand != "-" && std::filesystem::is_directory(operand, none);
    list.entries.push_back({operand, operand, 0, is_directory});
    if (!is_directory) continue;
    list.has_directory = true;
    files::walk(operand, options, list.skipped.walked, calls);
  }
  return list;
}

bool is_binary_text(std::string_view text) {
  constexpr std::size_t looked_at = 8192;
  return text.substr(0, looked_at).find('\0') != std::string_view::npos;
}

void say_left_out(const left_out& skipped) {
  std::vector<std::string> words;
  for (const counted_reason& one : reasons_of(skipped)) {
    if (one.count == 0) continue;
    words.push_back(grouped(one.count) + ' ' + std::string(one.words));
  }
  if (words.empty()) return;
  const bool can_be_seen =
      skipped.walked.ignored != 0 || skipped.walked.hidden != 0;
  say("pith: skipped " + comma_list(words) +
      (can_be_seen ? "; see --no-ignore and --hidden\n" : "\n"));
}

void add_left_out(pith::builder& to, const left_out& skipped) {
  to.key("skipped").begin_object();
  for (const counted_reason& one : reasons_of(skipped)) {
    to.key(one.key).integer(one.count);
  }
  to.end_object();
}

}  // namespace cli
