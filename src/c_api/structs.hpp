// SPDX-License-Identifier: MIT
/// @file
/// Structs that begin with their size, and may be older or newer than ours.
#ifndef PITH_C_API_STRUCTS_HPP
#define PITH_C_API_STRUCTS_HPP

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace pith::inline v0::c_api {

/// Bytes of a struct that both sides know. A size that ends inside a member,
/// which no version of the struct has, does not cut a pointer in two.
template <class T>
[[nodiscard]] std::size_t shared_bytes(std::size_t struct_size) noexcept {
  const std::size_t most = std::min(struct_size, sizeof(T));
  return most - most % alignof(T);
}

/// Copies what the caller's struct has; the rest of `into` is zero. False when
/// the caller forgot to set the size.
template <class T>
[[nodiscard]] bool read_struct(const T* given, T& into) noexcept {
  static_assert(std::is_trivially_copyable_v<T>);
  static_assert(offsetof(T, struct_size) == 0);
  into = T{};
  const std::size_t bytes = shared_bytes<T>(given->struct_size);
  if (bytes < sizeof(std::size_t)) return false;
  std::memcpy(&into, given, bytes);
  return true;
}

/// Copies what fits into the caller's struct, whose size stays as it is.
/// False when the caller forgot to set the size.
template <class T>
bool write_struct(T* target, const T& from) noexcept {
  static_assert(std::is_trivially_copyable_v<T>);
  static_assert(offsetof(T, struct_size) == 0);
  const std::size_t bytes = shared_bytes<T>(target->struct_size);
  constexpr std::size_t head = sizeof(std::size_t);
  if (bytes < head) return false;
  std::memcpy(reinterpret_cast<char*>(target) + head,
              reinterpret_cast<const char*>(&from) + head, bytes - head);
  return true;
}

}  // namespace pith::inline v0::c_api

#endif  // PITH_C_API_STRUCTS_HPP
