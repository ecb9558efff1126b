// SPDX-License-Identifier: MIT
/// @file
/// Which objects of a value become instances, and of what.
#ifndef PITH_TRON_CLASS_PLAN_HPP
#define PITH_TRON_CLASS_PLAN_HPP

#include <pith/tron.hpp>

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace pith::inline v0::tron {

/// The classes of one value. Two objects of a document have the same keys in
/// the same order exactly when their shapes are the same number, so that
/// number is the signature of a class.
class class_plan {
 public:
  /// What an instance begins with: the name and `(`. Copied as one block.
  struct opening {
    char text[15];
    std::uint8_t length;
  };
  static_assert(sizeof(opening) == 16);

  /// Counts the objects of the value at `index` of the tape and decides.
  /// Linear in the value, whatever its document holds besides; for a part with
  /// fewer words than the document has shapes, n log n.
  class_plan(const detail::document_data& data, std::size_t index,
             const encode_options& options);

  /// The shapes that are classes, in the order of their first objects.
  [[nodiscard]] std::span<const std::uint32_t> shapes() const noexcept {
    return {order_.data(), order_.size()};
  }

  /// How instances of a shape of the value begin; null if it has no class.
  [[nodiscard]] const opening* find(std::uint32_t shape) const noexcept {
    const std::uint32_t number = slots_[slot_of(shape)];
    return number == 0 ? nullptr : openings_.data() + (number - 1);
  }

 private:
  void gather(const detail::word* t, const detail::word* end);
  void count(const detail::word* t, const detail::word* end);

  /// Shapes are their own slots, unless the document has more of them than
  /// the value has words: a small part must not pay for that.
  [[nodiscard]] std::size_t slot_of(std::uint32_t shape) const noexcept {
    if (!is_part_) return shape;
    return static_cast<std::size_t>(
        std::lower_bound(known_.begin(), known_.end(), shape) - known_.begin());
  }

  /// By slot: objects so far, then the number of the class from 1, or 0.
  detail::pod_buffer<std::uint32_t> slots_;
  detail::pod_buffer<std::uint32_t> known_;  // of a part: its shapes, sorted
  detail::pod_buffer<std::uint32_t> order_;
  detail::pod_buffer<opening> openings_;  // by class
  bool is_part_ = false;
};

}  // namespace pith::inline v0::tron

#endif  // PITH_TRON_CLASS_PLAN_HPP
