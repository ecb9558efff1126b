// SPDX-License-Identifier: MIT
#include "mcp/system/byte_streams.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <cerrno>
#include <string_view>
#include <utility>

namespace pith::mcp {

namespace {

namespace asio = boost::asio;
using error_code = boost::system::error_code;

bool is_regular_file(int fd) noexcept {
  struct stat known {};
  return ::fstat(fd, &known) == 0 && S_ISREG(known.st_mode);
}

/// A descriptor of its own, so that closing ours leaves the caller's open.
int duplicate(int fd) noexcept { return ::fcntl(fd, F_DUPFD_CLOEXEC, 3); }

/// A descriptor that a reactor waits for, or that is always ready.
class borrowed_stream {
 public:
  borrowed_stream(asio::io_context& loop, int descriptor)
      : io(loop),
        stream(loop),
        fd(duplicate(descriptor)),
        flags_(::fcntl(descriptor, F_GETFL)) {
    // What no reactor can wait for, files and /dev/null, is always ready.
    error_code failed;
    is_file = is_regular_file(fd);
    if (!is_file) stream.assign(fd, failed);
    is_file = is_file || failed;
  }
  ~borrowed_stream() {
    // O_NONBLOCK is seen by everybody who shares the open file.
    if (flags_ >= 0) ::fcntl(fd, F_SETFL, flags_);
    if (!stream.is_open() && fd >= 0) ::close(fd);
  }
  borrowed_stream(const borrowed_stream&) = delete;
  borrowed_stream& operator=(const borrowed_stream&) = delete;

  asio::io_context& io;
  asio::posix::stream_descriptor stream;
  int fd;
  bool is_file = false;  // which no reactor can wait for

 private:
  int flags_;
};

}  // namespace

class byte_source::state : public borrowed_stream {
 public:
  using borrowed_stream::borrowed_stream;
};

byte_source::byte_source(asio::io_context& io, int descriptor)
    : state_(std::make_unique<state>(io, descriptor)) {}
byte_source::~byte_source() = default;

void byte_source::read(std::span<char> into, bytes_moved then) {
  state& at = *state_;
  if (at.is_file) {
    asio::post(at.io, [fd = at.fd, into, then = std::move(then)] {
      const ssize_t got = ::read(fd, into.data(), into.size());
      if (got > 0) {
        then({}, static_cast<std::size_t>(got));
      } else {
        then(asio::error::eof, 0);
      }
    });
    return;
  }
  at.stream.async_read_some(
      asio::buffer(into.data(), into.size()),
      [then = std::move(then)](const error_code& failed, std::size_t size) {
        if (failed != asio::error::operation_aborted) then(failed, size);
      });
}

class byte_sink::state : public borrowed_stream {
 public:
  using borrowed_stream::borrowed_stream;
  std::string bytes;  // that are being written
};

byte_sink::byte_sink(asio::io_context& io, int descriptor)
    : state_(std::make_unique<state>(io, descriptor)) {}
byte_sink::~byte_sink() = default;

void byte_sink::write(std::string bytes, bytes_moved then) {
  state& at = *state_;
  at.bytes = std::move(bytes);
  if (at.is_file) {
    asio::post(at.io, [&at, then = std::move(then)] {
      std::string_view rest = at.bytes;
      while (!rest.empty()) {
        const ssize_t put = ::write(at.fd, rest.data(), rest.size());
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) {
          then({errno, boost::system::system_category()}, 0);
          return;
        }
        rest.remove_prefix(static_cast<std::size_t>(put));
      }
      then({}, at.bytes.size());
    });
    return;
  }
  asio::async_write(
      at.stream, asio::buffer(at.bytes),
      [then = std::move(then)](const error_code& failed, std::size_t size) {
        if (failed != asio::error::operation_aborted) then(failed, size);
      });
}

}  // namespace pith::mcp
