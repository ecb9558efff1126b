// SPDX-License-Identifier: MIT
/// @file
/// Keys as they stand in TOON text, each rendered once.
#ifndef PITH_TOON_ENCODE_KEY_LABELS_HPP
#define PITH_TOON_ENCODE_KEY_LABELS_HPP

#include "text/key_labels.hpp"
#include "toon/scalar.hpp"

#include <string_view>

namespace pith::inline v0::toon {

struct key_spelling {
  [[nodiscard]] static bool is_bare(std::string_view key) noexcept {
    return is_bare_key(key);
  }
  static char* write_quoted(char* out, std::string_view key) noexcept {
    return toon::write_quoted(out, key);
  }
};

using key_labels = text::key_labels<key_spelling>;

}  // namespace pith::inline v0::toon

#endif  // PITH_TOON_ENCODE_KEY_LABELS_HPP
