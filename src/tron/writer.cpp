// SPDX-License-Identifier: MIT
#include "tron/writer.hpp"

#include "document/tape.hpp"
#include "text/block.hpp"
#include "text/digits.hpp"
#include "text/escape.hpp"
#include "text/number.hpp"
#include "text/quoted.hpp"
#include "tron/words.hpp"

#include <bit>
#include <cstring>

namespace pith::inline v0::tron {

using detail::tag;
using detail::tag_of;
using detail::word;
using text::block;
using text::block_bytes;
using text::output;

namespace {

/// Strings and keys up to these lengths are written without a look at the room.
constexpr std::size_t max_plain_string = 1024;
constexpr std::size_t max_plain_key = 128;
/// What may be written after one look at the room: a value, brackets, and the
/// next key.
constexpr std::size_t margin = 8 * 1024;
static_assert((max_plain_string + max_plain_key) * text::max_escaped_bytes +
                  256 <
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

writer::writer(const detail::document_data& data, const class_plan& classes,
               output& target, std::size_t max_depth)
    : data_(&data),
      classes_(&classes),
      target_(&target),
      max_depth_(max_depth),
      limit_(target.reserve(output::chunk_bytes) + output::chunk_bytes -
             margin) {}

void writer::write_header() {
  for (const std::uint32_t shape : classes_->shapes()) {
    if (target_->failed()) return;
    const class_plan::opening& opening = *classes_->find(shape);
    target_->put("class ");
    target_->put({opening.text, std::size_t{opening.length} - 1});
    target_->put(": ");
    const detail::shape s = data_->shapes[shape];
    const std::uint32_t* const keys = data_->keys_of(s);
    for (std::uint32_t i = 0; i < s.count; ++i) {
      if (i != 0) target_->put(',');
      const std::string_view key = data_->key_text(keys[i]);
      if (is_name(key)) {
        target_->put(key);
      } else {
        text::write_quoted(*target_, key);
      }
    }
    target_->put('\n');
  }
  if (!classes_->shapes().empty()) target_->put('\n');
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

[[gnu::noinline]] char* writer::put_key(char* out, std::uint32_t key_id) {
  const std::string_view key = data_->key_text(key_id);
  out = key.size() > max_plain_key
            ? put_long_string(out, key)
            : text::put_quoted(out, key.data(), key.size());
  *out++ = ':';
  return out;
}

bool writer::write_value(std::size_t index) {
  // Copies, as every byte that is written might change the members.
  const char* const text = data_->text.data();
  const char* const limit = limit_;
  const word* t = data_->tape.data() + index;
  char* out = resume();
  frame current{t + detail::span_of(*t), nullptr, 0};
  outer_.clear();

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
      case tag::object: {
        if (outer_.size() >= max_depth_) return false;
        outer_.push_back(current);
        const word second = t[1];
        current = {t + detail::payload_of(w), nullptr, ']'};
        t += detail::header_words;
        if (tag_of(w) == tag::array) {
          *out++ = '[';
        } else if (const std::uint32_t shape = detail::shape_of(second);
                   const auto* opening = classes_->find(shape)) {
          copy_block(out, opening->text);
          out += opening->length;
          current.close = ')';
        } else {
          *out++ = '{';
          current.close = '}';
          current.key = data_->keys_of(data_->shapes[shape]);
          if (t != current.end) out = put_key(out, *current.key++);
        }
        if (t == current.end) goto value_end;
        goto next_value;
      }
      default:
        __builtin_unreachable();  // the tape has no other tags
    }

  value_end:
    if (t != current.end) {
      *out++ = ',';
      if (current.key != nullptr) out = put_key(out, *current.key++);
      goto next_value;
    }
    // The innermost container ends here, or the value.
    if (outer_.empty()) {
      target_->commit(out);
      return true;
    }
    *out++ = current.close;
    current = outer_.back();
    outer_.pop_back();
    if (out > limit) out = flush(out);
    goto value_end;

  next_value:
    if (out > limit) {
      out = flush(out);
      if (target_->failed()) return true;
    }
  }
}

}  // namespace pith::inline v0::tron
