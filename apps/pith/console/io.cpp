// SPDX-License-Identifier: MIT
#include "console/io.hpp"

#include "console/file_attributes.hpp"

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
std::size_t first_capacity(const input_file& from, std::size_t max_bytes) {
  const std::size_t size = from.size();
  return std::min(size == 0 ? buffer_bytes : size + 1, max_bytes + 1);
}

}  // namespace

input_file::input_file(const std::string& file)
    : name_(file == "-" ? "<stdin>" : file),
      fd_(file == "-" ? STDIN_FILENO
                      : ::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (fd_ < 0) failure_ = errno;
}

input_file::~input_file() {
  if (fd_ > STDIN_FILENO) ::close(fd_);
}

std::size_t input_file::size() const noexcept {
  struct stat info {};
  if (::fstat(fd_, &info) != 0 || !S_ISREG(info.st_mode)) return 0;
  return static_cast<std::size_t>(std::max<off_t>(info.st_size, 0));
}

std::optional<std::size_t> input_file::read(std::span<char> into) {
  while (failure_ == 0) {
    const std::size_t room = std::min(into.size(), max_call_bytes);
    const ssize_t got = ::read(fd_, into.data(), room);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (!should_retry(fd_, POLLIN)) failure_ = errno;
  }
  return std::nullopt;
}

std::size_t size_of_file(const std::string& file) {
  return file == "-" ? 0 : input_file{file}.size();
}

input read_input(const std::string& file, std::size_t max_bytes) {
  input_file from{file};
  input in{.name = from.name(), .text = {}};
  std::size_t used = 0;
  in.text.resize(first_capacity(from, max_bytes));
  while (used <= max_bytes) {
    if (used == in.text.size()) {
      in.text.resize(std::min(in.text.size() * 2, max_bytes + 1));
    }
    const auto got = from.read(std::span(in.text).subspan(used));
    if (!got || *got == 0) break;
    used += *got;
  }
  in.text.resize(used);
  in.failure = from.failure();
  return in;
}

fd_sink::fd_sink(int fd) : fd_(fd) { buffer_.reserve(buffer_bytes); }

bool fd_sink::write(std::string_view bytes) {
  bytes_ += bytes.size();
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

bool fd_sink::sync() {
  if (!flush()) return false;
  failure_ = sync_file(fd_);
  return failure_ == 0;
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
