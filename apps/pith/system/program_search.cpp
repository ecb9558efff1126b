// SPDX-License-Identifier: MIT
#include "system/program_search.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace cli {

std::vector<std::string> search_directories() {
  std::vector<std::string> found;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): one thread
  const char* const path = std::getenv("PATH");
  std::string_view left = path == nullptr ? "" : path;
  while (!left.empty()) {
    const std::size_t end = std::min(left.find(':'), left.size());
    if (left.starts_with('/')) found.emplace_back(left.substr(0, end));
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return found;
}

bool is_program(const std::string& file) {
  struct stat what {};
  return ::stat(file.c_str(), &what) == 0 && S_ISREG(what.st_mode) &&
         ::access(file.c_str(), X_OK) == 0;
}

bool is_open_to_all(const std::string& directory) {
  struct stat what {};
  return ::stat(directory.c_str(), &what) != 0 || (what.st_mode & 0002U) != 0;
}

std::string find_program(std::string_view name) {
  if (name.find('/') != name.npos) {
    return is_program(std::string(name)) ? std::string(name) : std::string();
  }
  for (const std::string& directory : search_directories()) {
    std::string here = (std::filesystem::path(directory) / name).string();
    if (is_program(here)) return here;
  }
  return {};
}

}  // namespace cli
