// SPDX-License-Identifier: MIT
#include "mcp/system/environment_list.hpp"

#include "mcp/system/windows/wide_text.hpp"

#include <windows.h>

#include <algorithm>
#include <string>
#include <vector>

namespace pith::mcp {

namespace {

struct listed_variables {
  std::vector<std::string> texts;
  std::vector<char*> pointers;
};

listed_variables read_variables() {
  listed_variables out;
  wchar_t* const block = ::GetEnvironmentStringsW();
  for (const wchar_t* at = block; at != nullptr && *at != L'\0';) {
    const std::wstring_view entry(at);
    out.texts.push_back(from_wide(entry));
    at += entry.size() + 1;
  }
  ::FreeEnvironmentStringsW(block);
  for (std::string& text : out.texts) out.pointers.push_back(text.data());
  out.pointers.push_back(nullptr);
  return out;
}

}  // namespace

char** environment_list() noexcept {
  static listed_variables list = read_variables();
  return list.pointers.data();
}

bool is_variable_less(std::string_view a, std::string_view b) noexcept {
  // As Windows sorts them: without regard to language, in capital letters.
  const auto upper = [](char c) {
    return static_cast<unsigned char>(
        c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
  };
  return std::ranges::lexicographical_compare(a, b, {}, upper, upper);
}

std::span<const std::string_view> usual_variables() noexcept {
  static constexpr std::string_view names[] = {
      "ALLUSERSPROFILE", "APPDATA", "COMPUTERNAME", "COMSPEC", "HOMEDRIVE",
      "HOMEPATH", "LOCALAPPDATA", "NUMBER_OF_PROCESSORS", "OS", "PATH",
      "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMDATA", "PROGRAMFILES",
      "PROGRAMFILES(X86)", "PROGRAMW6432", "PUBLIC", "SYSTEMDRIVE",
      "SYSTEMROOT", "TEMP", "TMP", "USERDOMAIN", "USERNAME", "USERPROFILE",
      "WINDIR",
      // What people set who know other systems
      "HOME", "LANG", "LC_*", "TERM", "TZ"};
  return names;
}

}  // namespace pith::mcp
