// SPDX-License-Identifier: MIT
/// @file
/// Scalars of a tape as JSON and its kin write them.
#ifndef PITH_TEXT_TAPE_TEXT_HPP
#define PITH_TEXT_TAPE_TEXT_HPP

#include "document/document_data.hpp"
#include "document/tape.hpp"
#include "text/block.hpp"
#include "text/digits.hpp"
#include "text/escape.hpp"
#include "text/number.hpp"
#include "text/output.hpp"
#include "text/quoted.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pith::inline v0::text {

/// What writers that walk a tape share. They write through a pointer into the
/// output's buffer and look once per value whether there is room, so that the
/// small things need no checks: after limit() it is time to flush(). Each
/// function takes where to write and returns where it stopped.
class tape_text {
 public:
  /// Strings and keys up to these lengths are written without a look at the
  /// room.
  static constexpr std::size_t max_plain_string = 1024;
  static constexpr std::size_t max_plain_key = 128;
  /// What may be written after one look at the room: a value, brackets, and
  /// the next key, escaped.
  static constexpr std::size_t margin = 8 * 1024;
  /// What is left of it for brackets and the like.
  static constexpr std::size_t spare =
      margin - (max_plain_string + max_plain_key) * max_escaped_bytes;

  tape_text(const detail::document_data& data, output& target) noexcept
      : data_(&data), target_(&target) {}

  /// Takes the buffer; everything before this must have been committed.
  [[nodiscard]] char* start() {
    char* const out = target_->reserve(output::chunk_bytes);
    limit_ = out + output::chunk_bytes - margin;
    return out;
  }
  [[nodiscard]] const char* limit() const noexcept { return limit_; }
  void commit(const char* out) noexcept { target_->commit(out); }
  [[nodiscard]] bool failed() const noexcept { return target_->failed(); }

  /// Hands over the buffer; where to write next. After a failure that is
  /// somewhere harmless.
  [[nodiscard, gnu::noinline]] char* flush(char* out) {
    target_->commit(out);
    return target_->reserve(output::chunk_bytes);
  }
  /// Where to write after the output was used past this class.
  [[nodiscard]] char* resume() {
    char* const out = target_->cursor();
    return out > limit_ ? flush(out) : out;
  }

  /// The scalar at `t`, which moves after it; false, with nothing written, at a
  /// container. `text` is the text of the document: writers hold it in a
  /// register, as every byte that is written might change a member.
  [[nodiscard, gnu::always_inline]] inline bool put_scalar(
      char*& out, const detail::word*& t, const char* text) {
    using detail::tag;
    const detail::word w = *t;
    switch (detail::tag_of(w)) {
      case tag::null:
      case tag::boolean_false:
      case tag::boolean_true:
        out = put_literal(out, detail::tag_of(w));
        ++t;
        return true;
      case tag::integer:
        out = write_signed_digits(out, detail::short_integer_of(w));
        ++t;
        return true;
      case tag::wide_integer:
        out = write_integer(out, static_cast<std::int64_t>(t[1]));
        t += 2;
        return true;
      case tag::spelt_integer:
        out = put_spelling(out, text + detail::text_offset_of(w),
                           detail::text_length_of(w));
        ++t;
        return true;
      case tag::real:
        out = put_real(out, t);
        t += 2;
        return true;
      case tag::string:
        out = put_string(out, text + detail::text_offset_of(w),
                         detail::text_length_of(w));
        ++t;
        return true;
      case tag::long_string:
        out = put_long_string(out, detail::long_text(text, t[1], w));
        t += 2;
        return true;
      case tag::array:
      case tag::object:
        return false;
      default:
        __builtin_unreachable();  // the tape has no other tags
    }
  }

  /// A key between its quotes.
  [[nodiscard]] char* put_key(char* out, std::uint32_t key_id) {
    const std::string_view key = data_->key_text(key_id);
    return key.size() > max_plain_key ? put_long_string(out, key)
                                      : put_quoted(out, key.data(), key.size());
  }

 private:
  /// null, false or true.
  [[nodiscard, gnu::always_inline]] static inline char* put_literal(
      char* out, detail::tag t) noexcept {
    using detail::tag;
    static_assert(static_cast<unsigned>(tag::null) == 0 &&
                  static_cast<unsigned>(tag::boolean_false) == 1 &&
                  static_cast<unsigned>(tag::boolean_true) == 2);
    // From a table, since which one comes is hard to guess.
    const literal& l = literals[static_cast<std::size_t>(t)];
    std::memcpy(out, l.text, sizeof l.text);
    return out + l.length;
  }

  /// A spelling of at most two blocks.
  [[nodiscard, gnu::always_inline]] static inline char* put_spelling(
      char* out, const char* spelling, std::size_t length) noexcept {
    copy_two_blocks(out, spelling);
    return out + length;
  }

  /// The real whose first word is at `t`.
  [[nodiscard, gnu::always_inline]] inline char* put_real(
      char* out, const detail::word* t) {
    const std::size_t length = detail::text_length_of(*t);
    if (length == 0) return write_real(out, std::bit_cast<double>(t[1]));
    const char* const spelling =
        data_->text.data() + detail::text_offset_of(*t);
    if (length > 2 * block_bytes) [[unlikely]] {
      target_->commit(out);
      target_->put({spelling, length});
      return resume();
    }
    return put_spelling(out, spelling, length);
  }

  [[nodiscard, gnu::always_inline]] inline char* put_string(
      char* out, const char* text, std::size_t length) {
    if (length > max_plain_string) [[unlikely]] {
      return put_long_string(out, {text, length});
    }
    return put_quoted(out, text, length);
  }
  [[nodiscard, gnu::noinline]] char* put_long_string(char* out,
                                                     std::string_view text) {
    target_->commit(out);
    write_quoted(*target_, text);
    return resume();
  }

  struct literal {
    char text[8];
    std::size_t length;
  };
  static constexpr literal literals[] = {
      {"null", 4}, {"false", 5}, {"true", 4}};
  static_assert(step_bytes <= output::slack);

  const detail::document_data* data_;
  output* target_;
  const char* limit_ = nullptr;
};

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_TAPE_TEXT_HPP
