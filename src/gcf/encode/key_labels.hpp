// SPDX-License-Identifier: MIT
/// @file
/// Keys as they stand in GCF text, each rendered once.
#ifndef PITH_GCF_ENCODE_KEY_LABELS_HPP
#define PITH_GCF_ENCODE_KEY_LABELS_HPP

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcf {

/// A document has few keys and many uses of them: deciding whether a key may
/// stand bare, and quoting it if not, is done at its first use.
class key_labels {
 public:
  void reset(const detail::document_data& data);

  /// The key, quoted if section 2a.1 asks for it. Whole blocks may be read
  /// after it. Valid until the next call.
  [[nodiscard]] std::string_view operator[](std::uint32_t key_id) {
    const place p = places_[key_id];
    if (p.length == 0) return render(key_id);  // no label is empty
    return {text_.data() + p.offset, p.length};
  }

 private:
  struct place {
    std::size_t offset;
    std::size_t length;
  };
  std::string_view render(std::uint32_t key_id);

  const detail::document_data* data_ = nullptr;
  detail::pod_buffer<place> places_;  // by key id; length 0 is not rendered
  detail::pod_buffer<char> text_;
};

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_ENCODE_KEY_LABELS_HPP
