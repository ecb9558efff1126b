// SPDX-License-Identifier: MIT
/// @file
/// The encodings that pith knows by name, and the models that use them.
#ifndef PITH_TOKENIZER_RANKED_ENCODINGS_HPP
#define PITH_TOKENIZER_RANKED_ENCODINGS_HPP

#include <pith/tokens.hpp>

#include "tokenizer/ranked/image_maker.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pith::inline v0::tokens {

/// A special token of an encoding.
struct special_name {
  std::uint32_t id;
  std::string_view text;
};

/// A published encoding.
struct encoding {
  std::string_view name;
  piece_family family;
  /// SHA-256 of its rank file, in hexadecimal.
  std::string_view sha256;
  std::span<const special_name> specials;
};

[[nodiscard]] std::span<const encoding> encodings() noexcept;
/// What an image of it is made from, but for the tokens.
[[nodiscard]] vocabulary_source source_of(const encoding& of);
/// Null when there is none of this name.
[[nodiscard]] const encoding* find_encoding(std::string_view name) noexcept;

/// The image that was linked into the library; empty when it was built
/// without the data. That of r50k_base is made when it is first asked for.
[[nodiscard]] std::string_view embedded_image(std::string_view name);

/// The image of r50k_base from that of p50k_base, which has the same tokens and
/// 24 runs of blanks after them: a megabyte that need not be embedded. Takes
/// some milliseconds. Nothing when `p50k_base` is not such an image.
[[nodiscard]] std::optional<std::string> make_r50k_image(
    std::string_view p50k_base);

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_RANKED_ENCODINGS_HPP
