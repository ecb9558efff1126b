// SPDX-License-Identifier: MIT
/// @file
/// What readers of tokenizers say of what they do not read.
#ifndef PITH_TOKENIZER_MODEL_REFUSAL_HPP
#define PITH_TOKENIZER_MODEL_REFUSAL_HPP

#include <pith/error.hpp>

namespace pith::inline v0::tokens {

/// not_supported, with a sentence that must live as long as the program.
[[nodiscard]] inline error refusal(const char* why) noexcept {
  return {error_code::not_supported, 0, why};
}

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_MODEL_REFUSAL_HPP
