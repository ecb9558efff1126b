// SPDX-License-Identifier: MIT
/// @file
/// Pointers with sizes beside them, as C passes them.
#ifndef PITH_C_API_ARGUMENTS_HPP
#define PITH_C_API_ARGUMENTS_HPP

#include <pith/pith.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pith::inline v0::c_api {

/// Nothing when there are elements and no pointer, or more of them than memory
/// has room for.
template <class T>
[[nodiscard]] std::optional<std::span<const T>> as_span(
    const T* data, std::size_t count) noexcept {
  if (data == nullptr && count != 0) return std::nullopt;
  if (count > PTRDIFF_MAX / sizeof(T)) return std::nullopt;
  return std::span<const T>(data, count);
}

[[nodiscard]] inline std::optional<std::string_view> as_text(
    const char* data, std::size_t size) noexcept {
  if (data == nullptr && size != 0) return std::nullopt;
  if (size > PTRDIFF_MAX) return std::nullopt;
  // Never a null pointer, which std::memcpy() does not take even for 0 bytes.
  return data == nullptr ? std::string_view("") : std::string_view(data, size);
}

[[nodiscard]] inline std::optional<std::string_view> as_text(
    pith_view text) noexcept {
  return as_text(text.data, text.size);
}

/// A list of texts; nothing when it, or one of them, cannot be.
[[nodiscard]] inline std::optional<std::vector<std::string_view>> as_texts(
    const pith_view* data, std::size_t count) {
  const auto all = as_span(data, count);
  if (!all) return std::nullopt;
  std::vector<std::string_view> texts;
  texts.reserve(all->size());
  for (const pith_view each : *all) {
    const auto text = as_text(each);
    if (!text) return std::nullopt;
    texts.push_back(*text);
  }
  return texts;
}

[[nodiscard]] inline pith_view as_view(std::string_view text) noexcept {
  return {text.data(), text.size()};
}

}  // namespace pith::inline v0::c_api

#endif  // PITH_C_API_ARGUMENTS_HPP
