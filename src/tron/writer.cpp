// SPDX-License-Identifier: MIT
#include "tron/writer.hpp"

#include "document/tape.hpp"
#include "text/block.hpp"
#include "text/quoted.hpp"
#include "tron/words.hpp"

#include <cstdint>

namespace pith::inline v0::tron {

using detail::tag;
using detail::tag_of;
using detail::word;

// Brackets, a comma, the opening of an instance and a colon.
static_assert(sizeof(class_plan::opening) + 8 < text::tape_text::spare);

writer::writer(const detail::document_data& data, const class_plan& classes,
               text::output& target, std::size_t max_depth)
    : data_(&data),
      classes_(&classes),
      target_(&target),
      max_depth_(max_depth),
      text_(data, target) {}

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

[[gnu::noinline]] char* writer::put_key(char* out, std::uint32_t key_id) {
  out = text_.put_key(out, key_id);
  *out++ = ':';
  return out;
}

bool writer::write_value(std::size_t index) {
  char* out = text_.start();
  // Copies, as every byte that is written might change the members.
  const char* const text = data_->text.data();
  const char* const limit = text_.limit();
  const word* t = data_->tape.data() + index;
  frame current{t + detail::span_of(*t), nullptr, 0};
  outer_.clear();

  for (;;) {
    if (!text_.put_scalar(out, t, text)) {
      const word w = *t;
      if (outer_.size() >= max_depth_) return false;
      outer_.push_back(current);
      const word second = t[1];
      current = {t + detail::payload_of(w), nullptr, ']'};
      t += detail::header_words;
      if (tag_of(w) == tag::array) {
        *out++ = '[';
      } else if (const std::uint32_t shape = detail::shape_of(second);
                 const auto* opening = classes_->find(shape)) {
        text::copy_block(out, opening->text);
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

  value_end:
    if (t != current.end) {
      *out++ = ',';
      if (current.key != nullptr) out = put_key(out, *current.key++);
      goto next_value;
    }
    // The innermost container ends here, or the value.
    if (outer_.empty()) {
      text_.commit(out);
      return true;
    }
    *out++ = current.close;
    current = outer_.back();
    outer_.pop_back();
    if (out > limit) out = text_.flush(out);
    goto value_end;

  next_value:
    if (out > limit) {
      out = text_.flush(out);
      if (text_.failed()) return true;
    }
  }
}

}  // namespace pith::inline v0::tron
