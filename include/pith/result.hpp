// SPDX-License-Identifier: MIT
/// @file
/// A value or an error.
#ifndef PITH_RESULT_HPP
#define PITH_RESULT_HPP

#include <pith/error.hpp>

#include <concepts>
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

/// std::invoke() with one argument; its header takes long to compile.
template <class F, class V>
constexpr decltype(auto) call(F&& f, V&& v) {
  using function = std::remove_cvref_t<F>;
  if constexpr (std::is_member_function_pointer_v<function>) {
    return (std::forward<V>(v).*f)();
  } else if constexpr (std::is_member_object_pointer_v<function>) {
    return (std::forward<V>(v).*f);
  } else {
    return std::forward<F>(f)(std::forward<V>(v));
  }
}
}  // namespace detail

template <class T>
class result;

namespace detail {
template <class T>
inline constexpr bool is_result = false;
template <class T>
inline constexpr bool is_result<result<T>> = true;
}  // namespace detail

/// Holds a `T` or an `error`. The members are named as in std::expected, which
/// the compilers that we support do not have in C++20.
///
/// `*` of a temporary result gives the value itself and not a reference, so
/// `const auto& doc = *json::parse(text);` keeps the document. `->` of a
/// temporary does not compile where the value hands out views of itself, as
/// documents and registries do: the view would outlive it.
///
/// Reading the value of a failed result through `*` or `->` is a programming
/// error with undefined behaviour, as it is for std::expected. value() throws
/// instead, for code that reports its errors so. The error of a success is
/// error_code::no_error.
///
///     auto text = pith::json::parse(json)
///                     .and_then([](const pith::document& doc) {
///                       return pith::gcf::encode(doc.root());
///                     })
///                     .value();  // or throws bad_result_access
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

#if defined(__cpp_exceptions)
  /// The value. Throws bad_result_access when there is none: the only function
  /// of the library that throws because of a failure. Of a temporary result
  /// it is the value itself, as with `*`. Absent where exceptions are off.
  [[nodiscard]] T& value() & PITH_LIFETIMEBOUND {
    require();
    return **this;
  }
  [[nodiscard]] const T& value() const& PITH_LIFETIMEBOUND {
    require();
    return **this;
  }
  [[nodiscard]] T value() && {
    require();
    return std::move(*std::get_if<0>(&state_));
  }
  T value() const&& = delete;
#endif

  /// What `f` makes of the value: another result. A failure stays what it is,
  /// and `f` is not called. A function, or a pointer to a member.
  template <class F>
  auto and_then(F&& f) & {
    return then<T&>(std::get_if<0>(&state_), std::forward<F>(f));
  }
  template <class F>
  auto and_then(F&& f) const& {
    return then<const T&>(std::get_if<0>(&state_), std::forward<F>(f));
  }
  template <class F>
  auto and_then(F&& f) && {
    return then<T&&>(std::get_if<0>(&state_), std::forward<F>(f));
  }

  /// A result of what `f` returns for the value, which may be nothing. A
  /// reference is copied: a view into the value of a temporary must not leave.
  template <class F>
  auto transform(F&& f) & {
    return mapped<T&>(std::get_if<0>(&state_), std::forward<F>(f));
  }
  template <class F>
  auto transform(F&& f) const& {
    return mapped<const T&>(std::get_if<0>(&state_), std::forward<F>(f));
  }
  template <class F>
  auto transform(F&& f) && {
    return mapped<T&&>(std::get_if<0>(&state_), std::forward<F>(f));
  }

  /// This result when it is a success, else the one that `f` makes of the
  /// error.
  template <class F>
  result or_else(F&& f) const&
    requires std::copy_constructible<T>
  {
    return has_value() ? *this : result(std::forward<F>(f)(error()));
  }
  template <class F>
  result or_else(F&& f) && {
    if (has_value()) return std::move(*this);
    return result(
        std::forward<F>(f)(static_cast<const result&>(*this).error()));
  }

 private:
#if defined(__cpp_exceptions)
  void require() const {
    if (!has_value()) throw bad_result_access(error());
  }
#endif
  template <class V, class P, class F>
  auto then(P* found, F&& f) const {
    using next = std::remove_cvref_t<decltype(detail::call(
        std::forward<F>(f), static_cast<V>(*found)))>;
    static_assert(detail::is_result<next>,
                  "and_then() takes a function that returns a pith::result");
    if (found == nullptr) return next(error());
    return next(detail::call(std::forward<F>(f), static_cast<V>(*found)));
  }
  template <class V, class P, class F>
  auto mapped(P* found, F&& f) const {
    using mapped_type = std::remove_cvref_t<decltype(detail::call(
        std::forward<F>(f), static_cast<V>(*found)))>;
    using next = result<mapped_type>;
    if (found == nullptr) return next(error());
    if constexpr (std::is_void_v<mapped_type>) {
      detail::call(std::forward<F>(f), static_cast<V>(*found));
      return next();
    } else {
      return next(detail::call(std::forward<F>(f), static_cast<V>(*found)));
    }
  }

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

#if defined(__cpp_exceptions)
  /// Throws bad_result_access when this is a failure.
  void value() const {
    if (failed_) throw bad_result_access(what_);
  }
#endif
  /// As those of a result with a value; `f` takes nothing.
  template <class F>
  auto and_then(F&& f) const {
    using next = std::remove_cvref_t<decltype(std::forward<F>(f)())>;
    static_assert(detail::is_result<next>,
                  "and_then() takes a function that returns a pith::result");
    return failed_ ? next(what_) : next(std::forward<F>(f)());
  }
  template <class F>
  auto transform(F&& f) const {
    using mapped_type = std::remove_cvref_t<decltype(std::forward<F>(f)())>;
    using next = result<mapped_type>;
    if (failed_) return next(what_);
    if constexpr (std::is_void_v<mapped_type>) {
      std::forward<F>(f)();
      return next();
    } else {
      return next(std::forward<F>(f)());
    }
  }
  template <class F>
  result or_else(F&& f) const {
    return failed_ ? result(std::forward<F>(f)(what_)) : *this;
  }

 private:
  pith::error what_ = detail::success;
  bool failed_ = false;
};

}  // namespace pith::inline v0

#endif  // PITH_RESULT_HPP
