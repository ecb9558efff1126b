// SPDX-License-Identifier: MIT
#include "mcp/system/program_search.hpp"
#include "system/private_place.hpp"
#include "system/program_search.hpp"
#include "system/windows.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace cli {

namespace {

std::string variable(const char* name) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): one thread
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

bool is_file(const std::string& file) {
  const DWORD what = GetFileAttributesW(windows::wide(file).c_str());
  return what != INVALID_FILE_ATTRIBUTES &&
         (what & FILE_ATTRIBUTE_DIRECTORY) == 0 && !windows::names_device(file);
}

}  // namespace

std::vector<std::string> search_directories() {
  std::vector<std::string> found;
  const std::string path = variable("PATH");
  std::string_view left = path;
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
  // A path, so that only this file is looked at; with one of the endings of
  // programs, or it would be found with another name.
  return find_program(std::filesystem::absolute(file).string()) ==
         std::filesystem::absolute(file).string();
}

bool is_open_to_all(const std::string& directory) {
  return !directory_exposure(directory).empty();
}

std::string find_program(std::string_view name) {
  const std::string path = variable("PATH");
  const std::string extensions = variable("PATHEXT");
  return pith::mcp::find_program(name, {.path = path,
                                        .extensions = extensions,
                                        .directory = {},
                                        .is_file = is_file})
      .file;
}

}  // namespace cli
