// SPDX-License-Identifier: MIT
/// @file
/// The texts of tokens by their numbers.
#ifndef PITH_TOKENIZER_RANKED_TOKEN_TEXTS_HPP
#define PITH_TOKENIZER_RANKED_TOKEN_TEXTS_HPP

#include "tokenizer/ranked/vocabulary.hpp"

#include <atomic>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::tokens {

/// Where each token lies in an image. An image has them by text only, since
/// counting needs no more: the other direction is a pass over it, made when
/// somebody first asks. Any number of threads.
class token_texts {
 public:
  /// The image must outlive it.
  explicit token_texts(const vocabulary& words) noexcept : words_(words) {}
  token_texts(const token_texts&) = delete;
  token_texts& operator=(const token_texts&) = delete;
  ~token_texts() { delete[] places_.load(); }

  /// The bytes of a token; empty for one that is not there. The first call
  /// takes time linear in the image, and so does every one when there is no
  /// memory; the others are O(1).
  [[nodiscard]] std::string_view find(std::uint32_t id) const noexcept;

 private:
  [[nodiscard]] const std::uint32_t* places() const noexcept;

  vocabulary words_;
  mutable std::atomic<std::uint32_t*> places_{nullptr};
};

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_RANKED_TOKEN_TEXTS_HPP
