// SPDX-License-Identifier: MIT
/// @file
/// Which objects could become path columns (section 7.4.6), by themselves.
#ifndef PITH_GCF_ENCODE_FLAT_INDEX_HPP
#define PITH_GCF_ENCODE_FLAT_INDEX_HPP

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace pith::inline v0::gcf {

/// A set of tape positions that answers "how many lie in this span" in
/// constant time: one bit per word and a running total per 64 of them.
class position_set {
 public:
  void reset(std::size_t words) {
    const std::size_t blocks = words / 64 + 1;
    bits_.clear();
    bits_.resize(blocks, 0);
    before_.clear();
    before_.resize(blocks, 0);
  }
  void insert(std::size_t position) noexcept {
    bits_[position / 64] |= std::uint64_t{1} << (position % 64);
  }
  /// To be called once, after the last insert().
  void finish() noexcept {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < bits_.size(); ++i) {
      before_[i] = total;
      total += static_cast<std::uint64_t>(std::popcount(bits_[i]));
    }
  }
  [[nodiscard]] bool any_in(std::size_t begin, std::size_t end) const noexcept {
    return rank(end) != rank(begin);
  }

 private:
  [[nodiscard]] std::uint64_t rank(std::size_t position) const noexcept {
    const std::uint64_t below = (std::uint64_t{1} << (position % 64)) - 1;
    return before_[position / 64] + static_cast<std::uint64_t>(std::popcount(
                                        bits_[position / 64] & below));
  }
  detail::pod_buffer<std::uint64_t> bits_;
  detail::pod_buffer<std::uint64_t> before_;
};

/// Answers whether an object, looked at alone, may be flattened: it and the
/// objects inside it have at least one member each, no key is empty or
/// contains `>`, no value is an array, and at least one leaf is not null.
///
/// Objects of scalars are answered from their shape. For objects inside
/// objects one pass over the tape, made when first asked, makes every later
/// question constant: asking each level of a deep tree by walking it would be
/// quadratic, and was cubic in other encoders.
class flat_index {
 public:
  void reset(const detail::document_data& data);

  [[nodiscard]] bool is_flattenable(std::size_t object);
  /// Keys allow the shape's members to be path columns: there are some, none
  /// is empty, none contains `>`.
  [[nodiscard]] bool has_path_keys(std::uint32_t shape_id) {
    return (notes_of(shape_id) & path_keys) != 0;
  }
  /// Some key contains `>`, so that it cannot be a column.
  [[nodiscard]] bool has_reserved_key(std::uint32_t shape_id) {
    return (notes_of(shape_id) & reserved_key) != 0;
  }

 private:
  enum note : std::uint8_t { known = 1, path_keys = 2, reserved_key = 4 };

  [[nodiscard]] std::uint8_t notes_of(std::uint32_t shape_id) {
    const std::uint8_t notes = notes_[shape_id];
    return notes != 0 ? notes : inspect_keys(shape_id);
  }
  std::uint8_t inspect_keys(std::uint32_t shape_id);
  [[nodiscard]] bool has_non_null_member(std::size_t object) const noexcept;
  [[nodiscard]] bool begins_with_a_leaf(std::size_t object) const noexcept;
  /// No key of the document is empty or contains `>`.
  [[nodiscard]] bool all_keys_are_paths();
  void build();

  const detail::document_data* data_ = nullptr;
  detail::pod_buffer<std::uint8_t> notes_;  // by shape id; 0 is unknown
  note all_keys_{};  // path_keys or reserved_key once known
  bool is_built_ = false;
  position_set obstacles_;  // arrays, and objects that cannot be flattened
  position_set leaves_;     // scalars that are not null
};

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_ENCODE_FLAT_INDEX_HPP
