// SPDX-License-Identifier: MIT
/// @file
/// Writes the pieces of TOON lines: scalars, counts, indentation.
#ifndef PITH_TOON_ENCODE_LINE_WRITER_HPP
#define PITH_TOON_ENCODE_LINE_WRITER_HPP

#include "document/document_data.hpp"
#include "text/block.hpp"
#include "text/digits.hpp"
#include "text/number.hpp"
#include "text/output.hpp"
#include "text/quoted.hpp"
#include "toon/scalar.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pith::inline v0::toon {

/// A cursor into the output buffer. Every call leaves room for at least
/// text::output::slack bytes of scribbling after the cursor.
class line_writer {
 public:
  line_writer(text::output& out, const detail::document_data& data,
              char delimiter, std::size_t indent_size) noexcept
      : out_(out),
        data_(data),
        delimiter_(delimiter),
        indent_size_(indent_size) {}

  /// Takes over the output's cursor; release() hands it back.
  void acquire() { at_ = out_.reserve(0), limit_ = at_ + out_.room(); }
  void release() noexcept { out_.commit(at_); }

  void put(char c) {
    at_ = room(at_, 1);
    *at_++ = c;
  }
  /// Writes a literal, whose length the compiler knows.
  template <std::size_t n>
  void put(const char (&literal)[n]) {
    at_ = room(at_, n - 1);
    std::memcpy(at_, literal, n - 1);
    at_ += n - 1;
  }
  /// Writes bytes after which whole blocks may be read.
  void put_padded(std::string_view bytes) {
    if (bytes.size() > short_bytes) {
      release();
      out_.put(bytes);
      acquire();
      return;
    }
    at_ = room(at_, bytes.size());
    text::copy_blocks(at_, bytes);
    at_ += bytes.size();
  }
  void count(std::size_t n) {
    at_ = room(at_, text::max_integer_bytes);
    at_ = text::write_digits(at_, n);
  }

  /// Ends the line before, if there is one, and indents the next.
  void begin_line(std::size_t level) {
    const std::size_t spaces = level * indent_size_;
    if (spaces > short_bytes) return begin_deep_line(spaces);
    at_ = room(at_, spaces + 1);
    *at_ = '\n';
    at_ += is_started_ ? 1 : 0;
    is_started_ = true;
    std::size_t i = 0;
    do {
      std::memset(at_ + i, ' ', text::block_bytes);
      i += text::block_bytes;
    } while (i < spaces);
    at_ += spaces;
  }

  /// Writes the scalar at `t`; returns what stands after it.
  const detail::word* scalar(const detail::word* t) {
    at_ = put_scalar(at_, t);
    return t;
  }

  /// Writes the line `label: scalar`, as begin_line(), put_padded(), put() and
  /// scalar() would.
  const detail::word* member(std::size_t level, std::string_view label,
                             const detail::word* t) {
    constexpr std::size_t most = 2 * text::block_bytes;
    const std::size_t spaces = level * indent_size_;
    if (spaces > most || label.size() > most) {
      begin_line(level);
      put_padded(label);
      put(": ");
      return scalar(t);
    }
    char* at = room(at_, 2 * most + 3);
    *at = '\n';
    at += is_started_ ? 1 : 0;
    is_started_ = true;
    std::memset(at, ' ', most);
    at += spaces;
    text::copy_two_blocks(at, label.data());
    at += label.size();
    std::memcpy(at, ": ", 2);
    at_ = put_scalar(at + 2, t);
    return t;
  }

  /// Writes `count` scalars with delimiters between them. Before scalar `i`,
  /// skip(i) words are passed over.
  template <class Skip>
  const detail::word* scalars(const detail::word* t, std::size_t count,
                              Skip&& skip) {
    char* at = at_;  // every byte that is written might change the member
    const char delimiter = delimiter_;
    for (std::size_t i = 0; i < count; ++i) {
      t += skip(i);
      at = put_scalar(at, t);
      *at++ = delimiter;
    }
    at_ = at - 1;
    return t;
  }

  /// Writes a string that must stand between quotes.
  void quoted(std::string_view text) { at_ = put_quoted(at_, text); }

 private:
  /// Longest piece that is copied without asking the output for its size.
  static constexpr std::size_t short_bytes = 1024;
  /// What may follow a scalar without another look at the room.
  static constexpr std::size_t margin = 4;

  /// Where to write `n` bytes that come after those before `at`.
  [[nodiscard, gnu::always_inline]] inline char* room(char* at, std::size_t n) {
    n += margin;
    return static_cast<std::size_t>(limit_ - at) >= n ? at : refill(at, n);
  }
  [[nodiscard, gnu::noinline]] char* refill(char* at, std::size_t n) {
    out_.commit(at);
    char* const fresh = out_.reserve(n);
    limit_ = fresh + out_.room();
    return fresh;
  }
  [[gnu::noinline]] void begin_deep_line(std::size_t spaces) {
    if (is_started_) put('\n');
    is_started_ = true;
    release();
    out_.fill(' ', spaces);
    acquire();
  }

  /// Writes the scalar at `t`, moves `t` after it and returns the cursor. In
  /// line, so that a loop over scalars keeps its cursors in registers.
  [[nodiscard, gnu::always_inline]] inline char* put_scalar(
      char* at, const detail::word*& t) {
    using detail::tag;
    const detail::word w = *t++;
    const char* const text = data_.text.data();
    switch (detail::tag_of(w)) {
      case tag::string:
        return put_string(at, text + detail::text_offset_of(w),
                          detail::text_length_of(w));
      case tag::spelt_integer:
        at = room(at, text::max_integer_bytes);
        text::copy_two_blocks(at, text + detail::text_offset_of(w));
        return at + detail::text_length_of(w);
      case tag::null:
        at = room(at, 4);
        std::memcpy(at, "null", 4);
        return at + 4;
      case tag::boolean_false:
      case tag::boolean_true: {
        at = room(at, 8);
        const bool is_true = detail::tag_of(w) == tag::boolean_true;
        std::memcpy(at, is_true ? "true\0\0\0" : "false\0\0", 8);
        return at + (is_true ? 4 : 5);
      }
      case tag::real:
        at = room(at, max_real_bytes);
        if (detail::payload_of(w) != 0) [[likely]] {
          // A canonical literal is short: two blocks hold the longest.
          text::copy_two_blocks(at, text + detail::text_offset_of(w));
          at += detail::text_length_of(w);
        } else {
          at = write_real(at, std::bit_cast<double>(*t));
        }
        ++t;
        return at;
      case tag::integer:
        at = room(at, text::max_integer_bytes);
        return text::write_signed_digits(at, detail::short_integer_of(w));
      case tag::wide_integer:
        at = room(at, text::max_integer_bytes);
        return text::write_signed_digits(at, static_cast<std::int64_t>(*t++));
      default:
        return put_long_string(at, detail::long_text(text, *t++, w));
    }
  }

  /// Writes a string. Most are shorter than two blocks and have nothing that
  /// asks for quotes; those are written in line.
  [[nodiscard, gnu::always_inline]] inline char* put_string(char* at,
                                                            const char* text,
                                                            std::size_t size) {
    using text::block;
    at = room(at, text::step_bytes);
    const block low = block::load(text);
    const block high = block::load(text + text::block_bytes);
    low.store(at);
    high.store(at + text::block_bytes);
    const std::uint32_t unusual =
        low.may_need_quotes(delimiter_) | high.may_need_quotes(delimiter_)
                                              << text::block_bytes;
    const std::uint32_t inside =
        (std::uint32_t{1} << (size % text::step_bytes)) - 1;
    if (size - 1 < text::step_bytes - 1 && (unusual & inside) == 0 &&
        text[size - 1] != ' ' && begins_bare(low, text, size)) [[likely]] {
      return at + size;
    }
    return put_any_string(at, {text, size});
  }

  /// True when the beginning of a text does not ask for quotes. `low` is its
  /// first block.
  [[nodiscard, gnu::always_inline]] static inline bool begins_bare(
      const text::block& low, const char* text, std::size_t size) noexcept {
    switch (classify_first(text[0])) {
      case first_byte::plain:
        return true;
      case first_byte::word:
        return !is_literal({text, size});
      case first_byte::numeric: {
        // Dates and the like begin as numbers do and are none.
        const auto digits =
            static_cast<unsigned>(std::countr_one(low.digits()));
        const char next = text[digits];
        const bool is_mixed = digits - 1 < size - 1 && next != '.' &&
                              (next | 0x20) != 'e' &&
                              digits < text::block_bytes;
        return is_mixed || !is_number_like({text, size});
      }
      default:
        return false;
    }
  }

  /// Every string that is shorter than short_bytes.
  [[nodiscard, gnu::noinline]] char* put_any_string(char* at,
                                                    std::string_view text) {
    if (text.size() > short_bytes) return put_long_string(at, text);
    if (!is_bare(text)) return put_quoted(at, text);
    at = room(at, text.size());
    text::copy_blocks(at, text);
    return at + text.size();
  }
  [[nodiscard]] char* put_long_string(char* at, std::string_view text) {
    if (needs_quotes(text, delimiter_)) return put_quoted(at, text);
    out_.commit(at);
    out_.put(text);
    acquire();
    return at_;
  }
  /// needs_quotes(), the other way round and faster.
  [[nodiscard]] bool is_bare(std::string_view text) const noexcept {
    using text::block;
    if (text.empty() || text.back() == ' ' ||
        !begins_bare(block::load(text.data()), text.data(), text.size())) {
      return false;
    }
    for (std::size_t i = 0; i < text.size(); i += text::block_bytes) {
      const block b = block::load(text.data() + i);
      std::uint32_t found = b.may_need_quotes(delimiter_);
      if (delimiter_ != '|') found &= ~b.equals('|');
      const std::size_t left = text.size() - i;
      if (left < text::block_bytes) found &= (std::uint32_t{1} << left) - 1;
      if (found != 0) return false;
    }
    return true;
  }
  /// Writes a string between quotes, in pieces when it is long.
  [[nodiscard]] char* put_quoted(char* at, std::string_view text) {
    if (text.size() <= short_bytes) {
      at = room(at, text::max_quoted_bytes(text.size()));
      return write_quoted(at, text);
    }
    at = room(at, 1);
    *at++ = '"';
    while (!text.empty()) {
      const std::string_view piece = text.substr(0, short_bytes);
      text.remove_prefix(piece.size());
      at = room(at, text::max_quoted_bytes(piece.size()));
      at = write_escaped(at, piece);
    }
    *at++ = '"';
    return at;
  }

  text::output& out_;
  const detail::document_data& data_;
  const char delimiter_;
  const std::size_t indent_size_;
  char* at_ = nullptr;
  char* limit_ = nullptr;
  bool is_started_ = false;
};

}  // namespace pith::inline v0::toon

#endif  // PITH_TOON_ENCODE_LINE_WRITER_HPP
