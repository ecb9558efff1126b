// SPDX-License-Identifier: MIT
#include "mcp/system/file_bytes.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace pith::mcp {

std::optional<std::string> read_file_bytes(const std::string& file,
                                           std::size_t most) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the only call there is
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  std::string bytes;
  std::array<char, 4096> part{};
  ssize_t got = 0;
  while (bytes.size() <= most) {
    got = ::read(fd, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    bytes.append(part.data(), static_cast<std::size_t>(got));
  }
  ::close(fd);
  if (got < 0) return std::nullopt;
  return bytes;
}

bool may_read(const std::string& file) noexcept {
  return ::access(file.c_str(), R_OK) == 0;
}

int open_to_append(const std::string& file) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): open()
  return ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

}  // namespace pith::mcp
