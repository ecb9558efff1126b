// SPDX-License-Identifier: MIT
#include "json/writer.hpp"

#include "document/tape.hpp"
#include "text/block.hpp"

#include <cstring>

namespace pith::inline v0::json {

using detail::tag;
using detail::tag_of;
using detail::word;
using text::block_bytes;
using text::output;

namespace {

/// Line breaks up to so many spaces are written without a look at the room;
/// there are up to three with one value.
constexpr std::size_t max_plain_indent = 256;
static_assert(3 * max_plain_indent + 256 < text::tape_text::spare);

}  // namespace

writer::writer(const detail::document_data& data, output& target,
               unsigned indent)
    : data_(&data), target_(&target), indent_(indent), text_(data, target) {}

/// Whether the value at `index` is written with programs of keys. They have a
/// slot for every shape of the document; a small part of a large document must
/// not pay for that.
bool writer::begin_programs(std::size_t index) {
  if (indent_ != 0 ||
      data_->shapes.size() > detail::span_of(data_->tape[index])) {
    return false;
  }
  programs_.start(*data_);
  return true;
}

void writer::write(std::size_t index) {
  const word* const t = data_->tape.data() + index;
  outer_.clear();
  char* const out = text_.start();
  if (begin_programs(index)) {
    walk<true>(t, out);
  } else {
    walk<false>(t, out);
  }
}

void writer::write_lines(std::size_t index) {
  const bool is_fast = begin_programs(index);
  const word* t = data_->tape.data() + index;
  const word* const end = t + detail::span_of(*t);
  for (t += detail::header_words; t < end && !target_->failed();
       t += detail::span_of(*t)) {
    outer_.clear();
    char* const out = text_.start();
    if (is_fast) {
      walk<true>(t, out);
    } else {
      walk<false>(t, out);
    }
    target_->put('\n');
  }
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
  return text_.resume();
}

[[gnu::noinline]] char* writer::put_key(char* out, std::uint32_t key_id) {
  out = text_.put_key(out, key_id);
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
void writer::walk(const word* t, char* out) {
  // Copies, as every byte that is written might change the members.
  const char* const text = data_->text.data();
  const char* const limit = text_.limit();
  frame current{t + detail::span_of(*t), nullptr, nullptr};

  for (;;) {
    if (!text_.put_scalar(out, t, text)) {
      const word w = *t;
      if (tag_of(w) == tag::array) {
        *out++ = '[';
        if (detail::payload_of(w) == detail::header_words) {
          *out++ = ']';
          t += detail::header_words;
          goto value_end;
        }
        outer_.push_back(current);
        current = {t + detail::payload_of(w), nullptr, nullptr};
        t += detail::header_words;
        if constexpr (!is_fast) out = put_line_break(out);
        goto next_value;
      }
      if (detail::payload_of(w) == detail::header_words) {
        *out++ = '{';
        *out++ = '}';
        t += detail::header_words;
        goto value_end;
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

  value_end:
    if (is_fast && current.step != nullptr) {
      [[maybe_unused]] next_step : const key_step& step = *current.step;
      if (step.length != key_step::end) {
        ++current.step;
        if (step.length != key_step::is_long) [[likely]] {
          text::copy_two_blocks(out, step.bytes);
          if (step.length > 2 * block_bytes) {
            text::copy_block(out + 2 * block_bytes,
                             step.bytes + 2 * block_bytes);
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
      if (out > limit) out = text_.flush(out);
    }
    goto value_end;

  next_value:
    if (out > limit) {
      out = text_.flush(out);
      if (target_->failed()) return;
    }
  }
}

}  // namespace pith::inline v0::json
