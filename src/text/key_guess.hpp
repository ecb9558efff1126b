// SPDX-License-Identifier: MIT
/// @file
/// Guesses the next key of an object from the one that stood there last.
#ifndef PITH_TEXT_KEY_GUESS_HPP
#define PITH_TEXT_KEY_GUESS_HPP

#include "document/pod_buffer.hpp"
#include "text/block.hpp"
#include "text/source.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pith::inline v0::text {

/// Objects of one kind have the same keys in the same order, and those below
/// one key are of one kind: what followed a key last time, or began an object
/// below a key, mostly does so again. Then one comparison of bytes replaces
/// reading the key and a look into the tree of shapes.
///
/// Only bare keys are guessed: their text is never decoded in place, so that it
/// can be compared with where it stands.
class key_guesses {
 public:
  /// A key and the byte after it, which ends it: `=`, `:`, `[`, a blank or a
  /// line end.
  struct guess {
    std::uint32_t node;    ///< of the shape tree, where the key leads to
    std::uint32_t offset;  ///< of the key in the text
    std::uint32_t length;  ///< of the key alone
    std::uint32_t mask;    ///< bytes that count in the first block

    /// True when this key, with the same byte after it, stands at `p`.
    [[nodiscard, gnu::always_inline]] inline bool is_right(
        const source& from, const char* p) const noexcept {
      const char* const known = from.first + offset;
      const std::uint32_t same = block::load(p).equals(block::load(known));
      if ((~same & mask) != 0) return false;
      return length < block_bytes ||
             (static_cast<std::size_t>(from.last - p) >= length &&
              std::memcmp(p, known, std::size_t{length} + 1) == 0);
    }
  };

  void clear() noexcept {
    after_.clear();
    first_.clear();
  }

  /// The guess about the key that comes at `node` of the shape tree; at its
  /// root, in an object below the key `key_id`.
  [[nodiscard]] const guess& at(std::uint32_t node,
                                std::uint32_t key_id) const noexcept {
    const detail::pod_buffer<guess>& all = node != 0 ? after_ : first_;
    const std::uint32_t which = node != 0 ? node : key_id;
    return which < all.size() ? all[which] : wrong;
  }

  /// Corrects the guess: the bare key of `length` bytes at `offset` came, and
  /// led to `to`.
  void correct(std::uint32_t node, std::uint32_t key_id, std::uint32_t to,
               std::size_t offset, std::size_t length) {
    detail::pod_buffer<guess>& all = node != 0 ? after_ : first_;
    const std::size_t which = node != 0 ? node : key_id;
    if (which >= all.size()) all.resize(which + 1, wrong);
    const std::uint32_t mask =
        length < block_bytes ? (std::uint32_t{2} << length) - 1 : 0xFFFF;
    all[which] = {to, static_cast<std::uint32_t>(offset),
                  static_cast<std::uint32_t>(length), mask};
  }

 private:
  /// Asks for a bit that no block has.
  static constexpr guess wrong = {0, 0, 0, 1u << block_bytes};

  detail::pod_buffer<guess> after_;  // by node
  detail::pod_buffer<guess> first_;  // by key id
};

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_KEY_GUESS_HPP
