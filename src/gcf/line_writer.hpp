// SPDX-License-Identifier: MIT
/// @file
/// Writes the pieces of GCF lines: scalars, keys, counts, indentation.
#ifndef PITH_GCF_LINE_WRITER_HPP
#define PITH_GCF_LINE_WRITER_HPP

#include "document/document_data.hpp"
#include "gcf/scalar.hpp"
#include "text/block.hpp"
#include "text/number.hpp"
#include "text/output.hpp"
#include "text/quoted.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pith::inline v0::gcf {

/// A cursor into the output buffer. Every call leaves room for at least
/// text::output::slack bytes of scribbling behind the cursor.
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
  /// Turns the delimiter behind the last cell into the end of the line.
  void end_row() noexcept { at_[-1] = '\n'; }
  /// Turns the comma behind the last name of a field declaration into `c`.
  void replace_last(char c) noexcept { at_[-1] = c; }

  /// Writes bytes of the document or of key labels, which whole blocks may be
  /// read behind.
  void put_padded(std::string_view bytes) {
    if (bytes.size() > short_bytes) return put(bytes);
    ensure(bytes.size());
    copy_blocks(bytes, at_);
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
    if (text.size() > short_bytes) return long_string(text, after);
    ensure(text.size() + 3);  // two quotes and `after`
    switch (copy_and_classify(text)) {
      case bare_text::plain:
        at_ += text.size();
        break;
      case bare_text::delimited:
        at_[0] = '"';
        copy_blocks(text, at_ + 1);
        at_ += text.size() + 2;
        at_[-1] = '"';
        break;
      case bare_text::escaped:
        ensure(text::max_quoted_bytes(text.size()) + 1);
        at_ = text::write_quoted_padded(at_, text);
        break;
    }
    *at_++ = after;
  }

  /// Writes the scalar at `index` and the character behind it; returns the
  /// index behind the scalar.
  std::size_t scalar(std::size_t index, char after) {
    using detail::tag;
    const detail::word w = data_.tape[index];
    switch (detail::tag_of(w)) {
      case tag::null:
        ensure(2);
        *at_++ = '-';
        break;
      case tag::boolean_false:
        ensure(6);
        std::memcpy(at_, "false", 5);
        at_ += 5;
        break;
      case tag::boolean_true:
        ensure(5);
        std::memcpy(at_, "true", 4);
        at_ += 4;
        break;
      case tag::integer:
        ensure(text::max_integer_bytes + 1);
        at_ = text::write_integer(at_, detail::short_integer_of(w));
        break;
      case tag::wide_integer:
        ensure(text::max_integer_bytes + 1);
        at_ = text::write_integer(at_, data_.integer_at(index));
        *at_++ = after;
        return index + 2;
      case tag::spelt_integer:
        ensure(text::max_integer_bytes + 1);
        copy_spelling(w);
        break;
      case tag::real:
        real(w, index);
        *at_++ = after;
        return index + 2;
      case tag::string:
        string(
            data_.text_at(detail::text_offset_of(w), detail::text_length_of(w)),
            after);
        return index + 1;
      default:
        string(data_.string_at(index), after);
        return index + 2;
    }
    *at_++ = after;
    return index + 1;
  }

 private:
  /// Longest piece that is copied without asking the output for its size.
  static constexpr std::size_t short_bytes = 1024;

  void ensure(std::size_t n) {
    if (static_cast<std::size_t>(limit_ - at_) < n) refill(n);
  }
  [[gnu::noinline]] void refill(std::size_t n) {
    release();
    at_ = out_.reserve(n);
    limit_ = at_ + out_.room();
  }
  /// The source is not always padded (literals), so no whole blocks here.
  void copy_short(const char* from, std::size_t n) noexcept {
    if (n != 0) std::memcpy(at_, from, n);
    at_ += n;
  }
  /// Copies whole blocks: reads and writes up to a block too much.
  static void copy_blocks(std::string_view from, char* to) noexcept {
    std::size_t i = 0;
    do {
      text::block::load(from.data() + i).store(to + i);
      i += text::block_bytes;
    } while (i < from.size());
  }
  void real(detail::word w, std::size_t index) {
    ensure(text::max_real_bytes + 1);
    if (detail::payload_of(w) == 0) {
      at_ = text::write_real(at_, data_.real_at(index));
      return;
    }
    copy_spelling(w);
  }
  /// A canonical literal is short: two blocks hold the longest.
  void copy_spelling(detail::word w) noexcept {
    const char* from = data_.text.data() + detail::text_offset_of(w);
    text::block::load(from).store(at_);
    text::block::load(from + text::block_bytes).store(at_ + text::block_bytes);
    at_ += detail::text_length_of(w);
  }
  /// Bytes that may forbid the bare form; most blocks have none.
  static std::uint32_t is_unusual(const text::block& b) noexcept {
    return b.unusual<'"', '\\', '|', ',', '['>();
  }
  struct found_in_text {
    std::uint32_t escapes = 0;
    std::uint32_t delimiters = 0;
    std::uint32_t suspects = 0;

    void add(const text::block& low, const text::block& high,
             std::uint32_t inside) noexcept {
      const auto both = [&](auto&& mask) {
        return (mask(low) | mask(high) << text::block_bytes) & inside;
      };
      using text::block;
      escapes |= both([](const block& b) { return b.needs_escape(); });
      delimiters |=
          both([](const block& b) { return b.equals('|') | b.equals(','); });
      suspects |=
          both([](const block& b) { return b.equals('[') | suspect_leads(b); });
    }
  };

  /// Copies the text to the cursor block by block and looks at the same bytes
  /// for anything that may forbid the bare form.
  [[nodiscard]] bare_text copy_and_classify(std::string_view text) {
    using text::block;
    using text::block_bytes;
    const std::size_t size = text.size();
    if (size == 0) return bare_text::delimited;
    // Two blocks at a time: many strings are longer than one block, and a
    // loop that ends now after one and now after two is mispredicted.
    constexpr std::size_t step = 2 * block_bytes;
    found_in_text found;
    for (std::size_t i = 0;; i += step) {
      const block low = block::load(text.data() + i);
      const block high = block::load(text.data() + i + block_bytes);
      low.store(at_ + i);
      high.store(at_ + i + block_bytes);
      const std::uint32_t unusual = is_unusual(low) | is_unusual(high)
                                                          << block_bytes;
      if (size - i >= step) {
        if (unusual != 0) found.add(low, high, ~std::uint32_t{0});
        continue;
      }
      const std::uint32_t inside = (std::uint32_t{1} << (size - i)) - 1;
      if ((unusual & inside) != 0) found.add(low, high, inside);
      break;
    }
    if (found.escapes != 0) return bare_text::escaped;
    if (found.delimiters != 0) return bare_text::delimited;
    if (text[size - 1] == ' ') return bare_text::delimited;
    const first_byte first = classify_first(text[0]);
    if (first != first_byte::plain &&
        (first == first_byte::quoted || !is_bare_word(text))) {
      return bare_text::delimited;
    }
    if (found.suspects != 0 && !is_bare_inside(text)) {
      return bare_text::delimited;
    }
    return bare_text::plain;
  }
  [[gnu::noinline]] void long_string(std::string_view text, char after) {
    if (needs_quote(text)) {
      quoted(text);
    } else {
      put(text);
    }
    put(after);
  }

  text::output& out_;
  const detail::document_data& data_;
  char* at_ = nullptr;
  char* limit_ = nullptr;
};

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_LINE_WRITER_HPP
