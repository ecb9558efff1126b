// SPDX-License-Identifier: MIT
/// @file
/// Options of formats, as words and as names of variants say them.
#include "console/diagnostics.hpp"
#include "work/formats.hpp"
#include "work/run.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

std::vector<pith::option_value> options_of_name(std::string_view name) {
  if (name == pretty_json_name) return {{"indent", "2"}};
  for (const pith::codec& c : formats().all()) {
    for (const pith::codec_variant& v : c.variants) {
      if (v.name == name) return {v.options.begin(), v.options.end()};
    }
  }
  return {};
}

bool check_settings(const pith::codec& format,
                    std::span<const pith::option_value> options) {
  const auto of = [&](const pith::option_value& given) {
    return std::find_if(
        format.options.begin(), format.options.end(),
        [&](const pith::codec_option& o) { return o.name == given.name; });
  };
  for (const pith::option_value& given : options) {
    const auto found = of(given);
    std::string wrong;
    if (found == format.options.end()) {
      std::vector<std::string_view> names;
      std::string list;
      for (const pith::codec_option& o : format.options) {
        names.emplace_back(o.name);
        list += (list.empty() ? "" : ", ") + o.name;
      }
      wrong = "unknown_option: " + format.name + " has no option '" +
              printable(given.name) + "'" + suggestion(given.name, names) +
              (list.empty() ? "; it has none" : "; it has " + list);
    } else {
      // Options are read before anything is written.
      std::string nowhere;
      pith::string_sink out(nowhere);
      const pith::document nothing;
      const auto tried =
          format.write(out, nothing.root(), {.options = {given}});
      if (tried || tried.error().code != pith::error_code::invalid_option) {
        continue;
      }
      wrong = "invalid_option: " + format.name + " does not know " +
              found->name + "='" + printable(given.value) + "'; " +
              found->name + ": " + found->help;
    }
    say("pith: " + wrong + "\nTry 'pith codecs'.\n");
    return false;
  }
  return true;
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

}  // namespace cli
