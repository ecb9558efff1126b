// SPDX-License-Identifier: MIT
/// @file
/// Keys as they stand in GCF text, each rendered once.
#ifndef PITH_GCF_ENCODE_KEY_LABELS_HPP
#define PITH_GCF_ENCODE_KEY_LABELS_HPP

#include "gcf/lex/scalar.hpp"
#include "text/key_labels.hpp"
#include "text/quoted.hpp"

#include <string_view>

namespace pith::inline v0::gcf {

/// Quotes what section 2a.1 asks for.
struct key_spelling {
  [[nodiscard]] static bool is_bare(std::string_view key) noexcept {
    return is_bare_key(key);
  }
  static char* write_quoted(char* out, std::string_view key) noexcept {
    return text::write_quoted(out, key);
  }
};

using key_labels = text::key_labels<key_spelling>;

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_ENCODE_KEY_LABELS_HPP
