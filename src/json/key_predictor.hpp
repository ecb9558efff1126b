// SPDX-License-Identifier: MIT
/// @file
/// Guesses the next key of an object.
#ifndef PITH_JSON_KEY_PREDICTOR_HPP
#define PITH_JSON_KEY_PREDICTOR_HPP

#include "document/pod_buffer.hpp"
#include "text/block.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pith::inline v0::json {

/// Remembers what came last in each place: which key after these, and which
/// key first in an object that stands here. A key that comes again then costs
/// one comparison of bytes and no look into the tree of shapes.
///
/// A place is a sequence of keys in an object, as in that tree. The objects in
/// `items` begin alike, and otherwise than those in `customer`; hence the
/// place of an object is the place of the member that it is the value of, or
/// that the array around it is the value of.
class key_predictor {
 public:
  /// `"key":` as it stood in the text.
  struct guess {
    std::uint32_t node;      // of the tree, where the key leads to
    std::uint32_t place;     // where the key leads to
    std::uint32_t offset;    // of the opening quote
    std::uint16_t to_colon;  // bytes from there to the colon
    std::uint16_t mask;      // of the bytes that count in the first block
  };

  void reset() {
    guesses_.clear();
    places_.clear();
    static_cast<void>(place_at(0, 0));
  }

  /// The guess about the key that comes in a place, or first in an object that
  /// stands there. Valid until correct() is called.
  [[nodiscard]] const guess* next_at(std::uint32_t place) const noexcept {
    return guesses_.data() + std::size_t{place} * 2;
  }
  [[nodiscard]] const guess* first_at(std::uint32_t place) const noexcept {
    return guesses_.data() + std::size_t{place} * 2 + 1;
  }

  /// The place that a guess is about.
  [[nodiscard]] std::uint32_t place_of(const guess* g) const noexcept {
    return static_cast<std::uint32_t>(g - guesses_.data()) / 2;
  }

  /// True when the guess is right for the string at `text + at`, whose next
  /// token is `to_next` bytes further. Both are read in whole blocks.
  [[nodiscard, gnu::always_inline]] static inline bool is_right(
      const guess& g, const char* text, std::uint32_t at,
      std::uint32_t to_next) noexcept {
    using text::block;
    if (to_next != g.to_colon) return false;
    const char* const a = text + at;
    const char* const b = text + g.offset;
    const std::uint32_t same = block::load(a).equals(block::load(b));
    if ((~same & g.mask) != 0) return false;
    if (to_next < text::block_bytes) return true;
    // The last block, which ends with the colon and may overlap the first.
    const std::size_t last = to_next - (text::block_bytes - 1);
    if (block::load(a + last).equals(block::load(b + last)) != 0xFFFF) {
      return false;
    }
    return to_next < 2 * text::block_bytes || are_equal(a, b, to_next);
  }

  /// Corrects a wrong guess: the key at `offset`, with its colon `to_colon`
  /// bytes further, leads to `node`, which is `count` keys away from the root.
  /// Returns the guess about the key after it.
  [[nodiscard]] const guess* correct(const guess* wrong, std::uint32_t node,
                                     std::uint32_t count, std::size_t offset,
                                     std::size_t to_colon) {
    const auto which = static_cast<std::size_t>(wrong - guesses_.data());
    std::uint32_t place = place_of(wrong);
    // An object that has more is a map: its keys do not come again. Its
    // members share a place, since their values do look alike; but there a
    // guess about the next key could be right in the wrong place.
    constexpr std::uint32_t max_count = 1024;
    if (count > max_count) return next_at(place);
    place = place_at(node, place);
    constexpr std::size_t max_to_colon = 0xFFFF;
    if (to_colon <= max_to_colon) {
      const std::uint32_t mask = to_colon + 1 >= text::block_bytes
                                     ? 0xFFFFu
                                     : (1u << (to_colon + 1)) - 1;
      guesses_[which] = {node, place, static_cast<std::uint32_t>(offset),
                         static_cast<std::uint16_t>(to_colon),
                         static_cast<std::uint16_t>(mask)};
    }
    return next_at(place);
  }
  /// The same for a key that is not spelt as itself: the guess stays.
  [[nodiscard]] const guess* skip(const guess* wrong, std::uint32_t node) {
    return next_at(place_at(node, place_of(wrong)));
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// The place of a node. In a new one, objects will begin as in `before`.
  [[nodiscard]] std::uint32_t place_at(std::uint32_t node,
                                       std::uint32_t before) {
    if (node >= places_.size()) places_.resize(std::size_t{node} + 1, none);
    if (places_[node] == none) {
      places_[node] = static_cast<std::uint32_t>(guesses_.size() / 2);
      // Two tokens are never 0 bytes apart, so this guess is never right.
      guesses_.push_back({0, 0, 0, 0, 0});
      guesses_.push_back(node == 0 ? guess{0, 0, 0, 0, 0} : *first_at(before));
    }
    return places_[node];
  }

  [[nodiscard, gnu::noinline]] static bool are_equal(
      const char* a, const char* b, std::size_t to_colon) noexcept {
    return std::memcmp(a, b, to_colon + 1) == 0;
  }

  detail::pod_buffer<guess> guesses_;         // two for each place
  detail::pod_buffer<std::uint32_t> places_;  // by node
};

}  // namespace pith::inline v0::json

#endif  // PITH_JSON_KEY_PREDICTOR_HPP
