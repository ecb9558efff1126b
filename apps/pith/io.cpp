// SPDX-License-Identifier: MIT
#include "io.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace cli {
namespace {

constexpr std::size_t buffer_bytes = 64 * 1024;
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

/// Room for the whole of a regular file and one byte more, with which the end
/// is seen without growing; a first guess for everything else.
std::size_t first_capacity(int fd, std::size_t max_bytes) {
  struct stat info {};
  std::size_t guess = buffer_bytes;
  if (::fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
    guess = static_cast<std::size_t>(info.st_size) + 1;
  }
  return std::min(guess, max_bytes + 1);
}

/// Returns errno, or 0 when the end or the bound was reached.
int read_all(int fd, std::string& text, std::size_t max_bytes) {
  std::size_t used = 0;
  text.resize(first_capacity(fd, max_bytes));
  while (used <= max_bytes) {
    if (used == text.size()) {
      text.resize(std::min(text.size() * 2, max_bytes + 1));
    }
    const std::size_t room = std::min(text.size() - used, max_call_bytes);
    const ssize_t got = ::read(fd, text.data() + used, room);
    if (got < 0 && !should_retry(fd, POLLIN)) return errno;
    if (got == 0) break;
    if (got > 0) used += static_cast<std::size_t>(got);
  }
  text.resize(used);
  return 0;
}

}  // namespace

input read_input(const std::string& file, std::size_t max_bytes) {
  input in;
  if (file == "-") {
    in.name = "<stdin>";
    in.failure = read_all(STDIN_FILENO, in.text, max_bytes);
    return in;
  }
  in.name = file;
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    in.failure = errno;
    return in;
  }
  in.failure = read_all(fd, in.text, max_bytes);
  ::close(fd);
  return in;
}

fd_sink::fd_sink(int fd) : fd_(fd) { buffer_.reserve(buffer_bytes); }

bool fd_sink::write(std::string_view bytes) {
  if (!bytes.empty()) ends_line_ = bytes.back() == '\n';
  if (buffer_.size() + bytes.size() <= buffer_bytes) {
    buffer_ += bytes;
    return failure_ == 0;
  }
  if (!flush()) return false;
  if (bytes.size() >= buffer_bytes) return write_through(bytes);
  buffer_ += bytes;
  return true;
}

bool fd_sink::flush() {
  const bool is_written = write_through(buffer_);
  buffer_.clear();
  return is_written;
}

bool fd_sink::finish() {
  flush();
  if (::close(fd_) != 0 && failure_ == 0) failure_ = errno;
  return failure_ == 0;
}

bool fd_sink::write_through(std::string_view bytes) {
  while (failure_ == 0 && !bytes.empty()) {
    const std::size_t part = std::min(bytes.size(), max_call_bytes);
    const ssize_t put = ::write(fd_, bytes.data(), part);
    if (put >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(put));
    } else if (!should_retry(fd_, POLLOUT)) {
      failure_ = errno;
    }
  }
  return failure_ == 0;
}

}  // namespace cli
