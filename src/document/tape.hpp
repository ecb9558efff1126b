// SPDX-License-Identifier: MIT
/// @file
/// The words of which a document's tape is made.
///
/// A document is one array of 64-bit words in document order. The top byte of
/// a value's first word is its tag, the other 56 bits its payload:
///
///     tag           payload                     next word
///     null          -
///     false, true   -
///     integer       int56                       -
///     wide_integer  -                           the int64
///     spelt_integer length:20, offset:36        -
///     real          spelling (see below)        the binary64
///     string        length:20, offset:36        -
///     long_string   length                      offset
///     array         words, header included      count:48, flags:8
///     object        words, header included      shape:32, flags:8
///
/// An array's elements follow its two header words. So do an object's values;
/// its keys are those of its shape (shapes.hpp). Lengths are relative, so a
/// finished span can be copied to another place of a tape of the same
/// document. Offsets point into the document's text.
///
/// The spelling of a real is the place of its literal in the text
/// (length:20, offset:36) when that literal is known to be the canonical one,
/// else 0: writers copy it instead of converting the double again. A spelt
/// integer is nothing but its canonical literal; whoever wants the number
/// reads it from there. Documents are written more often than computed with.
#ifndef PITH_DOCUMENT_TAPE_HPP
#define PITH_DOCUMENT_TAPE_HPP

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::detail {

using word = std::uint64_t;

enum class tag : std::uint8_t {
  null,
  boolean_false,
  boolean_true,
  integer,
  wide_integer,
  spelt_integer,
  real,
  string,
  long_string,
  array,
  object,
};

/// What the elements or values of a container are, or-ed into its flags.
enum content_flags : std::uint8_t {
  has_scalar = 1,
  has_array = 2,
  has_object = 4,
  /// Of an object: known to be a tree of scalars, that is, no array and no
  /// empty object stands anywhere inside. May be absent where nobody looked.
  is_scalar_tree = 8,
};

inline constexpr unsigned payload_bits = 56;
inline constexpr word payload_mask = (word{1} << payload_bits) - 1;
inline constexpr unsigned text_length_bits = 20;
inline constexpr unsigned text_offset_bits = payload_bits - text_length_bits;
inline constexpr std::size_t max_short_text =
    (std::size_t{1} << text_length_bits) - 1;
/// Offsets beyond this fit no word; limits::max_bytes keeps far below it.
inline constexpr word max_text_offset = (word{1} << text_offset_bits) - 1;
inline constexpr std::int64_t min_short_integer =
    -(std::int64_t{1} << (payload_bits - 1));
inline constexpr std::int64_t max_short_integer =
    (std::int64_t{1} << (payload_bits - 1)) - 1;
inline constexpr unsigned flags_shift = 48;
inline constexpr word count_mask = (word{1} << flags_shift) - 1;
inline constexpr std::size_t header_words = 2;

[[nodiscard]] constexpr word make_word(tag t, word payload = 0) noexcept {
  return (static_cast<word>(t) << payload_bits) | payload;
}
[[nodiscard]] constexpr tag tag_of(word w) noexcept {
  return static_cast<tag>(w >> payload_bits);
}
[[nodiscard]] constexpr word payload_of(word w) noexcept {
  return w & payload_mask;
}

[[nodiscard]] constexpr bool is_short_integer(std::int64_t v) noexcept {
  return v >= min_short_integer && v <= max_short_integer;
}
[[nodiscard]] constexpr word short_integer_word(std::int64_t v) noexcept {
  return make_word(tag::integer, static_cast<word>(v) & payload_mask);
}
[[nodiscard]] constexpr std::int64_t short_integer_of(word w) noexcept {
  return static_cast<std::int64_t>(w << 8) >> 8;  // sign-extends the payload
}

/// A place in the document's text, packed into 56 bits.
[[nodiscard]] constexpr word pack_text(std::size_t offset,
                                       std::size_t length) noexcept {
  return (static_cast<word>(length) << text_offset_bits) |
         static_cast<word>(offset);
}
[[nodiscard]] constexpr std::size_t text_offset_of(word w) noexcept {
  return static_cast<std::size_t>(w & ((word{1} << text_offset_bits) - 1));
}
[[nodiscard]] constexpr std::size_t text_length_of(word w) noexcept {
  return static_cast<std::size_t>(payload_of(w) >> text_offset_bits);
}

/// The text of a long_string: its place is the second word, `second`, its
/// length the payload of the first. Both fit size_t, as they are in memory.
[[nodiscard]] inline std::string_view long_text(const char* text, word second,
                                                word first) noexcept {
  return {text + static_cast<std::size_t>(second),
          static_cast<std::size_t>(payload_of(first))};
}

[[nodiscard]] constexpr bool is_container(tag t) noexcept {
  return t >= tag::array;
}

/// Words of the value whose first word is `w`.
[[nodiscard]] constexpr std::size_t span_of(word w) noexcept {
  const tag t = tag_of(w);
  if (t >= tag::array) return static_cast<std::size_t>(payload_of(w));
  return t == tag::real || t == tag::wide_integer || t == tag::long_string ? 2
                                                                           : 1;
}

[[nodiscard]] constexpr std::uint8_t flags_of(word second) noexcept {
  return static_cast<std::uint8_t>(second >> flags_shift);
}
/// Which kinds of value the container holds.
[[nodiscard]] constexpr std::uint8_t kinds_of(word second) noexcept {
  return flags_of(second) & (has_scalar | has_array | has_object);
}
[[nodiscard]] constexpr std::size_t array_count_of(word second) noexcept {
  return static_cast<std::size_t>(second & count_mask);
}
[[nodiscard]] constexpr std::uint32_t shape_of(word second) noexcept {
  return static_cast<std::uint32_t>(second);
}

/// The flag that a value with this tag sets in its container.
[[nodiscard]] constexpr std::uint8_t flag_for(tag t) noexcept {
  if (t == tag::object) return has_object;
  if (t == tag::array) return has_array;
  return has_scalar;
}

}  // namespace pith::inline v0::detail

#endif  // PITH_DOCUMENT_TAPE_HPP
