// SPDX-License-Identifier: MIT
/// @file
/// Values and cursors as the words that C holds.
#ifndef PITH_C_API_WORDS_HPP
#define PITH_C_API_WORDS_HPP

#include <pith/document.hpp>
#include <pith/pith.h>

#include <bit>
#include <type_traits>

namespace pith::inline v0::c_api {

static_assert(std::is_trivially_copyable_v<value>);
static_assert(sizeof(value) == sizeof(pith_value));
static_assert(alignof(value) == alignof(pith_value));

[[nodiscard]] inline pith_value to_words(value v) noexcept {
  return std::bit_cast<pith_value>(v);
}

/// Words of zeros, as `pith_value v = {0}` has them, are `null`.
[[nodiscard]] inline value from_words(pith_value v) noexcept {
  return v.words[0] == 0 ? value() : std::bit_cast<value>(v);
}

}  // namespace pith::inline v0::c_api

#endif  // PITH_C_API_WORDS_HPP
