// SPDX-License-Identifier: MIT
/// @file
/// Appends values to a tape.
#ifndef PITH_DOCUMENT_TAPE_WRITER_HPP
#define PITH_DOCUMENT_TAPE_WRITER_HPP

#include "document/pod_buffer.hpp"
#include "document/tape.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace pith::inline v0::detail {

/// Writes a string through a pointer; takes at most two words.
inline void put_string(word*& out, std::size_t offset,
                       std::size_t length) noexcept {
  if (length <= max_short_text) [[likely]] {
    *out++ = make_word(tag::string, pack_text(offset, length));
    return;
  }
  *out++ = make_word(tag::long_string, static_cast<word>(length));
  *out++ = static_cast<word>(offset);
}

/// The one place that knows how values are laid out for writing. Holds no
/// state of its own: readers keep their stacks, since each closes containers
/// by rules of its own.
class tape_writer {
 public:
  explicit tape_writer(pod_buffer<word>& tape) noexcept : tape_(&tape) {}

  void null() { tape_->push_back(make_word(tag::null)); }
  void boolean(bool v) {
    tape_->push_back(make_word(v ? tag::boolean_true : tag::boolean_false));
  }
  void integer(std::int64_t v) {
    tape_->ensure(2);
    if (is_short_integer(v)) {
      tape_->push_unchecked(short_integer_word(v));
    } else {
      tape_->push_unchecked(make_word(tag::wide_integer));
      tape_->push_unchecked(static_cast<word>(v));
    }
  }
  /// An integer by its canonical literal, which stands in the text.
  void spelt_integer(std::size_t offset, std::size_t length) {
    tape_->push_back(make_word(tag::spelt_integer, pack_text(offset, length)));
  }
  /// `spelling` is pack_text() of a canonical literal, or 0.
  void real(double v, word spelling = 0) {
    tape_->ensure(2);
    tape_->push_unchecked(make_word(tag::real, spelling));
    tape_->push_unchecked(std::bit_cast<word>(v));
  }
  void string(std::size_t offset, std::size_t length) {
    tape_->ensure(2);
    if (length <= max_short_text) {
      tape_->push_unchecked(make_word(tag::string, pack_text(offset, length)));
    } else {
      tape_->push_unchecked(
          make_word(tag::long_string, static_cast<word>(length)));
      tape_->push_unchecked(static_cast<word>(offset));
    }
  }

  /// Leaves room for a container's header; returns where it stands.
  std::size_t open() {
    tape_->ensure(header_words);
    const std::size_t at = tape_->size();
    tape_->push_unchecked(0);
    tape_->push_unchecked(0);
    return at;
  }
  void close_array(std::size_t at, std::size_t count, std::uint8_t flags) {
    (*tape_)[at] = make_word(tag::array, tape_->size() - at);
    (*tape_)[at + 1] = (static_cast<word>(flags) << flags_shift) | count;
  }
  void close_object(std::size_t at, std::uint32_t shape, std::uint8_t flags) {
    (*tape_)[at] = make_word(tag::object, tape_->size() - at);
    (*tape_)[at + 1] = (static_cast<word>(flags) << flags_shift) | shape;
  }

  [[nodiscard]] std::size_t size() const noexcept { return tape_->size(); }

 private:
  pod_buffer<word>* tape_;
};

/// For readers that write values through a pointer: ends the tape at `out` and
/// makes room for `room` more words. Returns where the tape ends now. What
/// takes up to `room` words may begin up to `last`; beyond `max_words` the
/// caller has another look at the limit first. Throws std::bad_alloc.
[[nodiscard]] inline word* make_room(pod_buffer<word>& tape, const word* out,
                                     std::size_t room, std::size_t max_words,
                                     word*& last) {
  tape.resize(static_cast<std::size_t>(out - tape.data()));
  tape.ensure(room);
  const std::size_t most = std::min(tape.capacity() - room, max_words);
  last = tape.data() + std::max(most, tape.size());
  return tape.end();
}

}  // namespace pith::inline v0::detail

#endif  // PITH_DOCUMENT_TAPE_WRITER_HPP
