// SPDX-License-Identifier: MIT
#include "install/own_path.hpp"

#include "mcp/system/own_program.hpp"
#include "system/program_search.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace cli {

namespace {

namespace fs = std::filesystem;

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

}  // namespace cli
