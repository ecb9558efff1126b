// SPDX-License-Identifier: MIT
/// @file
/// Values as JavaScript writes them: words of 32 bits in document order, and
/// the bytes of all strings one after the other.
///
/// The lowest four bits of a word are a kind, the other 28 its number:
///
///     null, no, yes    -
///     integer          the number, signed
///     number           -; the next two words are a binary64
///     wide             -; the next two words are an int64
///     string           bytes of its text
///     array            elements, which follow
///     object           the number of a shape; the values follow
///     shape            keys; as many words with the size of each follow, then
///                      the values. Shapes are numbered from 0 on.
#ifndef PITH_TYPESCRIPT_NATIVE_VALUE_READER_HPP
#define PITH_TYPESCRIPT_NATIVE_VALUE_READER_HPP

#include <pith/document.hpp>

#include "c_api/verdict.hpp"
#include "document/pod_buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::wasm {

enum class kind : std::uint32_t {
  null,
  no,
  yes,
  integer,
  number,
  wide,
  string,
  array,
  object,
  shape,
};

inline constexpr unsigned kind_bits = 4;

/// The value of `count` words at the beginning of a slot. Memory of `into` is
/// used again. PITH_INVALID_ARGUMENT for words that make no value. Linear.
[[nodiscard]] c_api::verdict read_value(const detail::pod_buffer<char>& slot,
                                        std::size_t count,
                                        std::string_view text, document& into);

}  // namespace pith::wasm

#endif  // PITH_TYPESCRIPT_NATIVE_VALUE_READER_HPP
