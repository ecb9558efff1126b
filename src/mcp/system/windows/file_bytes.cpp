// SPDX-License-Identifier: MIT
#include "mcp/system/file_bytes.hpp"

#include "mcp/system/windows/owned_handle.hpp"
#include "mcp/system/windows/wide_text.hpp"

#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#include <windows.h>

#include <array>

namespace pith::mcp {

namespace {

owned_handle open_to_read(const std::string& file) {
  return owned_handle(
      ::CreateFileW(to_wide(file).c_str(), GENERIC_READ,
                    FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                    nullptr, OPEN_EXISTING, 0, nullptr));
}

}  // namespace

std::optional<std::string> read_file_bytes(const std::string& file,
                                           std::size_t most) {
  const owned_handle opened = open_to_read(file);
  if (!opened) return std::nullopt;
  std::string bytes;
  std::array<char, 4096> part{};
  while (bytes.size() <= most) {
    DWORD got = 0;
    if (::ReadFile(opened.get(), part.data(), static_cast<DWORD>(part.size()),
                   &got, nullptr) == 0) {
      return std::nullopt;
    }
    if (got == 0) break;
    bytes.append(part.data(), got);
  }
  return bytes;
}

bool may_read(const std::string& file) noexcept {
  return static_cast<bool>(open_to_read(file));
}

int open_to_append(const std::string& file) {
  return ::_open(file.c_str(),
                 _O_WRONLY | _O_APPEND | _O_CREAT | _O_BINARY | _O_NOINHERIT,
                 _S_IREAD | _S_IWRITE);
}

}  // namespace pith::mcp
