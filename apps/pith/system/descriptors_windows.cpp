// SPDX-License-Identifier: MIT
#include "system/descriptors.hpp"
#include "system/windows.hpp"

#include <fcntl.h>
#include <io.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <string_view>
#include <system_error>

namespace cli {

namespace {

// More than any console takes at once, and less than the type of a call holds.
constexpr std::size_t max_call_bytes = 1U << 30U;
constexpr std::size_t max_console_bytes = 16U << 10U;

int descriptor_of(windows::owned_handle handle, int flags) {
  if (!handle) return windows::fail();
  const int fd =
      ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle.get()),
                        flags | _O_BINARY | _O_NOINHERIT);
  if (fd >= 0) static_cast<void>(handle.release());
  return fd;
}

/// How many bytes at the end begin a character that is not complete.
std::size_t unfinished(std::string_view text) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size());
       ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0U) == 0x80U) continue;
    const std::size_t whole =
        byte >= 0xF0 ? 4 : (byte >= 0xE0 ? 3 : (byte >= 0xC0 ? 2 : 1));
    return whole > back ? back : 0;
  }
  return 0;
}

/// Text for a console, whatever its code page is. A character whose bytes come
/// in two calls waits for the second.
class console_text {
 public:
  std::ptrdiff_t write(HANDLE console, std::string_view bytes) {
    const std::lock_guard lock(mutex_);
    const std::string_view part = bytes.substr(0, max_console_bytes);
    held_ += part;
    const std::size_t rest = unfinished(held_);
    const std::wstring text =
        wide_with_marks(std::string_view(held_).substr(0, held_.size() - rest));
    held_.erase(0, held_.size() - rest);
    for (std::size_t at = 0; at < text.size();) {
      DWORD put = 0;
      if (!WriteConsoleW(console, text.data() + at,
                         static_cast<DWORD>(text.size() - at), &put, nullptr) ||
          put == 0) {
        return windows::fail();
      }
      at += put;
    }
    return static_cast<std::ptrdiff_t>(part.size());
  }

 private:
  /// Bytes that are not UTF-8 become U+FFFD: a console shows text.
  static std::wstring wide_with_marks(std::string_view text) {
    std::wstring out(text.size(), L'\0');
    const int used = MultiByteToWideChar(
        CP_UTF8, 0, text.data(), static_cast<int>(text.size()), out.data(),
        static_cast<int>(out.size()));
    out.resize(static_cast<std::size_t>(std::max(used, 0)));
    return out;
  }

  std::mutex mutex_;
  std::string held_;
};

/// Lines that people type, until one begins with Ctrl-Z.
class console_lines {
 public:
  std::ptrdiff_t read(HANDLE console, char* into, std::size_t room) {
    if (at_ == text_.size() && !fetch(console)) return is_failed_ ? -1 : 0;
    const std::size_t count = std::min(room, text_.size() - at_);
    std::memcpy(into, text_.data() + at_, count);
    at_ += count;
    return static_cast<std::ptrdiff_t>(count);
  }

 private:
  bool fetch(HANDLE console) {
    constexpr wchar_t ends_input = 0x1A;
    if (is_over_) return false;
    std::array<wchar_t, 4096> line{};
    DWORD got = 0;
    if (!ReadConsoleW(console, line.data(), static_cast<DWORD>(line.size() - 1),
                      &got, nullptr)) {
      windows::fail();
      is_failed_ = true;
      return false;
    }
    if (got == 0 || (begins_line_ && line[0] == ends_input)) {
      is_over_ = true;
      return false;
    }
    std::wstring text(line.data(), got);
    // The second half of a character outside the first plane comes next time.
    if (text.back() >= 0xD800 && text.back() < 0xDC00) {
      wchar_t second = 0;
      DWORD more = 0;
      if (ReadConsoleW(console, &second, 1, &more, nullptr) && more == 1) {
        text += second;
      }
    }
    begins_line_ = text.back() == L'\n';
    text_ = windows::narrow(text);
    at_ = 0;
    return !text_.empty();
  }

  std::string text_;
  std::size_t at_ = 0;
  bool begins_line_ = true;
  bool is_over_ = false;
  bool is_failed_ = false;
};

console_text& text_of(int fd) {
  static std::array<console_text, 2> texts;
  return texts[fd == standard_error ? 1 : 0];
}

}  // namespace

int open_to_read(const std::string& file) {
  auto handle = windows::open_file(file, GENERIC_READ);
  if (!handle && GetLastError() == ERROR_ACCESS_DENIED) {
    // A directory cannot be opened like a file, which is not about rights.
    const DWORD what = GetFileAttributesW(windows::wide(file).c_str());
    if (what != INVALID_FILE_ATTRIBUTES &&
        (what & FILE_ATTRIBUTE_DIRECTORY) != 0) {
      errno = EISDIR;
      return -1;
    }
    SetLastError(ERROR_ACCESS_DENIED);
  }
  return descriptor_of(std::move(handle), _O_RDONLY);
}

int open_to_write(const std::string& file) {
  return descriptor_of(windows::open_file(file, GENERIC_WRITE), _O_WRONLY);
}

std::ptrdiff_t read_some(int fd, char* into, std::size_t room) {
  if (const HANDLE handle = windows::handle_of(fd);
      windows::is_console(handle)) {
    static console_lines lines;
    return lines.read(handle, into, room);
  }
  return ::_read(fd, into,
                 static_cast<unsigned>(std::min(room, max_call_bytes)));
}

std::ptrdiff_t write_some(int fd, const char* from, std::size_t bytes) {
  if (const HANDLE handle = windows::handle_of(fd);
      windows::is_console(handle)) {
    return text_of(fd).write(handle, {from, bytes});
  }
  const int put = ::_write(
      fd, from, static_cast<unsigned>(std::min(bytes, max_call_bytes)));
  // The C library takes some ways to say that nobody reads any more for
  // another fault.
  if (put < 0 && windows::errno_of(_doserrno) == EPIPE) errno = EPIPE;
  return put;
}

bool sync_descriptor(int fd) {
  const HANDLE handle = windows::handle_of(fd);
  if (GetFileType(handle) != FILE_TYPE_DISK || FlushFileBuffers(handle)) {
    return true;
  }
  windows::fail();
  return false;
}

bool close_descriptor(int fd) { return ::_close(fd) == 0; }

int copy_descriptor(int fd) {
  const int copy = ::_dup(fd);
  if (copy >= 0) ::_setmode(copy, _O_BINARY);
  return copy;
}

std::optional<std::uint64_t> regular_size(int fd) {
  const HANDLE handle = windows::handle_of(fd);
  LARGE_INTEGER size{};
  if (handle == nullptr || GetFileType(handle) != FILE_TYPE_DISK ||
      !GetFileSizeEx(handle, &size)) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(std::max<LONGLONG>(size.QuadPart, 0));
}

std::optional<std::uint64_t> regular_size(const std::string& file) {
  const auto handle = windows::open_file(file, FILE_READ_ATTRIBUTES);
  LARGE_INTEGER size{};
  if (!handle || GetFileType(handle.get()) != FILE_TYPE_DISK ||
      !GetFileSizeEx(handle.get(), &size)) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(std::max<LONGLONG>(size.QuadPart, 0));
}

std::string failure_text(int number) {
  // Its own words name a device.
  if (number == EBUSY) return "The file is in use by another program";
  return std::generic_category().message(number);
}

}  // namespace cli
