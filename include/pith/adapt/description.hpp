// SPDX-License-Identifier: MIT
/// @file
/// Which members a struct has, and what members can be; see describe.hpp.
#ifndef PITH_ADAPT_DESCRIPTION_HPP
#define PITH_ADAPT_DESCRIPTION_HPP

#include <pith/config.hpp>

#include <concepts>
#include <iterator>
#include <optional>
#include <string_view>
#include <tuple>

namespace pith::inline v0::adapt {

/// A member: its name, which must be static, and where it is.
template <class T, class M>
struct described_member {
  constexpr described_member(std::string_view n, M T::*p) noexcept
      : name(n), pointer(p) {}

  std::string_view name;
  M T::*pointer;
};

/// Has a static tuple `members` of described_member, if T is described.
template <class T>
struct description {};

template <class T>
  requires requires(const T* p) { pith_members(p); }
struct description<T> {
  static constexpr auto members = pith_members(static_cast<const T*>(nullptr));
};

template <class T>
concept described = requires { description<T>::members; };

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
concept text_like = std::convertible_to<const T&, std::string_view>;
template <class T>
concept map_like = text_like<typename T::key_type> &&
                   requires(const T& map) { map.begin()->second; };
template <class T>
concept range_like = !text_like<T> && !map_like<T> && requires(const T& range) {
  std::begin(range);
  std::end(range);
};

/// Calls `f` with each member's description, in order.
template <described T, class F>
constexpr void for_each_member(F&& f) {
  std::apply([&](const auto&... m) { (f(m), ...); }, description<T>::members);
}

}  // namespace pith::inline v0::adapt

/// Describes a struct with up to 256 public members, in their order. Stands
/// after the struct, in the same namespace, and ends with a semicolon.
#define PITH_DESCRIBE(type, ...)                                       \
  [[maybe_unused]] constexpr auto pith_members(const type*) noexcept { \
    return ::std::tuple{PITH_DESCRIBE_EACH(type, __VA_ARGS__)};        \
  }                                                                    \
  static_assert(true)

/// @cond
// Each round of expansion makes one more member of the list.
#define PITH_DESCRIBE_PARENTHESES ()
#define PITH_DESCRIBE_EXPAND(...)              \
  PITH_DESCRIBE_EXPAND4(PITH_DESCRIBE_EXPAND4( \
      PITH_DESCRIBE_EXPAND4(PITH_DESCRIBE_EXPAND4(__VA_ARGS__))))
#define PITH_DESCRIBE_EXPAND4(...)             \
  PITH_DESCRIBE_EXPAND3(PITH_DESCRIBE_EXPAND3( \
      PITH_DESCRIBE_EXPAND3(PITH_DESCRIBE_EXPAND3(__VA_ARGS__))))
#define PITH_DESCRIBE_EXPAND3(...)             \
  PITH_DESCRIBE_EXPAND2(PITH_DESCRIBE_EXPAND2( \
      PITH_DESCRIBE_EXPAND2(PITH_DESCRIBE_EXPAND2(__VA_ARGS__))))
#define PITH_DESCRIBE_EXPAND2(...)             \
  PITH_DESCRIBE_EXPAND1(PITH_DESCRIBE_EXPAND1( \
      PITH_DESCRIBE_EXPAND1(PITH_DESCRIBE_EXPAND1(__VA_ARGS__))))
#define PITH_DESCRIBE_EXPAND1(...) __VA_ARGS__
#define PITH_DESCRIBE_EACH(type, ...) \
  __VA_OPT__(PITH_DESCRIBE_EXPAND(PITH_DESCRIBE_STEP(type, __VA_ARGS__)))
#define PITH_DESCRIBE_STEP(type, name, ...)                       \
  ::pith::adapt::described_member(#name, &type::name) __VA_OPT__( \
      , PITH_DESCRIBE_AGAIN PITH_DESCRIBE_PARENTHESES(type, __VA_ARGS__))
#define PITH_DESCRIBE_AGAIN() PITH_DESCRIBE_STEP
/// @endcond

#endif  // PITH_ADAPT_DESCRIPTION_HPP
