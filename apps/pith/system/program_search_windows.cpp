// SPDX-License-Identifier: MIT
#include "system/private_place.hpp"
#include "system/program_search.hpp"
#include "system/windows.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

namespace cli {

namespace {

/// What is tried after a name. Not PATHEXT: it may name what only the shell
/// runs, as .js.
constexpr std::array<std::string_view, 4> endings = {".exe", ".cmd", ".bat",
                                                     ".com"};

bool has_ending(std::string_view name) {
  const std::string_view last = name.substr(name.find_last_of("/\\") + 1);
  return std::ranges::any_of(endings, [last](std::string_view ending) {
    if (last.size() <= ending.size()) return false;
    return std::ranges::equal(
        last.substr(last.size() - ending.size()), ending, {}, [](char c) {
          return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        });
  });
}

/// The file itself, or with one of the endings.
std::string with_ending(const std::string& file) {
  if (has_ending(file)) return is_program(file) ? file : std::string();
  for (const std::string_view ending : endings) {
    std::string here = file + std::string(ending);
    if (is_program(here)) return here;
  }
  return {};
}

}  // namespace

std::vector<std::string> search_directories() {
  std::vector<std::string> found;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): one thread
  const char* const path = std::getenv("PATH");
  std::string_view left = path == nullptr ? "" : path;
  while (!left.empty()) {
    const std::size_t end = std::min(left.find(';'), left.size());
    std::string_view one = left.substr(0, end);
    if (one.size() >= 2 && one.starts_with('"') && one.ends_with('"')) {
      one = one.substr(1, one.size() - 2);
    }
    if (std::filesystem::path(one).is_absolute()) found.emplace_back(one);
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return found;
}

bool is_program(const std::string& file) {
  const DWORD what = GetFileAttributesW(windows::wide(file).c_str());
  return has_ending(file) && what != INVALID_FILE_ATTRIBUTES &&
         (what & FILE_ATTRIBUTE_DIRECTORY) == 0 &&
         !windows::names_device(file) && !windows::names_stream(file);
}

bool is_open_to_all(const std::string& directory) {
  return !directory_exposure(directory).empty();
}

std::string find_program(std::string_view name) {
  if (name.find_first_of("/\\:") != name.npos) {
    return with_ending(std::string(name));
  }
  for (const std::string& directory : search_directories()) {
    std::string here =
        with_ending((std::filesystem::path(directory) / name).string());
    if (!here.empty()) return here;
  }
  return {};
}

}  // namespace cli
