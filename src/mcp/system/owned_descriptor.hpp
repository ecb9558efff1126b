// SPDX-License-Identifier: MIT
/// @file
/// A file descriptor with an owner.
#ifndef PITH_MCP_SYSTEM_OWNED_DESCRIPTOR_HPP
#define PITH_MCP_SYSTEM_OWNED_DESCRIPTOR_HPP

#include <unistd.h>

#include <utility>

namespace pith::mcp {

/// A descriptor that closes itself; -1 is none.
class owned_descriptor {
 public:
  owned_descriptor() = default;
  explicit owned_descriptor(int number) noexcept : number_(number) {}
  owned_descriptor(owned_descriptor&& other) noexcept
      : number_(other.release()) {}
  owned_descriptor& operator=(owned_descriptor&& other) noexcept {
    if (this != &other) {
      close();
      number_ = other.release();
    }
    return *this;
  }
  owned_descriptor(const owned_descriptor&) = delete;
  owned_descriptor& operator=(const owned_descriptor&) = delete;
  ~owned_descriptor() { close(); }

  [[nodiscard]] int get() const noexcept { return number_; }
  [[nodiscard]] int release() noexcept { return std::exchange(number_, -1); }
  void close() noexcept {
    if (number_ >= 0) ::close(release());
  }

 private:
  int number_ = -1;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_OWNED_DESCRIPTOR_HPP
