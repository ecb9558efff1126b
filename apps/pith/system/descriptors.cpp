// SPDX-License-Identifier: MIT
#include "system/descriptors.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace cli {

namespace {

// Linux moves at most 0x7ffff000 bytes per call; ask for less everywhere.
constexpr std::size_t max_call_bytes = 1U << 30U;

/// Waits until a descriptor that somebody made non-blocking is ready.
void wait_for(int fd, short events) {
  pollfd entry{fd, events, 0};
  ::poll(&entry, 1, -1);
}

bool should_retry(int fd, short events) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
  wait_for(fd, events);
  return true;
}

std::optional<std::uint64_t> regular_size(int found, const struct stat& what) {
  if (found != 0 || !S_ISREG(what.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(std::max<off_t>(what.st_size, 0));
}

}  // namespace

int open_to_read(const std::string& file) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): open()
  return ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
}

int open_to_write(const std::string& file) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): open()
  return ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
}

std::ptrdiff_t read_some(int fd, char* into, std::size_t room) {
  for (;;) {
    const ssize_t got = ::read(fd, into, std::min(room, max_call_bytes));
    if (got >= 0 || !should_retry(fd, POLLIN)) return got;
  }
}

std::ptrdiff_t write_some(int fd, const char* from, std::size_t bytes) {
  for (;;) {
    const ssize_t put = ::write(fd, from, std::min(bytes, max_call_bytes));
    if (put >= 0 || !should_retry(fd, POLLOUT)) return put;
  }
}

bool sync_descriptor(int fd) {
#ifdef F_FULLFSYNC
  // fsync() of macOS does not wait for the drive. Not every volume can.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): fcntl()
  if (::fcntl(fd, F_FULLFSYNC) == 0) return true;
#endif
  return ::fsync(fd) == 0 || errno == EINVAL || errno == EROFS ||
         errno == ENOTSUP;
}

bool close_descriptor(int fd) { return ::close(fd) == 0; }

int copy_descriptor(int fd) { return ::dup(fd); }

std::optional<std::uint64_t> regular_size(int fd) {
  struct stat what {};
  return regular_size(::fstat(fd, &what), what);
}

std::optional<std::uint64_t> regular_size(const std::string& file) {
  struct stat what {};
  return regular_size(::stat(file.c_str(), &what), what);
}

std::string failure_text(int number) {
  return std::generic_category().message(number);
}

}  // namespace cli
