// SPDX-License-Identifier: MIT
#include "console/io.hpp"

#include "system/descriptors.hpp"

#include <algorithm>
#include <cerrno>
#include <limits>

namespace cli {
namespace {

constexpr std::size_t buffer_bytes = 64 * 1024;
/// Room for the whole of a regular file and one byte more, with which the end
/// is seen without growing; a first guess for everything else.
std::size_t first_capacity(const input_file& from, std::size_t max_bytes) {
  const std::size_t size = from.size();
  return std::min(size == 0 ? buffer_bytes : size + 1, max_bytes + 1);
}

}  // namespace

input_file::input_file(const std::string& file)
    : name_(file == "-" ? "<stdin>" : file),
      fd_(file == "-" ? standard_input : open_to_read(file)) {
  if (fd_ < 0) failure_ = errno;
}

input_file::~input_file() {
  if (fd_ > standard_input) close_descriptor(fd_);
}

std::size_t input_file::size() const noexcept {
  const std::uint64_t bytes = regular_size(fd_).value_or(0);
  return static_cast<std::size_t>(
      std::min<std::uint64_t>(bytes, std::numeric_limits<std::size_t>::max()));
}

std::optional<std::size_t> input_file::read(std::span<char> into) {
  if (failure_ != 0) return std::nullopt;
  const std::ptrdiff_t got = read_some(fd_, into.data(), into.size());
  if (got >= 0) return static_cast<std::size_t>(got);
  failure_ = errno;
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
  if (!sync_descriptor(fd_) && failure_ == 0) failure_ = errno;
  return failure_ == 0;
}

bool fd_sink::finish() {
  flush();
  if (!close_descriptor(fd_) && failure_ == 0) failure_ = errno;
  return failure_ == 0;
}

bool fd_sink::write_through(std::string_view bytes) {
  while (failure_ == 0 && !bytes.empty()) {
    const std::ptrdiff_t put = write_some(fd_, bytes.data(), bytes.size());
    if (put >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(put));
    } else {
      failure_ = errno;
    }
  }
  return failure_ == 0;
}

}  // namespace cli
