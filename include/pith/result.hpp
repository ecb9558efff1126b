// SPDX-License-Identifier: MIT
/// @file
/// A value or an error.
#ifndef PITH_RESULT_HPP
#define PITH_RESULT_HPP

#include <pith/error.hpp>

#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

namespace pith::inline v0 {

/// Holds a `T` or an `error`. The members are named as in std::expected, which
/// the compilers that we support do not have in C++20.
///
/// Reading the value of a failed result is a programming error with undefined
/// behaviour, as it is for std::expected::operator*.
template <class T>
class [[nodiscard]] result {
 public:
  using value_type = T;
  using error_type = pith::error;

  result(T value) noexcept(std::is_nothrow_move_constructible_v<T>)
      : state_(std::in_place_index<0>, std::move(value)) {}
  result(pith::error what) noexcept : state_(std::in_place_index<1>, what) {}

  [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  [[nodiscard]] T& operator*() & noexcept PITH_LIFETIMEBOUND {
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] const T& operator*() const& noexcept PITH_LIFETIMEBOUND {
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] T&& operator*() && noexcept PITH_LIFETIMEBOUND {
    return std::move(*std::get_if<0>(&state_));
  }
  [[nodiscard]] T* operator->() noexcept PITH_LIFETIMEBOUND {
    return std::get_if<0>(&state_);
  }
  [[nodiscard]] const T* operator->() const noexcept PITH_LIFETIMEBOUND {
    return std::get_if<0>(&state_);
  }

  [[nodiscard]] const pith::error& error() const noexcept PITH_LIFETIMEBOUND {
    return *std::get_if<1>(&state_);
  }

  template <class U>
  [[nodiscard]] T value_or(U&& fallback) const& {
    return has_value() ? **this : static_cast<T>(std::forward<U>(fallback));
  }
  template <class U>
  [[nodiscard]] T value_or(U&& fallback) && {
    return has_value() ? std::move(**this)
                       : static_cast<T>(std::forward<U>(fallback));
  }

 private:
  std::variant<T, pith::error> state_;
};

/// Success without a value, or an `error`.
template <>
class [[nodiscard]] result<void> {
 public:
  using value_type = void;
  using error_type = pith::error;

  result() noexcept = default;
  result(pith::error what) noexcept : what_(what), failed_(true) {}

  [[nodiscard]] bool has_value() const noexcept { return !failed_; }
  explicit operator bool() const noexcept { return has_value(); }
  [[nodiscard]] const pith::error& error() const noexcept PITH_LIFETIMEBOUND {
    return what_;
  }

 private:
  pith::error what_{};
  bool failed_ = false;
};

}  // namespace pith::inline v0

#endif  // PITH_RESULT_HPP
