// SPDX-License-Identifier: MIT
/// @file
/// Writes the pieces of GCF lines: scalars, keys, counts, indentation.
#ifndef PITH_GCF_ENCODE_LINE_WRITER_HPP
#define PITH_GCF_ENCODE_LINE_WRITER_HPP

#include "document/document_data.hpp"
#include "gcf/lex/scalar.hpp"
#include "text/block.hpp"
#include "text/number.hpp"
#include "text/output.hpp"
#include "text/quoted.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pith::inline v0::gcf {

/// A cursor into the output buffer. Every call leaves room for at least
/// text::output::slack bytes of scribbling after the cursor.
class line_writer {
 public:
  line_writer(text::output& out, const detail::document_data& data) noexcept
      : out_(out), data_(data) {}

  /// Takes over the output's cursor; release() hands it back.
  void acquire() { at_ = out_.reserve(0), limit_ = at_ + out_.room(); }
  void release() noexcept { out_.commit(at_); }

  void put(char c) {
    ensure(1);
    *at_++ = c;
  }
  /// Writes a literal, whose length the compiler knows.
  template <std::size_t n>
  void put(const char (&literal)[n]) {
    ensure(n - 1);
    std::memcpy(at_, literal, n - 1);
    at_ += n - 1;
  }
  void put(std::string_view bytes) {
    if (bytes.size() > short_bytes) {
      release();
      out_.put(bytes);
      acquire();
      return;
    }
    ensure(bytes.size());
    copy_short(bytes.data(), bytes.size());
  }
  void count(std::size_t n) {
    ensure(text::max_integer_bytes);
    if (n < 10) {  // most counts of nested arrays
      *at_++ = static_cast<char>('0' + n);
      return;
    }
    at_ = text::write_integer(at_, static_cast<std::int64_t>(n));
  }
  void indent(std::size_t levels) {
    const std::size_t n = levels * 2;
    if (n <= short_bytes) {
      ensure(n);
      for (std::size_t i = 0; i < n; i += text::block_bytes) {
        std::memset(at_ + i, ' ', text::block_bytes);
      }
      at_ += n;
      return;
    }
    release();
    out_.fill(' ', n);
    acquire();
  }
  /// `n` cells of one character, each followed by `|`.
  void cells(char c, std::size_t n) {
    for (; n != 0; --n) {
      ensure(2);
      at_[0] = c;
      at_[1] = '|';
      at_ += 2;
    }
  }
  /// Turns the delimiter after the last cell into the end of the line.
  void end_row() noexcept { at_[-1] = '\n'; }
  /// Turns the comma after the last name of a field declaration into `c`.
  void replace_last(char c) noexcept { at_[-1] = c; }

  /// Writes bytes of the document or of key labels, which whole blocks may be
  /// read after.
  void put_padded(std::string_view bytes) {
    if (bytes.size() > short_bytes) return put(bytes);
    ensure(bytes.size());
    text::copy_blocks(at_, bytes);
    at_ += bytes.size();
  }

  void quoted(std::string_view text) {
    release();
    text::write_quoted(out_, text);
    acquire();
  }

  /// Writes a string value of the document and `after`; bare where section
  /// 2.4 allows it.
  void string(std::string_view text, char after) {
    at_ = put_string(at_, text.data(), text.size(), after);
  }

  /// Writes the scalar at `index` and the character after it; returns the
  /// index after the scalar.
  std::size_t scalar(std::size_t index, char after) {
    const detail::word* t = data_.tape.data() + index;
    at_ = put_scalar(at_, t, after);
    return static_cast<std::size_t>(t - data_.tape.data());
  }

  /// Writes `count` scalars from `index` on, each with the character after
  /// it; returns the index after the last.
  std::size_t scalars(std::size_t index, std::size_t count, char after) {
    const detail::word* t = data_.tape.data() + index;
    char* at = at_;  // every byte that is written might change the member
    for (; count != 0; --count) at = put_scalar(at, t, after);
    at_ = at;
    return static_cast<std::size_t>(t - data_.tape.data());
  }

  /// Writes the line `label=scalar` of a member.
  void member(std::size_t levels, std::string_view label, std::size_t index) {
    const std::size_t spaces = levels * 2;
    if (spaces > text::block_bytes || label.size() > 2 * text::block_bytes) {
      indent(levels);
      put_padded(label);
      put('=');
      scalar(index, '\n');
      return;
    }
    char* at = room(at_, 3 * text::block_bytes + 1);
    std::memset(at, ' ', text::block_bytes);
    at += spaces;
    text::copy_two_blocks(at, label.data());
    at += label.size();
    *at++ = '=';
    const detail::word* t = data_.tape.data() + index;
    at_ = put_scalar(at, t, '\n');
  }

 private:
  /// Longest piece that is copied without asking the output for its size.
  static constexpr std::size_t short_bytes = 1024;

  void ensure(std::size_t n) { at_ = room(at_, n); }
  /// Where to write `n` bytes that come after those before `at`.
  [[nodiscard, gnu::always_inline]] inline char* room(char* at, std::size_t n) {
    return static_cast<std::size_t>(limit_ - at) >= n ? at : refill(at, n);
  }
  [[nodiscard, gnu::noinline]] char* refill(char* at, std::size_t n) {
    at_ = at;
    release();
    char* const fresh = out_.reserve(n);
    limit_ = fresh + out_.room();
    return fresh;
  }
  /// The source is not always padded (literals), so no whole blocks here.
  void copy_short(const char* from, std::size_t n) noexcept {
    if (n != 0) std::memcpy(at_, from, n);
    at_ += n;
  }

  /// Writes the scalar at `t`, moves `t` after it and returns the cursor. In
  /// line, so that a loop over scalars keeps its cursors in registers.
  [[nodiscard, gnu::always_inline]] inline char* put_scalar(
      char* at, const detail::word*& t, char after) {
    using detail::tag;
    const detail::word w = *t++;
    const char* const text = data_.text.data();
    switch (detail::tag_of(w)) {
      case tag::string:
        return put_string(at, text + detail::text_offset_of(w),
                          detail::text_length_of(w), after);
      case tag::spelt_integer:
        at = room(at, text::max_integer_bytes + 1);
        text::copy_two_blocks(at, text + detail::text_offset_of(w));
        at += detail::text_length_of(w);
        break;
      case tag::null:
        at = room(at, 2);
        *at++ = '-';
        break;
      case tag::boolean_false:
      case tag::boolean_true: {
        at = room(at, 8);
        const bool is_true = detail::tag_of(w) == tag::boolean_true;
        std::memcpy(at, is_true ? "true\0\0\0" : "false\0\0", 8);
        at += is_true ? 4 : 5;
        break;
      }
      case tag::real:
        at = room(at, text::max_real_bytes + 1);
        if (detail::payload_of(w) != 0) [[likely]] {
          // A canonical literal is short: two blocks hold the longest.
          text::copy_two_blocks(at, text + detail::text_offset_of(w));
          at += detail::text_length_of(w);
        } else {
          at = text::write_real(at, std::bit_cast<double>(*t));
        }
        ++t;
        break;
      case tag::integer:
        at = room(at, text::max_integer_bytes + 1);
        at = text::write_integer(at, detail::short_integer_of(w));
        break;
      case tag::wide_integer:
        at = room(at, text::max_integer_bytes + 1);
        at = text::write_integer(at, static_cast<std::int64_t>(*t++));
        break;
      default:
        return put_any_string(at, detail::long_text(text, *t++, w), after);
    }
    *at++ = after;
    return at;
  }

  /// Writes a string. Most are shorter than two blocks and have nothing that
  /// forbids the bare form; those are written in line.
  [[nodiscard, gnu::always_inline]] inline char* put_string(char* at,
                                                            const char* text,
                                                            std::size_t size,
                                                            char after) {
    using text::block;
    constexpr std::size_t step = 2 * text::block_bytes;
    at = room(at, step);
    const block low = block::load(text);
    const block high = block::load(text + text::block_bytes);
    low.store(at);
    high.store(at + text::block_bytes);
    const std::uint32_t unusual =
        low.may_forbid_bare() | high.may_forbid_bare() << text::block_bytes;
    const std::uint32_t inside = (std::uint32_t{1} << (size % step)) - 1;
    if (size - 1 < step - 1 && (unusual & inside) == 0 &&
        text[size - 1] != ' ' && begins_bare(low, text, size)) [[likely]] {
      at[size] = after;
      return at + size + 1;
    }
    return put_any_string(at, {text, size}, after);
  }

  /// True when the beginning of a text does not forbid the bare form. `low` is
  /// its first block.
  [[nodiscard, gnu::always_inline]] static inline bool begins_bare(
      const text::block& low, const char* text, std::size_t size) noexcept {
    const first_byte first = classify_first(text[0]);
    if (first == first_byte::plain) return true;
    if (first == first_byte::quoted) return false;
    // Dates and the like begin as numbers do and are none.
    const auto digits = static_cast<unsigned>(std::countr_one(low.digits()));
    if (digits == size) return false;
    const char next = text[digits];
    const bool is_mixed = digits - 1 < size - 1 && next != '.' &&
                          (next | 0x20) != 'e' && text[0] != '0';
    return (is_mixed && digits < text::block_bytes) ||
           is_bare_word({text, size});
  }

  [[nodiscard, gnu::noinline]] char* put_any_string(char* at,
                                                    std::string_view text,
                                                    char after) {
    if (text.size() > short_bytes) return put_long_string(at, text, after);
    at = room(at, text.size() + 3);  // two quotes and `after`
    switch (classify_padded(text)) {
      case bare_text::plain:
        text::copy_blocks(at, text);
        at += text.size();
        break;
      case bare_text::delimited:
        at[0] = '"';
        text::copy_blocks(at + 1, text);
        at += text.size() + 2;
        at[-1] = '"';
        break;
      case bare_text::escaped:
        at = room(at, text::max_quoted_bytes(text.size()) + 1);
        at = text::write_quoted_padded(at, text);
        break;
    }
    *at++ = after;
    return at;
  }
  [[nodiscard]] char* put_long_string(char* at, std::string_view text,
                                      char after) {
    at_ = at;
    if (needs_quote(text)) {
      quoted(text);
    } else {
      put(text);
    }
    put(after);
    return at_;
  }

  /// As classify(), for a text after which whole blocks may be read. Gives up
  /// at the first byte that must be escaped.
  [[nodiscard]] static bare_text classify_padded(
      std::string_view text) noexcept {
    using text::block;
    const std::size_t size = text.size();
    if (size == 0) return bare_text::delimited;
    std::uint32_t delimiters = 0;
    std::uint32_t suspects = 0;
    // Two blocks at a time: many strings are longer than one block, and a
    // loop that ends now after one and now after two is mispredicted.
    constexpr std::size_t step = 2 * text::block_bytes;
    for (std::size_t i = 0; i < size; i += step) {
      const block low = block::load(text.data() + i);
      const block high = block::load(text.data() + i + text::block_bytes);
      const auto both = [&](auto&& mask) {
        return mask(low) | mask(high) << text::block_bytes;
      };
      const std::uint32_t inside = size - i >= step
                                       ? ~std::uint32_t{0}
                                       : (std::uint32_t{1} << (size - i)) - 1;
      if ((both([](const block& b) { return b.may_forbid_bare(); }) & inside) ==
          0) {
        continue;
      }
      if ((both([](const block& b) { return b.needs_escape(); }) & inside) !=
          0) {
        return bare_text::escaped;
      }
      delimiters |= inside & both([](const block& b) {
                      return b.equals('|') | b.equals(',');
                    });
      suspects |= inside & both([](const block& b) {
                    return b.equals('[') | suspect_leads(b);
                  });
    }
    if (delimiters != 0 || text[size - 1] == ' ' ||
        !begins_bare(block::load(text.data()), text.data(), size) ||
        (suspects != 0 && !is_bare_inside(text))) {
      return bare_text::delimited;
    }
    return bare_text::plain;
  }

  text::output& out_;
  const detail::document_data& data_;
  char* at_ = nullptr;
  char* limit_ = nullptr;
};

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_ENCODE_LINE_WRITER_HPP
