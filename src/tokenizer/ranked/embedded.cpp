// SPDX-License-Identifier: MIT
#include "tokenizer/ranked/encodings.hpp"

#ifdef PITH_EMBEDDED_TOKENIZERS

// Begin and end of what embedded.S includes.
extern "C" {
extern const char pith_o200k_base[];
extern const char pith_o200k_base_end[];
extern const char pith_cl100k_base[];
extern const char pith_cl100k_base_end[];
extern const char pith_p50k_base[];
extern const char pith_p50k_base_end[];
}

#endif

namespace pith::inline v0::tokens {

std::string_view embedded_image([[maybe_unused]] std::string_view name) {
#ifdef PITH_EMBEDDED_TOKENIZERS
  const auto between = [](const char* begin, const char* end) {
    return std::string_view{begin, static_cast<std::size_t>(end - begin)};
  };
  if (name == "o200k_base") {
    return between(pith_o200k_base, pith_o200k_base_end);
  }
  if (name == "cl100k_base") {
    return between(pith_cl100k_base, pith_cl100k_base_end);
  }
  if (name == "p50k_base") return between(pith_p50k_base, pith_p50k_base_end);
  if (name == "r50k_base") {
    static const std::optional<std::string> made =
        make_r50k_image(between(pith_p50k_base, pith_p50k_base_end));
    if (made) return *made;
  }
#endif
  return {};
}

}  // namespace pith::inline v0::tokens
