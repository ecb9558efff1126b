// SPDX-License-Identifier: MIT
#include "mcp/net/server/local_listener.hpp"

#include "mcp/system/local_path.hpp"
#include "mcp/system/owned_descriptor.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::chrono::milliseconds turn_time{2'000};
constexpr std::chrono::milliseconds turn_pause{20};

std::string errno_words(int error) {
  return std::generic_category().message(error);
}

/// A socket that no child inherits, and that waits for nothing.
int make_local_socket() noexcept {
  const int made = ::socket(AF_UNIX, SOCK_STREAM, 0);
  if (made < 0) return made;
  // NOLINTBEGIN(cppcoreguidelines-pro-type-vararg): fcntl()
  ::fcntl(made, F_SETFD, FD_CLOEXEC);
  ::fcntl(made, F_SETFL, O_NONBLOCK);
  // NOLINTEND(cppcoreguidelines-pro-type-vararg)
  return made;
}

/// The path must be short enough.
sockaddr_un address_of_path(const std::string& path) noexcept {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::copy(path.begin(), path.end(), std::begin(address.sun_path));
  return address;
}

const sockaddr* as_address(const sockaddr_un& address) noexcept {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as of sockets
  return reinterpret_cast<const sockaddr*>(&address);
}

/// The directory of a socket, locked: no other gateway looks at what is there,
/// or changes it, in the meantime.
class socket_place {
 public:
  explicit socket_place(const std::string& path)
      : path_(path),
        name_(path.substr(path.rfind('/') + 1)),
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): open()
        directory_(::open((path.substr(0, path.rfind('/')) + "/").c_str(),
                          O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {}

  /// What is wrong; empty when it is ours.
  [[nodiscard]] std::string lock() const {
    if (directory_.get() < 0) {
      return "the directory cannot be opened: " + errno_words(errno);
    }
    const auto end = std::chrono::steady_clock::now() + turn_time;
    while (::flock(directory_.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK && errno != EINTR) {
        return "the directory cannot be locked: " + errno_words(errno);
      }
      if (std::chrono::steady_clock::now() >= end) {
        return "somebody else holds a lock on the directory";
      }
      std::this_thread::sleep_for(turn_pause);
    }
    return {};
  }

  [[nodiscard]] std::string check_directory() const {
    struct stat seen {};
    if (::fstat(directory_.get(), &seen) != 0) return errno_words(errno);
    if ((seen.st_mode & S_IWOTH) == 0) return {};
    return "everybody can write in the directory, and could put a socket of "
           "their own there; use one that only its owner can write, such as "
           "/run/pith";
  }

  /// False: nothing is there, or nobody knows; errno says which.
  [[nodiscard]] bool look(struct stat& seen) const noexcept {
    return ::fstatat(directory_.get(), name_.c_str(), &seen,
                     AT_SYMLINK_NOFOLLOW) == 0;
  }

  /// Removes a socket that was left behind; says why not.
  [[nodiscard]] std::string clear() const {
    struct stat seen {};
    if (!look(seen))
      return errno == ENOENT ? std::string() : errno_words(errno);
    if (!S_ISSOCK(seen.st_mode)) {
      return "it exists and is not a socket; remove it, or choose another path";
    }
    if (seen.st_uid != ::geteuid()) {
      return "it is a socket of another user; remove it, or choose another "
             "path";
    }
    const owned_descriptor probe(make_local_socket());
    if (probe.get() < 0) return errno_words(errno);
    const sockaddr_un address = address_of_path(path_);
    if (::connect(probe.get(), as_address(address), sizeof address) == 0 ||
        errno == EAGAIN) {
      return "another process listens on it";
    }
    if (errno != ECONNREFUSED && errno != ENOENT) {
      return "nobody knows whether another process listens on it: " +
             errno_words(errno);
    }
    return remove() ? std::string() : errno_words(errno);
  }

  [[nodiscard]] bool allow(mode_t mode) const noexcept {
    return ::fchmodat(directory_.get(), name_.c_str(), mode, 0) == 0;
  }
  // NOLINTNEXTLINE(modernize-use-nodiscard): at the end nobody can help it
  bool remove() const noexcept {
    return ::unlinkat(directory_.get(), name_.c_str(), 0) == 0 ||
           errno == ENOENT;
  }

 private:
  const std::string& path_;
  std::string name_;
  owned_descriptor directory_;
};

}  // namespace

std::unique_ptr<local_listener> local_listener::open(const std::string& path,
                                                     mode_t mode,
                                                     std::string& problem) {
  const auto fail = [&](const std::string& why) {
    problem = path + ": " + why;
    return nullptr;
  };
  if (path.size() > max_local_path || !path.starts_with('/')) {
    return fail("is not an absolute path of at most " +
                std::to_string(max_local_path) + " bytes");
  }
  const socket_place place(path);
  problem = place.lock();
  if (problem.empty()) problem = place.check_directory();
  if (problem.empty()) problem = place.clear();
  if (!problem.empty()) return fail(problem);

  owned_descriptor made(make_local_socket());
  if (made.get() < 0) return fail(errno_words(errno));
  // The file never allows more than it is to allow at the end. Where a socket
  // has no permissions before it has a name, what follows must do.
  static_cast<void>(::fchmod(made.get(), mode));
  const sockaddr_un address = address_of_path(path);
  if (::bind(made.get(), as_address(address), sizeof address) != 0) {
    return fail(errno_words(errno));
  }
  struct stat seen {};
  if (!place.allow(mode) || !place.look(seen) ||
      ::listen(made.get(), SOMAXCONN) != 0) {
    const int error = errno;
    place.remove();
    return fail(errno_words(error));
  }
  std::unique_ptr<local_listener> listener(new local_listener);
  listener->path_ = path;
  listener->device_ = seen.st_dev;
  listener->inode_ = seen.st_ino;
  listener->socket_ = made.release();
  return listener;
}

local_listener::~local_listener() { remove(); }

int local_listener::share() const noexcept {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): fcntl()
  return ::fcntl(socket_, F_DUPFD_CLOEXEC, 0);
}

void local_listener::remove_file() const noexcept {
  try {
    const socket_place place(path_);
    struct stat seen {};
    if (place.lock().empty() && place.look(seen) && seen.st_dev == device_ &&
        seen.st_ino == inode_) {
      place.remove();
    }
  } catch (...) {
    return;  // without memory the file stays, and the next one replaces it
  }
}

void local_listener::remove() noexcept {
  if (socket_ < 0) return;
  remove_file();
  ::close(std::exchange(socket_, -1));
}

}  // namespace pith::mcp
