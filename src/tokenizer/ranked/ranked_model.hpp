// SPDX-License-Identifier: MIT
/// @file
/// The published encodings whose merges are ordered by the number of the
/// token that they make (o200k_base and its relatives).
#ifndef PITH_TOKENIZER_RANKED_RANKED_MODEL_HPP
#define PITH_TOKENIZER_RANKED_RANKED_MODEL_HPP

#include "tokenizer/model/mapped_file.hpp"
#include "tokenizer/model/model.hpp"
#include "tokenizer/ranked/vocabulary.hpp"

#include <memory>
#include <string>

namespace pith::inline v0::tokens {

/// A model over an image of vocabulary.hpp; null when it is not one. Embedded
/// images are trusted; others are checked to the last slot.
[[nodiscard]] std::shared_ptr<const model> make_ranked_model(std::string name,
                                                             held_bytes image);

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_RANKED_RANKED_MODEL_HPP
