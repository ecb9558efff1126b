// SPDX-License-Identifier: MIT
#include "system/private_place.hpp"
#include "system/windows.hpp"

#include <aclapi.h>
#include <sddl.h>

#include <array>
#include <cstddef>
#include <memory>

namespace cli {

namespace {

struct free_local {
  void operator()(void* memory) const noexcept { LocalFree(memory); }
};
using local_memory = std::unique_ptr<void, free_local>;

/// Whether a list lets any of the large groups do one of these things.
bool gives_to_many(PACL list, DWORD rights) {
  if (list == nullptr) return true;  // no list: everybody may do everything
  constexpr std::array<WELL_KNOWN_SID_TYPE, 4> groups = {
      WinWorldSid, WinAuthenticatedUserSid, WinBuiltinUsersSid,
      WinBuiltinGuestsSid};
  for (WORD i = 0; i < list->AceCount; ++i) {
    void* entry = nullptr;
    if (!GetAce(list, i, &entry)) continue;
    auto* const allowed = static_cast<ACCESS_ALLOWED_ACE*>(entry);
    if (allowed->Header.AceType != ACCESS_ALLOWED_ACE_TYPE ||
        (allowed->Header.AceFlags & INHERIT_ONLY_ACE) != 0 ||
        (allowed->Mask & rights) == 0) {
      continue;
    }
    for (const WELL_KNOWN_SID_TYPE group : groups) {
      if (IsWellKnownSid(&allowed->SidStart, group)) return true;
    }
  }
  return false;
}

/// Whether many may do that with a file or a directory; nothing that cannot be
/// read is said to be open.
bool is_open_to_many(const std::string& file, DWORD rights) {
  PACL list = nullptr;
  PSECURITY_DESCRIPTOR found = nullptr;
  if (GetNamedSecurityInfoW(windows::wide(file).data(), SE_FILE_OBJECT,
                            DACL_SECURITY_INFORMATION, nullptr, nullptr, &list,
                            nullptr, &found) != ERROR_SUCCESS) {
    return false;
  }
  const local_memory held{found};
  return gives_to_many(list, rights);
}

constexpr DWORD any_write = FILE_WRITE_DATA | FILE_APPEND_DATA | DELETE |
                            WRITE_DAC | WRITE_OWNER | GENERIC_WRITE |
                            GENERIC_ALL;

}  // namespace

int make_private_directory(const std::string& directory) {
  // Protected from what its parent would hand down: the owner, the system and
  // administrators, who reach everything anyway, and nobody else.
  void* rules = nullptr;
  if (!ConvertStringSecurityDescriptorToSecurityDescriptorW(
          L"D:P(A;OICI;FA;;;OW)(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)",
          SDDL_REVISION_1, &rules, nullptr)) {
    return windows::errno_of(GetLastError());
  }
  const local_memory held{rules};
  SECURITY_ATTRIBUTES attributes{sizeof(SECURITY_ATTRIBUTES), rules, FALSE};
  if (CreateDirectoryW(windows::wide(directory).c_str(), &attributes)) return 0;
  const DWORD failure = GetLastError();
  return failure == ERROR_ALREADY_EXISTS ? 0 : windows::errno_of(failure);
}

std::string directory_exposure(const std::string& directory) {
  const DWORD what = GetFileAttributesW(windows::wide(directory).c_str());
  const bool is_directory = what != INVALID_FILE_ATTRIBUTES &&
                            (what & FILE_ATTRIBUTE_DIRECTORY) != 0 &&
                            (what & FILE_ATTRIBUTE_REPARSE_POINT) == 0;
  if (is_directory && !is_open_to_many(directory, any_write)) return {};
  return "must be a directory of yours to which nobody else can write; check "
         "the rights in its properties";
}

bool is_plain_file(const std::string& file) {
  const DWORD what = GetFileAttributesW(windows::wide(file).c_str());
  constexpr DWORD not_plain = FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE |
                              FILE_ATTRIBUTE_REPARSE_POINT;
  return what != INVALID_FILE_ATTRIBUTES && (what & not_plain) == 0 &&
         !windows::names_device(file);
}

std::string file_exposure(const std::string& file) {
  if (!is_open_to_many(file, any_write | FILE_READ_DATA | GENERIC_READ)) {
    return {};
  }
  return "can be read or changed by other users, and it may hold secrets; "
         "change the rights in its properties";
}

other_rights rights_of_others(const std::string& file) {
  return {.read = is_open_to_many(file, FILE_READ_DATA | GENERIC_READ),
          .write = is_open_to_many(file, any_write)};
}

std::string_view writing_advice() noexcept {
  return "change the rights in its properties";
}

std::string_view reading_advice() noexcept { return writing_advice(); }

}  // namespace cli
