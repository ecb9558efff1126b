// SPDX-License-Identifier: MIT
#include "system/windows.hpp"

#include <io.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>

namespace cli::windows {

namespace {

// More than any path or argument has, and less than an int holds.
constexpr std::size_t max_text = 1U << 28U;

}  // namespace

std::wstring wide(std::string_view text) {
  // A name may not have it, so nothing else is opened by mistake.
  constexpr const wchar_t* impossible = L"?";
  if (text.empty()) return {};
  if (text.size() > max_text) return impossible;
  const int size = static_cast<int>(text.size());
  std::wstring out(text.size(), L'\0');
  const int used = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS,
                                       text.data(), size, out.data(), size);
  if (used <= 0) return impossible;
  out.resize(static_cast<std::size_t>(used));
  // Windows would read the name up to there.
  return out.find(L'\0') == out.npos ? out : std::wstring(impossible);
}

std::string narrow(std::wstring_view text) {
  if (text.empty() || text.size() > max_text) return {};
  const int size = static_cast<int>(text.size());
  std::string out(text.size() * 3, '\0');
  const int used =
      WideCharToMultiByte(CP_UTF8, 0, text.data(), size, out.data(),
                          static_cast<int>(out.size()), nullptr, nullptr);
  out.resize(static_cast<std::size_t>(std::max(used, 0)));
  return out;
}

int errno_of(DWORD code) {
  switch (code) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_DRIVE:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
      return ENOENT;
    case ERROR_DIRECTORY:
      return ENOTDIR;
    case ERROR_ACCESS_DENIED:
    case ERROR_WRITE_PROTECT:
    case ERROR_PRIVILEGE_NOT_HELD:
      return EACCES;
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_USER_MAPPED_FILE:
    case ERROR_UNABLE_TO_REMOVE_REPLACED:
    case ERROR_UNABLE_TO_MOVE_REPLACEMENT:
      return EBUSY;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
      return EEXIST;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
    case ERROR_DISK_QUOTA_EXCEEDED:
      return ENOSPC;
    case ERROR_FILENAME_EXCED_RANGE:
      return ENAMETOOLONG;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
    case ERROR_PIPE_NOT_CONNECTED:
      return EPIPE;
    case ERROR_TOO_MANY_OPEN_FILES:
      return EMFILE;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
      return ENOMEM;
    case ERROR_INVALID_HANDLE:
      return EBADF;
    case ERROR_INVALID_PARAMETER:
      return EINVAL;
    default:
      return EIO;
  }
}

int fail() {
  errno = errno_of(GetLastError());
  return -1;
}

owned_handle open_file(const std::string& file, DWORD access, DWORD flags) {
  return owned_handle{CreateFileW(
      wide(file).c_str(), access,
      FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
      OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL | flags, nullptr)};
}

HANDLE handle_of(int fd) {
  // A program without a console has -2 here.
  const auto number = ::_get_osfhandle(fd);
  return number < 0 ? nullptr : reinterpret_cast<HANDLE>(number);
}

bool is_console(HANDLE handle) {
  DWORD mode = 0;
  return handle != nullptr && GetConsoleMode(handle, &mode) != 0;
}

bool names_device(std::string_view file) {
  file = file.substr(file.find_last_of("/\\") + 1);
  std::string name(file.substr(0, file.find_first_of(".:")));
  while (name.ends_with(' ')) name.pop_back();
  std::ranges::transform(name, name.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  constexpr std::array<std::string_view, 6> plain = {
      "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"};
  if (std::ranges::find(plain, name) != plain.end()) return true;
  if (!name.starts_with("COM") && !name.starts_with("LPT")) return false;
  const std::string_view port = std::string_view(name).substr(3);
  if (port.size() == 1) return port[0] >= '0' && port[0] <= '9';
  // The superscripts of Latin-1 count as digits.
  return port == "\u00b9" || port == "\u00b2" || port == "\u00b3";
}

bool names_stream(std::string_view file) {
  // "C:name" has one too.
  if (file.size() >= 2 && file[1] == ':') file.remove_prefix(2);
  // So have the paths of "\\?\C:\".
  file = file.substr(file.find_last_of("/\\") + 1);
  return file.find(':') != file.npos;
}

}  // namespace cli::windows
