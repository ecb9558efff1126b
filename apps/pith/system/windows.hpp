// SPDX-License-Identifier: MIT
/// @file
/// What the sources for Windows of this room share.
#ifndef PITH_APPS_PITH_SYSTEM_WINDOWS_HPP
#define PITH_APPS_PITH_SYSTEM_WINDOWS_HPP

#include <windows.h>

#include <string>
#include <string_view>
#include <utility>

namespace cli::windows {

/// UTF-8 as Windows wants it. What is not UTF-8 becomes a name that no file
/// has.
[[nodiscard]] std::wstring wide(std::string_view text);
/// The other way; unpaired surrogates become U+FFFD.
[[nodiscard]] std::string narrow(std::wstring_view text);

/// The errno for what GetLastError() says.
[[nodiscard]] int errno_of(DWORD code);
/// Sets errno from GetLastError(), and is -1.
int fail();

/// A handle that closes itself.
class owned_handle {
 public:
  owned_handle() = default;
  explicit owned_handle(HANDLE h) noexcept
      : handle_(h == INVALID_HANDLE_VALUE ? nullptr : h) {}
  owned_handle(owned_handle&& other) noexcept : handle_(other.release()) {}
  owned_handle& operator=(owned_handle&& other) noexcept {
    if (this != &other) {
      close();
      handle_ = other.release();
    }
    return *this;
  }
  owned_handle(const owned_handle&) = delete;
  owned_handle& operator=(const owned_handle&) = delete;
  ~owned_handle() { close(); }

  [[nodiscard]] HANDLE get() const noexcept { return handle_; }
  [[nodiscard]] explicit operator bool() const noexcept {
    return handle_ != nullptr;
  }
  [[nodiscard]] HANDLE release() noexcept {
    return std::exchange(handle_, nullptr);
  }
  void close() noexcept {
    if (handle_ != nullptr) CloseHandle(release());
  }

 private:
  HANDLE handle_ = nullptr;
};

/// Opens what is there, for everybody else too.
[[nodiscard]] owned_handle open_file(const std::string& file, DWORD access,
                                     DWORD flags = 0);

/// The handle of a descriptor; null when there is none.
[[nodiscard]] HANDLE handle_of(int fd);
/// Whether it is a console, and not only a device that looks like a terminal.
[[nodiscard]] bool is_console(HANDLE handle);

/// Whether a path names a device by one of the names that MS-DOS kept for
/// them, in whatever directory: NUL, CON, COM1, with any extension.
[[nodiscard]] bool names_device(std::string_view file);

/// Whether a path names a stream inside a file: "file.json:stream".
[[nodiscard]] bool names_stream(std::string_view file);

}  // namespace cli::windows

#endif  // PITH_APPS_PITH_SYSTEM_WINDOWS_HPP
