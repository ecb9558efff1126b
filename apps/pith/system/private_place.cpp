// SPDX-License-Identifier: MIT
#include "system/private_place.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace cli {

namespace fs = std::filesystem;

namespace {

/// Whether somebody else gets as far as this file.
bool is_reachable_by_others(const std::string& path) {
  std::error_code failed;
  auto directory = fs::canonical(path, failed).parent_path();
  while (!failed && directory != directory.root_path()) {
    const auto rights = fs::status(directory, failed).permissions();
    if ((rights & fs::perms::others_exec) == fs::perms::none) return false;
    directory = directory.parent_path();
  }
  return !failed;
}

}  // namespace

int make_private_directory(const std::string& directory) {
  if (::mkdir(directory.c_str(), 0700) == 0 || errno == EEXIST) return 0;
  return errno;
}

std::string directory_exposure(const std::string& directory) {
  struct stat found {};
  const bool is_ours = ::lstat(directory.c_str(), &found) == 0 &&
                       S_ISDIR(found.st_mode) && found.st_uid == ::geteuid() &&
                       (found.st_mode & 022U) == 0;
  if (is_ours) return {};
  return "must be a directory of yours to which nobody else can write; check "
         "its owner and run 'chmod 700' on it";
}

bool is_plain_file(const std::string& file) {
  struct stat found {};
  return ::lstat(file.c_str(), &found) == 0 && S_ISREG(found.st_mode);
}

std::string file_exposure(const std::string& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) return {};
  if (found.st_uid != ::geteuid() && found.st_uid != 0) {
    return "belongs to another user, who can change what is started";
  }
  if ((found.st_mode & 077U) == 0) return {};
  return "can be read or changed by other users, and it may hold secrets; run "
         "'chmod 600' on it";
}

other_rights rights_of_others(const std::string& file) {
  std::error_code failed;
  const auto rights = fs::status(file, failed).permissions();
  if (failed || !is_reachable_by_others(file)) return {};
  const auto has = [rights](fs::perms one) {
    return (rights & one) != fs::perms::none;
  };
  return {.read = has(fs::perms::others_read),
          .write = has(fs::perms::others_write)};
}

std::string_view writing_advice() noexcept { return "run 'chmod o-w' on it"; }

std::string_view reading_advice() noexcept { return "run 'chmod 600' on it"; }

}  // namespace cli
