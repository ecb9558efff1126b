// SPDX-License-Identifier: MIT
#include "install/private_file.hpp"

#include "console/diagnostics.hpp"
#include "console/file_attributes.hpp"
#include "console/io.hpp"
#include "terminal/terminal.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace cli {

namespace {

constexpr std::size_t max_private_bytes = 16U << 20U;

/// False after a message.
bool make_private_directory(const std::string& directory) {
  if (::mkdir(directory.c_str(), 0700) == 0 || errno == EEXIST) return true;
  say_failure("cannot make the directory " + directory, errno);
  return false;
}

}  // namespace

std::string merged_directory() {
  if (const auto base = environment("XDG_CONFIG_HOME"); base.starts_with('/')) {
    return std::string(base) + "/pith/merged";
  }
  const auto home = environment("HOME");
  return home.starts_with('/') ? std::string(home) + "/.config/pith/merged"
                               : "";
}

bool make_merged_directory(const std::string& directory) {
  const auto own = std::filesystem::path(directory).parent_path();
  std::error_code failed;
  std::filesystem::create_directories(own.parent_path(), failed);
  if (failed) {
    say_failure("cannot make the directory " + own.parent_path().string(),
                failed.value());
    return false;
  }
  if (!make_private_directory(own.string()) ||
      !make_private_directory(directory)) {
    return false;
  }
  struct stat found {};
  const bool is_ours = ::lstat(directory.c_str(), &found) == 0 &&
                       S_ISDIR(found.st_mode) && found.st_uid == ::geteuid() &&
                       (found.st_mode & 022U) == 0;
  if (!is_ours) {
    say("pith: " + printable(directory) +
        " must be a directory of yours to which nobody else can write; check "
        "its owner and run 'chmod 700' on it\n");
  }
  return is_ours;
}

bool write_private(const std::string& file, std::string_view text) {
  std::string temporary = file + ".XXXXXX";
  // Makes a file of mode 0600 that was not there before.
  const int fd = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (fd < 0) {
    say_failure("cannot write to " + file, errno);
    return false;
  }
  fd_sink out{fd};
  out.write(text);
  out.sync();
  int failure = out.finish() ? 0 : out.failure();
  if (failure == 0 && std::rename(temporary.c_str(), file.c_str()) != 0) {
    failure = errno;
  }
  if (failure != 0) {
    say_failure("cannot write to " + file, failure);
    ::unlink(temporary.c_str());
    return false;
  }
  sync_directory_of(file);
  return true;
}

std::optional<std::string> read_private(const std::string& file) {
  struct stat found {};
  if (::lstat(file.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) {
    return std::nullopt;
  }
  input in = read_input(file, max_private_bytes);
  if (in.failure != 0 || in.text.size() > max_private_bytes) {
    return std::nullopt;
  }
  return std::move(in.text);
}

std::string exposure_of(const std::string& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) return {};
  if (found.st_uid != ::geteuid() && found.st_uid != 0) {
    return "belongs to another user, who can change what is started";
  }
  if ((found.st_mode & 077U) == 0) return {};
  return "can be read or changed by other users, and it may hold secrets; run "
         "'chmod 600' on it";
}

}  // namespace cli
