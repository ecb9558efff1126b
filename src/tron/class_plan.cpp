// SPDX-License-Identifier: MIT
#include "tron/class_plan.hpp"

#include "document/tape.hpp"
#include "text/number.hpp"

namespace pith::inline v0::tron {

using detail::tag;
using detail::word;

namespace {

/// Calls `visit` for each object of a span, outer ones first. Containers that
/// hold scalars alone are passed over as a whole.
template <class Visit>
void for_each_object(const word* t, const word* end, Visit visit) {
  constexpr std::uint8_t containers = detail::has_array | detail::has_object;
  while (t != end) {
    const word w = *t;
    if (!detail::is_container(detail::tag_of(w))) {
      t += detail::span_of(w);
      continue;
    }
    if (detail::tag_of(w) == tag::object) visit(detail::shape_of(t[1]));
    t += (detail::flags_of(t[1]) & containers) == 0 ? detail::payload_of(w)
                                                    : detail::header_words;
  }
}

/// A class for `objects` objects with `members` members?
[[nodiscard]] bool is_worth_it(std::uint64_t members, std::uint64_t objects,
                               const encode_options& options) noexcept {
  if (members < 2 || objects < 2 || members > options.bounds.max_fields) {
    return false;
  }
  return !options.never_worse || objects * (2 * members - 2) > 2 * members + 3;
}

/// A to Z, A1 to Z1, A2 and so on.
[[nodiscard]] class_plan::opening make_opening(std::size_t number) noexcept {
  constexpr std::size_t letters = 26;
  static_assert(1 + 10 + 1 <= sizeof class_plan::opening::text);
  class_plan::opening made{};
  char digits[text::max_integer_bytes];
  char* out = made.text;
  *out++ = static_cast<char>('A' + number % letters);
  if (number >= letters) {
    const char* const end = text::write_integer(
        digits, static_cast<std::int64_t>(number / letters));
    out = std::copy(static_cast<const char*>(digits), end, out);
  }
  *out++ = '(';
  made.length = static_cast<std::uint8_t>(out - made.text);
  return made;
}

}  // namespace

class_plan::class_plan(const detail::document_data& data, std::size_t index,
                       const encode_options& options) {
  const word* const begin = data.tape.data() + index;
  const word* const end = begin + detail::span_of(*begin);
  const auto words = static_cast<std::size_t>(end - begin);
  is_part_ = data.shapes.size() > words;
  if (is_part_) gather(begin, end);
  slots_.resize(is_part_ ? known_.size() : data.shapes.size(), 0);
  count(begin, end);

  std::size_t classes = 0;
  for (const std::uint32_t shape : order_) {
    std::uint32_t& slot = slots_[slot_of(shape)];
    if (!is_worth_it(data.shapes[shape].count, slot, options)) {
      slot = 0;
      continue;
    }
    order_[classes] = shape;
    openings_.push_back(make_opening(classes));
    slot = static_cast<std::uint32_t>(++classes);
  }
  order_.resize(classes);
}

void class_plan::gather(const word* t, const word* end) {
  for_each_object(t, end,
                  [this](std::uint32_t shape) { known_.push_back(shape); });
  std::sort(known_.begin(), known_.end());
  known_.resize(static_cast<std::size_t>(
      std::unique(known_.begin(), known_.end()) - known_.begin()));
}

void class_plan::count(const word* t, const word* end) {
  for_each_object(t, end, [this](std::uint32_t shape) {
    if (slots_[slot_of(shape)]++ == 0) order_.push_back(shape);
  });
}

}  // namespace pith::inline v0::tron
