// SPDX-License-Identifier: MIT
#include "work/output_dir.hpp"

#include "console/diagnostics.hpp"
#include "line/shared_options.hpp"
#include "system/new_file.hpp"
#include "work/run.hpp"

#include <filesystem>
#include <map>
#include <system_error>

namespace cli {

namespace fs = std::filesystem;

std::optional<std::vector<std::string>> output_names(
    const arguments& args, std::span<const std::string> files,
    const pith::codec& format, exit_code& status) {
  status = exit_code::usage;
  const auto refuse_words = [&](const std::string& words) {
    misused(words, args.chosen().name);
    return std::nullopt;
  };
  const fs::path directory(args.value(output_dir_option).value_or(""));
  if (args.has(output_option)) {
    return refuse_words("--output and --output-dir cannot be combined");
  }
  if (directory.empty()) return refuse_words("--output-dir is empty");
  if (format.extensions.empty()) {
    return refuse_words(format.name + " has no extension for --output-dir");
  }
  std::vector<std::string> names;
  std::map<std::string, std::string> taken;  // by which input
  for (const std::string& file : files) {
    if (file == "-") {
      return refuse_words(
          "standard input has no name for --output-dir; use --output");
    }
    const fs::path named = directory / (fs::path(file).stem().string() + "." +
                                        format.extensions.front());
    if (is_device_name(named.string())) {
      return refuse_words("'" + named.string() + "' names a device");
    }
    const auto [first, is_new] = taken.emplace(named.string(), file);
    if (!is_new) {
      return refuse_words("'" + first->second + "' and '" + file +
                          "' would both become '" + named.string() + "'");
    }
    names.push_back(named.string());
  }
  std::error_code none;
  for (const std::string& file : files) {
    for (const std::string& name : names) {
      if (!fs::equivalent(file, name, none)) continue;
      return refuse_words("'" + name +
                          "' is an input and would be overwritten");
    }
  }
  std::error_code failed;
  fs::create_directories(directory, failed);
  if (failed) {
    say_failure("cannot create " + directory.string(), failed);
    status = exit_code::io;
    return std::nullopt;
  }
  status = exit_code::ok;
  return names;
}

}  // namespace cli
