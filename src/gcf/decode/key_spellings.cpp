// SPDX-License-Identifier: MIT
#include "gcf/decode/key_spellings.hpp"

#include "gcf/lex/scalar.hpp"
#include "text/block.hpp"

#include <string_view>

namespace pith::inline v0::gcf::decoding {

char* key_spellings::skip(char* p, std::uint32_t key_id) {
  const std::string_view key = in_.data->key_text(key_id);
  if (key.size() <= text::block_bytes) {
    const std::uint32_t same =
        text::block::load(p).equals(text::block::load(key.data()));
    const std::uint32_t all = (std::uint32_t{1} << key.size()) - 1;
    if ((same & all) != all) return nullptr;
  } else if (!view(p, in_.text.last).starts_with(key)) {
    return nullptr;
  }
  return is_bare(key_id) ? p + key.size() : nullptr;
}

bool key_spellings::is_bare(std::uint32_t key_id) {
  if (key_id >= known_.size()) {
    known_.resize(in_.data->keys.size(), spelling::unknown);
  }
  spelling& known = known_[key_id];
  if (known == spelling::unknown) {
    known = is_bare_key(in_.data->key_text(key_id)) ? spelling::bare
                                                    : spelling::quoted;
  }
  return known == spelling::bare;
}

}  // namespace pith::inline v0::gcf::decoding
