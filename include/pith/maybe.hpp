// SPDX-License-Identifier: MIT
/// @file
/// A value that may be absent, and is safe to read either way.
#ifndef PITH_MAYBE_HPP
#define PITH_MAYBE_HPP

#include <pith/config.hpp>

#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

namespace pith::inline v0 {

/// What `value::get_string()` and its siblings return: a `T`, or nothing.
/// It has the names of std::optional and converts to one, but differs where
/// std::optional is a trap:
///
/// - `*x` is a `T`, not a reference into `x`. So the range of
///   `for (char c : *v.get_string())` lives as long as the loop, which in
///   C++20 it does not with std::optional.
/// - Reading nothing is defined: it gives `T{}`, that is 0, false, or an empty
///   view.
/// - `if (v.get_boolean())` does not compile, because it would ask whether
///   there is a boolean and not whether it is true. Write
///   `v.get_boolean().value_or(false)`, or `has_value()`.
///
/// Never throws, unless copying a `T` does.
template <class T>
class maybe {
 public:
  using value_type = T;

  constexpr maybe() noexcept(std::is_nothrow_default_constructible_v<T>) =
      default;
  constexpr maybe(std::nullopt_t) noexcept(
      std::is_nothrow_default_constructible_v<T>) {}
  constexpr maybe(T v) noexcept(std::is_nothrow_move_constructible_v<T>)
      : value_(std::move(v)), has_value_(true) {}

  [[nodiscard]] constexpr bool has_value() const noexcept { return has_value_; }
  constexpr explicit operator bool() const& noexcept { return has_value_; }
  /// Asks for presence where truth is meant; see above.
  explicit operator bool() &&
        requires std::same_as<T, bool>
      = delete;

  /// The value; `T{}` when there is none.
  [[nodiscard]] constexpr T operator*() const& { return value_; }
  [[nodiscard]] constexpr T operator*() && { return std::move(value_); }
  [[nodiscard]] constexpr T value() const& { return value_; }
  [[nodiscard]] constexpr T value() && { return std::move(value_); }
  /// Valid as long as this object is.
  [[nodiscard]] constexpr const T* operator->() const noexcept
      PITH_LIFETIMEBOUND {
    return &value_;
  }

  template <class U>
  [[nodiscard]] constexpr T value_or(U&& otherwise) const& {
    return has_value_ ? value_ : static_cast<T>(std::forward<U>(otherwise));
  }
  template <class U>
  [[nodiscard]] constexpr T value_or(U&& otherwise) && {
    return has_value_ ? std::move(value_)
                      : static_cast<T>(std::forward<U>(otherwise));
  }

  constexpr operator std::optional<T>() const {
    return has_value_ ? std::optional<T>(value_) : std::nullopt;
  }

  friend constexpr bool operator==(const maybe& a, std::nullopt_t) noexcept {
    return !a.has_value_;
  }
  /// Nothing equals nothing, and no value.
  friend constexpr bool operator==(const maybe& a, const maybe& b)
    requires std::equality_comparable<T>
  {
    return a.has_value_ == b.has_value_ &&
           (!a.has_value_ || a.value_ == b.value_);
  }
  template <class U>
    requires(!std::same_as<U, maybe> && !std::same_as<U, std::nullopt_t> &&
             requires(const T& v, const U& u) { bool(v == u); })
  friend constexpr bool operator==(const maybe& a, const U& b) {
    return a.has_value_ && a.value_ == b;
  }

 private:
  T value_{};
  bool has_value_ = false;
};

}  // namespace pith::inline v0

#endif  // PITH_MAYBE_HPP
