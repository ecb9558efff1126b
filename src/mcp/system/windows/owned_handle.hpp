// SPDX-License-Identifier: MIT
/// @file
/// A handle of Windows with an owner. Only for Windows.
#ifndef PITH_MCP_SYSTEM_WINDOWS_OWNED_HANDLE_HPP
#define PITH_MCP_SYSTEM_WINDOWS_OWNED_HANDLE_HPP

#include <windows.h>

#include <utility>

namespace pith::mcp {

/// A handle that closes itself; null is none.
class owned_handle {
 public:
  owned_handle() = default;
  /// INVALID_HANDLE_VALUE is none, too.
  explicit owned_handle(HANDLE handle) noexcept
      : handle_(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
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

  [[nodiscard]] explicit operator bool() const noexcept {
    return handle_ != nullptr;
  }
  [[nodiscard]] HANDLE get() const noexcept { return handle_; }
  [[nodiscard]] HANDLE release() noexcept {
    return std::exchange(handle_, nullptr);
  }
  void close() noexcept {
    if (handle_ != nullptr) ::CloseHandle(release());
  }

 private:
  HANDLE handle_ = nullptr;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_WINDOWS_OWNED_HANDLE_HPP
