// SPDX-License-Identifier: MIT
#include "mcp/system/windows/wide_text.hpp"

#include <windows.h>

#include <system_error>

namespace pith::mcp {

std::wstring to_wide(std::string_view text) {
  const int bytes = static_cast<int>(text.size());
  const int size =
      ::MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, nullptr, 0);
  std::wstring out(static_cast<std::size_t>(size), L'\0');
  ::MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, out.data(), size);
  return out;
}

std::string from_wide(std::wstring_view text) {
  const int units = static_cast<int>(text.size());
  const int size = ::WideCharToMultiByte(CP_UTF8, 0, text.data(), units,
                                         nullptr, 0, nullptr, nullptr);
  std::string out(static_cast<std::size_t>(size), '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, text.data(), units, out.data(), size,
                        nullptr, nullptr);
  return out;
}

std::string windows_message(unsigned long code) {
  wchar_t* text = nullptr;
  const DWORD size = ::FormatMessageW(
      FORMAT_MESSAGE_ALLOCATE_BUFFER | FORMAT_MESSAGE_FROM_SYSTEM |
          FORMAT_MESSAGE_IGNORE_INSERTS,
      nullptr, code, 0, reinterpret_cast<wchar_t*>(&text), 0, nullptr);
  std::string out = from_wide({text, size});
  ::LocalFree(text);
  while (!out.empty() && (out.back() == '\n' || out.back() == '\r' ||
                          out.back() == '.' || out.back() == ' ')) {
    out.pop_back();
  }
  return out.empty() ? "error " + std::to_string(code) : out;
}

}  // namespace pith::mcp
