// SPDX-License-Identifier: MIT
#include "system/new_file.hpp"
#include "system/windows.hpp"

#include <fcntl.h>
#include <io.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <random>

namespace cli {

namespace {

// As on other systems: the handler runs in a thread of its own, at any time.
std::array<wchar_t, 4096> doomed{};

BOOL WINAPI leave_nothing(DWORD /*event*/) {
  if (doomed[0] != L'\0') DeleteFileW(doomed.data());
  return FALSE;  // the process ends as it would have
}

std::string random_suffix() {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz234567";
  std::random_device source;  // of the system
  unsigned bits = source();
  std::string text = ".";
  for (int i = 0; i < 6; ++i, bits >>= 5U) text += letters[bits & 31U];
  return text;
}

/// A new file, which can be removed while it is open.
windows::owned_handle make_file(const std::string& file) {
  return windows::owned_handle{
      CreateFileW(windows::wide(file).c_str(), GENERIC_WRITE | DELETE,
                  FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr, CREATE_NEW,
                  FILE_ATTRIBUTE_NORMAL, nullptr)};
}

int descriptor_of(windows::owned_handle handle) {
  if (!handle) return windows::fail();
  const int fd =
      ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle.get()),
                        _O_WRONLY | _O_BINARY | _O_NOINHERIT);
  if (fd >= 0) static_cast<void>(handle.release());
  return fd;
}

/// A name that Windows would take for something else than a new file.
bool is_refused(const std::string& file) {
  // It also drops dots and spaces at the end, silently: another name than was
  // asked for.
  const bool is_cut = file.ends_with('.') || file.ends_with(' ');
  if (!is_cut && !windows::names_stream(file) && !windows::names_device(file)) {
    return false;
  }
  errno = EINVAL;
  return true;
}

}  // namespace

place_kind kind_at(const std::string& file) {
  if (windows::names_device(file)) return place_kind::other;
  const DWORD what = GetFileAttributesW(windows::wide(file).c_str());
  if (what == INVALID_FILE_ATTRIBUTES) {
    // A pipe has none.
    return file.starts_with("\\\\.\\") ? place_kind::other
                                       : place_kind::nothing;
  }
  return (what & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE)) == 0
             ? place_kind::file
             : place_kind::other;
}

bool is_device_name(const std::string& file) {
  return windows::names_device(file);
}

// Who may read and change it, a new file takes from its directory; what a file
// had that it replaces stays in move_over().
new_file make_beside(const std::string& file, new_rights /*rights*/) {
  if (is_refused(file)) return {};
  constexpr int max_tries = 100;
  for (int i = 0; i < max_tries; ++i) {
    std::string path = file + random_suffix();
    const int fd = descriptor_of(make_file(path));
    if (fd >= 0) return {fd, std::move(path)};
    if (errno != EEXIST) break;
  }
  return {};
}

int make_like(const std::string& file, const std::string& /*like*/) {
  // In the directory of the other one, so with the rights that it began with.
  return is_refused(file) ? -1 : descriptor_of(make_file(file));
}

int move_over(const std::string& from, const std::string& to) {
  const std::wstring source = windows::wide(from);
  const std::wstring target = windows::wide(to);
  // Keeps the access list, the attributes and the streams of what is replaced.
  if (ReplaceFileW(target.c_str(), source.c_str(), nullptr, 0, nullptr,
                   nullptr)) {
    return 0;
  }
  const DWORD first = GetLastError();
  if (first == ERROR_SHARING_VIOLATION || first == ERROR_LOCK_VIOLATION ||
      first == ERROR_UNABLE_TO_REMOVE_REPLACED) {
    return EBUSY;
  }
  // There is nothing to replace, or the file system cannot do that.
  if (MoveFileExW(source.c_str(), target.c_str(),
                  MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
    return 0;
  }
  return windows::errno_of(GetLastError());
}

// A directory cannot be opened to be flushed; the move was written through.
void sync_directory_of(const std::string& /*file*/) {}

bool remove_file(const std::string& file) {
  if (DeleteFileW(windows::wide(file).c_str())) return true;
  windows::fail();
  return false;
}

void remove_at_signal(const std::string& file) {
  const std::wstring name = windows::wide(file);
  if (name.size() >= doomed.size()) return;
  std::memcpy(doomed.data(), name.c_str(), (name.size() + 1) * sizeof(wchar_t));
  SetConsoleCtrlHandler(leave_nothing, TRUE);
}

void forget_at_signal() {
  doomed[0] = L'\0';
  SetConsoleCtrlHandler(leave_nothing, FALSE);
}

}  // namespace cli
