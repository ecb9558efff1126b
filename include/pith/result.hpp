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

namespace detail {
/// Types that hand out views of themselves say so: `using lends_views = void;`.
template <class T>
concept lends_views = requires { typename T::lends_views; };

/// What error() says of a success.
inline constexpr error success{error_code::no_error, 0,
                               "nothing failed: the call succeeded"};
}  // namespace detail

/// Holds a `T` or an `error`. The members are named as in std::expected, which
/// the compilers that we support do not have in C++20.
///
/// `*` of a temporary result gives the value itself and not a reference, so
/// `const auto& doc = *json::parse(text);` keeps the document. `->` of a
/// temporary does not compile where the value hands out views of itself, as
/// documents and registries do: the view would outlive it.
///
/// Reading the value of a failed result is a programming error with undefined
/// behaviour, as it is for std::expected::operator*. The error of a success is
/// error_code::no_error.
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
  [[nodiscard]] T operator*() && noexcept(
      std::is_nothrow_move_constructible_v<T>) {
    return std::move(*std::get_if<0>(&state_));
  }
  T operator*() const&& = delete;
  [[nodiscard]] T* operator->() & noexcept PITH_LIFETIMEBOUND {
    return std::get_if<0>(&state_);
  }
  [[nodiscard]] const T* operator->() const& noexcept PITH_LIFETIMEBOUND {
    return std::get_if<0>(&state_);
  }
  /// Of a temporary: good until the end of the full expression.
  [[nodiscard]] T* operator->() && noexcept PITH_LIFETIMEBOUND
    requires(!detail::lends_views<T>)
  {
    return std::get_if<0>(&state_);
  }
  /// Give the result a name first.
  T* operator->() &&
        requires detail::lends_views<T>
      = delete;
  const T* operator->() const&&
    requires detail::lends_views<T>
  = delete;

  /// What failed; error_code::no_error when nothing did.
  [[nodiscard]] const pith::error& error() const& noexcept PITH_LIFETIMEBOUND {
    const pith::error* const what = std::get_if<1>(&state_);
    return what != nullptr ? *what : detail::success;
  }
  [[nodiscard]] pith::error error() && noexcept {
    return static_cast<const result&>(*this).error();
  }

  template <class U>
  [[nodiscard]] T value_or(U&& fallback) const& {
    return has_value() ? **this : static_cast<T>(std::forward<U>(fallback));
  }
  template <class U>
  [[nodiscard]] T value_or(U&& fallback) && {
    return has_value() ? std::move(*std::get_if<0>(&state_))
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
  /// What failed; error_code::no_error when nothing did.
  [[nodiscard]] const pith::error& error() const& noexcept PITH_LIFETIMEBOUND {
    return what_;
  }
  [[nodiscard]] pith::error error() && noexcept { return what_; }

 private:
  pith::error what_ = detail::success;
  bool failed_ = false;
};

}  // namespace pith::inline v0

#endif  // PITH_RESULT_HPP
