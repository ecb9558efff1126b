// SPDX-License-Identifier: MIT
/// @file
/// Tokenizers that merge by a list: those of a tokenizer.json.
#ifndef PITH_TOKENIZER_TOKENIZER_JSON_PAIR_MODEL_HPP
#define PITH_TOKENIZER_TOKENIZER_JSON_PAIR_MODEL_HPP

#include "tokenizer/tokenizer_json/tokenizer_json.hpp"

#include <memory>
#include <string>

namespace pith::inline v0::tokens {

[[nodiscard]] std::shared_ptr<const model> make_pair_model(
    std::string name, tokenizer_parts parts);

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_TOKENIZER_JSON_PAIR_MODEL_HPP
