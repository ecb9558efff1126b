// SPDX-License-Identifier: MIT
/// @file
/// The keys of repeated objects in the form in which JSON repeats them.
#ifndef PITH_JSON_KEY_PROGRAM_HPP
#define PITH_JSON_KEY_PROGRAM_HPP

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "text/escape.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pith::inline v0::json {

/// One key of a shape with all that stands around it: `{"id":` or `,"name":`.
struct key_step {
  static constexpr std::size_t max_bytes = 47;
  /// Marks what stands after the last key.
  static constexpr std::uint8_t end = 0;
  /// Marks a key that does not fit; `bytes` begins with its id.
  static constexpr std::uint8_t is_long = 0xFF;

  char bytes[max_bytes];
  std::uint8_t length;
};

/// Holds the steps of every shape that was asked for twice: an object of a
/// table then copies its keys without looking at them. Objects that occur once
/// would only pay for that. Takes at most a few megabytes.
class key_programs {
 public:
  static constexpr std::size_t max_shapes = std::size_t{1} << 16;
  static constexpr std::size_t max_steps = std::size_t{1} << 16;

  /// Prepares for a document.
  void start(const detail::document_data& data) {
    data_ = &data;
    const std::size_t shapes = data.shapes.size();
    places_.clear();
    places_.resize(shapes < max_shapes ? shapes : max_shapes, unseen);
    steps_.clear();
    // All that may be needed at once: programs are pointed at while others are
    // added. Each has a step per key and its end.
    const std::size_t needed = data.shape_keys.size() + shapes;
    steps_.ensure(needed < max_steps ? needed : max_steps);
  }

  /// The first step of an object's keys, or null. Valid until start().
  [[nodiscard]] const key_step* find(std::uint32_t shape) {
    if (shape >= places_.size()) return nullptr;
    const std::uint32_t place = places_[shape];
    if (place >= first_place) return steps_.data() + (place - first_place);
    return consider(shape);
  }

 private:
  // What places_ holds for a shape without a program.
  static constexpr std::uint32_t unseen = 0;
  static constexpr std::uint32_t seen = 1;
  static constexpr std::uint32_t rejected = 2;
  static constexpr std::uint32_t first_place = 3;

  [[gnu::noinline]] const key_step* consider(std::uint32_t shape) {
    std::uint32_t& place = places_[shape];
    if (place == unseen) {
      place = seen;
    } else if (place == seen) {
      place = add(data_->shapes[shape]);
    }
    return place < first_place ? nullptr
                               : steps_.data() + (place - first_place);
  }

  std::uint32_t add(detail::shape s) {
    if (s.count >= max_steps - steps_.size()) return rejected;
    const auto place = static_cast<std::uint32_t>(steps_.size()) + first_place;
    const std::uint32_t* const keys = data_->keys_of(s);
    for (std::uint32_t i = 0; i < s.count; ++i) {
      steps_.push_unchecked(make_step(keys[i], i == 0 ? '{' : ','));
    }
    steps_.push_unchecked({{}, key_step::end});
    return place;
  }

  [[nodiscard]] key_step make_step(std::uint32_t key_id,
                                   char separator) const noexcept {
    key_step step{};
    const std::string_view key = data_->key_text(key_id);
    if (key.size() <= key_step::max_bytes) {
      char form[key_step::max_bytes * text::max_escaped_bytes + 4 +
                text::step_bytes];
      form[0] = separator;
      char* end = text::put_quoted(form + 1, key.data(), key.size());
      *end++ = ':';
      const auto length = static_cast<std::size_t>(end - form);
      if (length <= key_step::max_bytes) {
        std::memcpy(step.bytes, form, length);
        step.length = static_cast<std::uint8_t>(length);
        return step;
      }
    }
    std::memcpy(step.bytes, &key_id, sizeof key_id);
    step.bytes[sizeof key_id] = separator;
    step.length = key_step::is_long;
    return step;
  }

  const detail::document_data* data_ = nullptr;
  detail::pod_buffer<std::uint32_t> places_;  // by shape
  detail::pod_buffer<key_step> steps_;
};

}  // namespace pith::inline v0::json

#endif  // PITH_JSON_KEY_PROGRAM_HPP
