// SPDX-License-Identifier: MIT
#include "doctor/survey.hpp"

#include "install/own_path.hpp"
#include "mcp/net/tls.hpp"
#include "system/user_places.hpp"
#include "terminal/terminal.hpp"

#include <algorithm>
#include <filesystem>

namespace cli {

namespace {

namespace fs = std::filesystem;

/// Whether there is something of this name, even a link to nothing.
bool has_entry(const std::string& path) {
  std::error_code failed;
  const auto found = fs::symlink_status(path, failed);
  // Not being allowed to look is not the same as nothing being there.
  return found.type() != fs::file_type::not_found;
}

/// The same file can be that of the user and that of the current directory.
bool is_known(const std::vector<surveyed_file>& files,
              const std::string& path) {
  return std::any_of(files.begin(), files.end(),
                     [&path](const surveyed_file& one) {
                       std::error_code failed;
                       return fs::equivalent(one.path, path, failed);
                     });
}

void check_environment(survey& found, const launcher_signs& signs) {
  if (environment(home_variable()).empty()) {
    found.problems.push_back(
        std::string(home_variable()) +
        " is not set, so only files of the current directory are listed");
  }
  if (environment("PATH").empty()) {
    found.problems.emplace_back("PATH is not set, so no command is found");
  }
  if (signs.has_unknown) {
    found.problems.emplace_back(
        "PITH_LAUNCHER or PITH_LAUNCHER_PACKAGE has a value that pith does not "
        "know and ignores");
  }
  std::string problem;
  found.has_authorities = pith::mcp::make_client_tls("", problem) != nullptr;
  if (!found.has_authorities) {
    found.problems.push_back("servers at https addresses cannot be reached: " +
                             problem);
  }
}

}  // namespace

std::size_t survey::problem_count() const {
  std::size_t count = problems.size();
  for (const surveyed_file& file : files) {
    count += file.problems.size();
    for (const surveyed_server& server : file.servers) {
      count += server.problems.size();
    }
  }
  return count;
}

survey look_around(std::string_view client) {
  survey found;
  found.executable = own_path();
  const launcher_signs signs = read_launcher_signs();
  found.launcher = guess_launcher(signs, found.executable);
  check_environment(found, signs);
  for (const mcp_client& one : mcp_clients()) {
    if (!client.empty() && one.name != client) continue;
    for (const std::string& path : files_of(one)) {
      if (!has_entry(path) || is_known(found.files, path)) continue;
      found.files.push_back(survey_file(one, path, found.executable));
    }
  }
  return found;
}

}  // namespace cli
