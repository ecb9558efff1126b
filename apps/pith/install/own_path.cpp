// SPDX-License-Identifier: MIT
#include "install/own_path.hpp"

#include "mcp/system/own_program.hpp"
#include "terminal/terminal.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

namespace cli {

namespace {

namespace fs = std::filesystem;

/// The absolute directories of PATH, in order.
std::vector<std::string> search_directories() {
  std::vector<std::string> found;
  std::string_view left = environment("PATH");
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

/// Whether everybody may put something else there.
bool is_open_to_all(const std::string& directory) {
  struct stat what {};
  return ::stat(directory.c_str(), &what) != 0 || (what.st_mode & 0002U) != 0;
}

}  // namespace

std::string own_path() {
  std::string self = pith::mcp::own_program();
  return is_program(self) ? self : std::string();
}

std::string lasting_path(const std::string& file) {
  const auto directories = search_directories();
  if (std::find(directories.begin(), directories.end(),
                fs::path(file).parent_path().string()) != directories.end()) {
    return file;
  }
  const std::string name = fs::path(file).filename().string();
  for (const std::string& directory : directories) {
    std::string here = (fs::path(directory) / name).string();
    std::error_code failed;
    if (fs::canonical(here, failed) == file && !failed &&
        !is_open_to_all(directory)) {
      return here;
    }
  }
  return file;
}

std::string find_program(std::string_view name) {
  if (name.find('/') != name.npos) {
    return is_program(std::string(name)) ? std::string(name) : std::string();
  }
  for (const std::string& directory : search_directories()) {
    std::string here = (fs::path(directory) / name).string();
    if (is_program(here)) return here;
  }
  return {};
}

}  // namespace cli
