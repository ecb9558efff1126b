// SPDX-License-Identifier: MIT
/// @file
/// Normal forms C and KC, as the original library of tokenizer.json makes them:
/// with tables of its own, older Unicode. tests/tokenizer/make_tables.mjs says
/// where they come from.
#ifndef PITH_TOKENIZER_UNICODE_COMPOSE_HPP
#define PITH_TOKENIZER_UNICODE_COMPOSE_HPP

#include <cstdint>
#include <string>
#include <string_view>

namespace pith::inline v0::tokens {

enum class composition : std::uint8_t {
  canonical,   ///< NFC
  compatible,  ///< NFKC
};

/// Appends the normal form of `text` to `out`. False when `text` is normal
/// already; then nothing is appended. Bytes that are not UTF-8 stay as they
/// are.
[[nodiscard]] bool append_composed(std::string& out, std::string_view text,
                                   composition form);

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_UNICODE_COMPOSE_HPP
