// SPDX-License-Identifier: MIT
/// @file
/// What a document holds, and how the modules of the library reach it.
#ifndef PITH_DOCUMENT_DOCUMENT_DATA_HPP
#define PITH_DOCUMENT_DOCUMENT_DATA_HPP

#include <pith/document.hpp>

#include "document/pod_buffer.hpp"
#include "document/tape.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::detail {

/// Where a key stands in the text. Keys are interned: within one document,
/// equal keys have equal ids.
struct key_place {
  std::uint64_t packed;  // offset:40, length:24

  static constexpr std::size_t max_length = (std::size_t{1} << 24) - 1;

  [[nodiscard]] static key_place at(std::size_t offset,
                                    std::size_t length) noexcept {
    return {(static_cast<std::uint64_t>(offset) << 24) | length};
  }
  [[nodiscard]] std::size_t offset() const noexcept {
    return static_cast<std::size_t>(packed >> 24);
  }
  [[nodiscard]] std::size_t length() const noexcept {
    return static_cast<std::size_t>(packed & max_length);
  }
};

/// The ordered key list of an object, shared by all objects that have it.
/// Two objects of one document have the same keys in the same order exactly
/// when their shapes are the same number.
struct shape {
  std::uint32_t first_key;  // index into document_data::shape_keys
  std::uint32_t count;
};

/// Bytes after the last byte of the text that may be read (never used), so
/// that vector loads need no end check.
inline constexpr std::size_t text_padding = 64;

/// The number that a canonical literal within int64 spells.
[[nodiscard]] inline std::int64_t read_integer(std::string_view text) noexcept {
  const bool is_negative = text.front() == '-';
  std::uint64_t magnitude = 0;  // 2^63 fits, for the smallest int64
  for (const char c : text.substr(is_negative ? 1 : 0)) {
    magnitude = magnitude * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return static_cast<std::int64_t>(is_negative ? 0 - magnitude : magnitude);
}

struct document_data {
  pod_buffer<word> tape;
  /// Text of strings, keys and number spellings, followed by text_padding.
  pod_buffer<char> text;
  pod_buffer<key_place> keys;            // by key id
  pod_buffer<std::uint32_t> shape_keys;  // key ids, shape by shape
  pod_buffer<shape> shapes;              // by shape id; 0 is the empty object
  /// Every object that is a tree of scalars has is_scalar_tree set.
  bool marks_trees = false;

  [[nodiscard]] std::string_view key_text(std::uint32_t key_id) const noexcept {
    const key_place place = keys[key_id];
    return {text.data() + place.offset(), place.length()};
  }
  [[nodiscard]] std::string_view text_at(std::size_t offset,
                                         std::size_t length) const noexcept {
    return {text.data() + offset, length};
  }
  /// The text at `index`, whose tag is string or spelt_integer.
  [[nodiscard]] std::string_view text_of(std::size_t index) const noexcept {
    const word w = tape[index];
    return text_at(text_offset_of(w), text_length_of(w));
  }
  /// The text of the string at `index`, whose tag is string or long_string.
  [[nodiscard]] std::string_view string_at(std::size_t index) const noexcept {
    const word w = tape[index];
    if (tag_of(w) == tag::string) {
      return text_at(text_offset_of(w), text_length_of(w));
    }
    return text_at(static_cast<std::size_t>(tape[index + 1]),
                   static_cast<std::size_t>(payload_of(w)));
  }
  [[nodiscard]] std::int64_t integer_at(std::size_t index) const noexcept {
    const word w = tape[index];
    if (tag_of(w) == tag::integer) return short_integer_of(w);
    if (tag_of(w) == tag::wide_integer) {
      return static_cast<std::int64_t>(tape[index + 1]);
    }
    return read_integer(text_at(text_offset_of(w), text_length_of(w)));
  }
  [[nodiscard]] double real_at(std::size_t index) const noexcept {
    return std::bit_cast<double>(tape[index + 1]);
  }
  [[nodiscard]] const std::uint32_t* keys_of(shape s) const noexcept {
    return shape_keys.data() + s.first_key;
  }

  /// The document `null`: one word, one (empty) shape, no text. Keeps memory.
  void reset() {
    tape.clear();
    tape.push_back(make_word(tag::null));
    text.clear();
    keys.clear();
    shape_keys.clear();
    shapes.clear();
    shapes.push_back({0, 0});
    marks_trees = false;
  }

  [[nodiscard]] std::size_t content_bytes() const noexcept {
    return tape.size() * sizeof(word) + text.size() +
           keys.size() * sizeof(key_place) +
           shape_keys.size() * sizeof(std::uint32_t) +
           shapes.size() * sizeof(shape);
  }
};

/// The one friend of document and value: modules of the library read tapes
/// through it.
class document_access {
 public:
  [[nodiscard]] static const document_data& data(value v) noexcept {
    return *v.data_;
  }
  [[nodiscard]] static std::size_t index(value v) noexcept { return v.index_; }
  [[nodiscard]] static value make(const document_data& data,
                                  std::size_t index) noexcept {
    return {&data, index};
  }
  /// The writable data of a document, made anew when it was moved from.
  [[nodiscard]] static document_data& writable(document& d) {
    if (d.data_ == nullptr) d.data_ = std::make_unique<document_data>();
    return *d.data_;
  }
};

}  // namespace pith::inline v0::detail

#endif  // PITH_DOCUMENT_DOCUMENT_DATA_HPP
