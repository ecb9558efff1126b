// SPDX-License-Identifier: MIT
#include "mcp/system/own_program.hpp"

#include "mcp/system/windows/wide_text.hpp"

#include <windows.h>

namespace pith::mcp {

std::string own_program() {
  // The longest path that there is.
  std::wstring path(32'768, L'\0');
  const DWORD size = ::GetModuleFileNameW(nullptr, path.data(),
                                          static_cast<DWORD>(path.size()));
  if (size >= path.size()) return {};
  return from_wide({path.data(), size});
}

}  // namespace pith::mcp
