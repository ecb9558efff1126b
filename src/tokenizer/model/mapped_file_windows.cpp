// SPDX-License-Identifier: MIT
#include "tokenizer/model/mapped_file.hpp"

#include <windows.h>

#include <cstdint>
#include <limits>

namespace pith::inline v0::tokens {

namespace {

/// UTF-8 as Windows wants it; empty if it is not UTF-8.
std::wstring wide(const std::string& text) {
  if (text.size() > std::numeric_limits<int>::max() / 2) return {};
  const int size = static_cast<int>(text.size());
  std::wstring out(text.size(), L'\0');
  const int used = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS,
                                       text.data(), size, out.data(), size);
  out.resize(static_cast<std::size_t>(used));
  return out;
}

struct file_handle {
  HANDLE file;

  explicit file_handle(const std::string& path)
      : file(CreateFileW(wide(path).c_str(), GENERIC_READ,
                         FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr,
                         OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr)) {}
  file_handle(const file_handle&) = delete;
  file_handle& operator=(const file_handle&) = delete;
  ~file_handle() {
    if (is_open()) CloseHandle(file);
  }
  [[nodiscard]] bool is_open() const { return file != INVALID_HANDLE_VALUE; }
};

struct view_of_file {
  const void* address = nullptr;

  view_of_file() = default;
  view_of_file(const view_of_file&) = delete;
  view_of_file& operator=(const view_of_file&) = delete;
  ~view_of_file() {
    if (address != nullptr) UnmapViewOfFile(address);
  }
};

}  // namespace

// While it is mapped, Windows lets nobody shorten the file.
result<held_bytes> map_file(const std::string& path) {
  const file_handle opened{path};
  LARGE_INTEGER size{};
  // The console and NUL are files too, but not on a disk.
  if (!opened.is_open() || GetFileType(opened.file) != FILE_TYPE_DISK ||
      !GetFileSizeEx(opened.file, &size) || size.QuadPart <= 0) {
    return error{error_code::read_failed, 0,
                 "the file cannot be read, or is empty"};
  }
  const auto bytes = static_cast<std::uint64_t>(size.QuadPart);
  if (bytes > ~std::size_t{0} / 2) {
    return error{error_code::read_failed, 0, "the file is too large"};
  }
  auto held = std::make_shared<view_of_file>();
  // The view keeps what it was made of.
  const HANDLE section =
      CreateFileMappingW(opened.file, nullptr, PAGE_READONLY, 0, 0, nullptr);
  if (section != nullptr) {
    held->address = MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0);
    CloseHandle(section);
  }
  if (held->address == nullptr) {
    return error{error_code::read_failed, 0, "the file cannot be mapped"};
  }
  const std::string_view view{static_cast<const char*>(held->address),
                              static_cast<std::size_t>(bytes)};
  return held_bytes{view, std::move(held)};
}

}  // namespace pith::inline v0::tokens
