// SPDX-License-Identifier: MIT
#include "system/new_file.hpp"

#include "system/descriptors.hpp"
#include "system/file_attributes.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace cli {

namespace {

// What a signal takes away; a plain array, because a handler may not touch
// anything that allocates. Names that do not fit are left behind.
std::array<char, 4096> doomed{};

extern "C" void leave_nothing(int signal) {
  ::unlink(doomed.data());
  // The handler was for one time: this ends the process as it would have.
  ::raise(signal);
}

/// The rights of any new file.
mode_t usual_rights() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return static_cast<mode_t>(0666U & ~unsigned{mask});
}

/// Gives a new file the owner of the old one, and its rights as far as `rights`
/// has them.
void take_over(int fd, const struct stat& old, mode_t rights) {
  // With sudo it would else be root's, and its owner could not read it any
  // more. Who may not give it away keeps it. Before the rights, of which a
  // change of the owner takes some away.
  struct stat now {};
  if (::fstat(fd, &now) == 0 &&
      (now.st_uid != old.st_uid || now.st_gid != old.st_gid) &&
      ::fchown(fd, old.st_uid, old.st_gid) != 0) {
    rights &= 0777U;
  }
  ::fchmod(fd, old.st_mode & rights);
}

}  // namespace

place_kind kind_at(const std::string& file) {
  struct stat what {};
  if (::stat(file.c_str(), &what) != 0) return place_kind::nothing;
  return S_ISREG(what.st_mode) ? place_kind::file : place_kind::other;
}

bool is_device_name(const std::string& /*file*/) { return false; }

new_file make_beside(const std::string& file, new_rights rights) {
  new_file made{-1, file + ".XXXXXX"};
  // Makes a file of mode 0600 that was not there before.
  made.fd = ::mkostemp(made.path.data(), O_CLOEXEC);
  if (made.fd < 0) return {};
  struct stat old {};
  if (rights == new_rights::usual) {
    ::fchmod(made.fd, usual_rights());
  } else if (rights != new_rights::owner_only &&
             ::stat(file.c_str(), &old) == 0) {
    take_over(made.fd, old, 07777U);
    if (rights == new_rights::same_with_attributes) {
      copy_attributes(file, made.fd);
    }
  }
  return made;
}

int make_like(const std::string& file, const std::string& like) {
  struct stat old {};
  const bool has_rights = ::stat(like.c_str(), &old) == 0;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): open()
  const int fd =
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return -1;
  if (has_rights) take_over(fd, old, 0777U);
  copy_attributes(like, fd);
  return fd;
}

int move_over(const std::string& from, const std::string& to) {
  return std::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

void sync_directory_of(const std::string& file) {
  std::string directory = std::filesystem::path(file).parent_path().string();
  if (directory.empty()) directory = ".";
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): open()
  const int fd = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  // Some file systems cannot; the file itself is on the disk.
  (void)sync_descriptor(fd);
  ::close(fd);
}

bool remove_file(const std::string& file) {
  return ::unlink(file.c_str()) == 0;
}

void remove_at_signal(const std::string& file) {
  if (file.size() >= doomed.size()) return;
  std::memcpy(doomed.data(), file.c_str(), file.size() + 1);
  struct sigaction once {};
  once.sa_handler = leave_nothing;
  once.sa_flags = static_cast<int>(SA_RESETHAND);
  // A file that grows too large is an error like a full disk.
  ::signal(SIGXFSZ, SIG_IGN);
  for (const int signal :
       {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGXCPU, SIGALRM}) {
    struct sigaction now {};
    // What the shell has set to be ignored stays ignored.
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) {
      ::sigaction(signal, &once, nullptr);
    }
  }
}

void forget_at_signal() { doomed[0] = '\0'; }

}  // namespace cli
