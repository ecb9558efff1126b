// SPDX-License-Identifier: MIT
#include "json/writer.hpp"

#include "document/tape.hpp"
#include "text/block.hpp"
#include "text/digits.hpp"
#include "text/escape.hpp"
#include "text/number.hpp"
#include "text/quoted.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace pith::inline v0::json {

using detail::tag;
using detail::tag_of;
using detail::word;
using text::block;
using text::block_bytes;
using text::output;

namespace {

/// Strings and keys up to these lengths are written without a look at the room,
/// as are line breaks up to so many spaces.
constexpr std::size_t max_plain_string = 1024;
constexpr std::size_t max_plain_key = 128;
constexpr std::size_t max_plain_indent = 256;
/// What may be written after one look at the room: a value, brackets and line
/// breaks, and the next key.
constexpr std::size_t margin = 8 * 1024;
static_assert((max_plain_string + max_plain_key) * text::max_escaped_bytes +
                  3 * max_plain_indent + 256 <
              margin);
static_assert(text::step_bytes <= output::slack);

/// By tag.
struct literal {
  char text[8];
  std::size_t length;
};
constexpr literal literals[] = {{"null", 4}, {"false", 5}, {"true", 4}};
static_assert(static_cast<unsigned>(tag::null) == 0 &&
              static_cast<unsigned>(tag::boolean_false) == 1 &&
              static_cast<unsigned>(tag::boolean_true) == 2);

[[gnu::always_inline]] inline void copy_block(char* to,
                                              const char* from) noexcept {
  block::load(from).store(to);
}

}  // namespace

writer::writer(const detail::document_data& data, output& target,
               unsigned indent)
    : data_(&data), target_(&target), indent_(indent) {}

void writer::write(std::size_t index) {
  const word* const t = data_->tape.data() + index;
  outer_.clear();
  limit_ = target_->reserve(output::chunk_bytes) + output::chunk_bytes - margin;
  // Programs have a slot for every shape of the document; a small part of a
  // large document must not pay for that.
  if (indent_ == 0 && data_->shapes.size() <= detail::span_of(*t)) {
    programs_.start(*data_);
    walk<true>(t);
  } else {
    walk<false>(t);
  }
}

[[gnu::noinline]] char* writer::flush(char* out) {
  target_->commit(out);
  return target_->reserve(output::chunk_bytes);
}

char* writer::resume() {
  char* const out = target_->cursor();
  return out > limit_ ? flush(out) : out;
}

[[gnu::noinline]] char* writer::put_long_string(char* out,
                                                std::string_view text) {
  target_->commit(out);
  text::write_quoted(*target_, text);
  return resume();
}

[[gnu::always_inline]] inline char* writer::put_string(char* out,
                                                       const char* text,
                                                       std::size_t length) {
  if (length > max_plain_string) [[unlikely]] {
    return put_long_string(out, {text, length});
  }
  return text::put_quoted(out, text, length);
}

[[gnu::always_inline]] inline char* writer::put_real(char* out, const word* t) {
  const std::size_t length = detail::text_length_of(*t);
  if (length == 0) return text::write_real(out, std::bit_cast<double>(t[1]));
  const char* const spelling = data_->text.data() + detail::text_offset_of(*t);
  if (length > 2 * block_bytes) [[unlikely]] {
    target_->commit(out);
    target_->put({spelling, length});
    return resume();
  }
  copy_block(out, spelling);
  copy_block(out + block_bytes, spelling + block_bytes);
  return out + length;
}

char* writer::put_line_break(char* out) {
  if (indent_ == 0) return out;
  *out++ = '\n';
  const std::size_t spaces = outer_.size() * indent_;
  if (spaces <= max_plain_indent) {
    std::memset(out, ' ', spaces);
    return out + spaces;
  }
  target_->commit(out);
  target_->fill(' ', spaces);
  return resume();
}

[[gnu::noinline]] char* writer::put_key(char* out, std::uint32_t key_id) {
  const std::string_view key = data_->key_text(key_id);
  out = key.size() > max_plain_key
            ? put_long_string(out, key)
            : text::put_quoted(out, key.data(), key.size());
  *out++ = ':';
  if (indent_ != 0) *out++ = ' ';
  return out;
}

[[gnu::noinline]] char* writer::put_long_step(char* out, const key_step& step) {
  std::uint32_t key_id;
  std::memcpy(&key_id, step.bytes, sizeof key_id);
  *out++ = step.bytes[sizeof key_id];
  return put_key(out, key_id);
}

template <bool is_fast>
void writer::walk(const word* t) {
  // Copies, as every byte that is written might change the members.
  const char* const text = data_->text.data();
  const char* const limit = limit_;
  char* out = target_->cursor();
  frame current{t + detail::span_of(*t), nullptr, nullptr};

  for (;;) {
    const word w = *t;
    switch (tag_of(w)) {
      case tag::null:
      case tag::boolean_false:
      case tag::boolean_true: {
        // From a table, since which one comes is hard to guess.
        const literal& l = literals[static_cast<std::size_t>(tag_of(w))];
        std::memcpy(out, l.text, sizeof l.text);
        out += l.length;
        ++t;
        break;
      }
      case tag::integer:
        out = text::write_signed_digits(out, detail::short_integer_of(w));
        ++t;
        break;
      case tag::wide_integer:
        out = text::write_integer(out, static_cast<std::int64_t>(t[1]));
        t += 2;
        break;
      case tag::spelt_integer: {
        const char* const spelling = text + detail::text_offset_of(w);
        copy_block(out, spelling);
        copy_block(out + block_bytes, spelling + block_bytes);
        out += detail::text_length_of(w);
        ++t;
        break;
      }
      case tag::real:
        out = put_real(out, t);
        t += 2;
        break;
      case tag::string:
        out = put_string(out, text + detail::text_offset_of(w),
                         detail::text_length_of(w));
        ++t;
        break;
      case tag::long_string:
        out = put_long_string(out, {text + t[1], detail::payload_of(w)});
        t += 2;
        break;
      case tag::array:
        *out++ = '[';
        if (detail::payload_of(w) == detail::header_words) {
          *out++ = ']';
          t += detail::header_words;
          break;
        }
        outer_.push_back(current);
        current = {t + detail::payload_of(w), nullptr, nullptr};
        t += detail::header_words;
        if constexpr (!is_fast) out = put_line_break(out);
        goto next_value;
      case tag::object: {
        if (detail::payload_of(w) == detail::header_words) {
          *out++ = '{';
          *out++ = '}';
          t += detail::header_words;
          break;
        }
        outer_.push_back(current);
        const std::uint32_t shape = detail::shape_of(t[1]);
        current = {t + detail::payload_of(w),
                   data_->keys_of(data_->shapes[shape]), nullptr};
        t += detail::header_words;
        if constexpr (is_fast) {
          current.step = programs_.find(shape);
          if (current.step != nullptr) goto next_step;
        }
        *out++ = '{';
        if constexpr (!is_fast) out = put_line_break(out);
        out = put_key(out, *current.key++);
        goto next_value;
      }
      default:
        __builtin_unreachable();  // the tape has no other tags
    }

  value_end:
    if (is_fast && current.step != nullptr) {
      [[maybe_unused]] next_step : const key_step& step = *current.step;
      if (step.length != key_step::end) {
        ++current.step;
        if (step.length != key_step::is_long) [[likely]] {
          copy_block(out, step.bytes);
          copy_block(out + block_bytes, step.bytes + block_bytes);
          if (step.length > 2 * block_bytes) {
            copy_block(out + 2 * block_bytes, step.bytes + 2 * block_bytes);
          }
          out += step.length;
        } else {
          out = put_long_step(out, step);
        }
        goto next_value;
      }
    } else if (t != current.end) {
      *out++ = ',';
      if constexpr (!is_fast) out = put_line_break(out);
      if (current.key != nullptr) out = put_key(out, *current.key++);
      goto next_value;
    }

    // The innermost container ends here, or the value.
    if (outer_.empty()) {
      target_->commit(out);
      return;
    }
    {
      const char bracket = current.key != nullptr ? '}' : ']';
      current = outer_.back();
      outer_.pop_back();
      if constexpr (!is_fast) out = put_line_break(out);
      *out++ = bracket;
      if (out > limit) out = flush(out);
    }
    goto value_end;

  next_value:
    if (out > limit) {
      out = flush(out);
      if (target_->failed()) return;
    }
  }
}

}  // namespace pith::inline v0::json
