// SPDX-License-Identifier: MIT
/// @file
/// Keys as they stand in a text, each rendered once.
#ifndef PITH_TEXT_KEY_LABELS_HPP
#define PITH_TEXT_KEY_LABELS_HPP

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "text/quoted.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::text {

/// A document has few keys and many uses of them: deciding whether a key may
/// stand bare, and quoting it if not, is done at its first use. `Spelling` has
/// two static functions: is_bare(key), and write_quoted(out, key), which needs
/// max_quoted_bytes() of room and returns the end.
template <class Spelling>
class key_labels {
 public:
  /// Forgets all labels; those to come are of the keys of `data`, which must
  /// live as long as labels are asked for. Linear in the number of keys.
  void reset(const detail::document_data& data) {
    data_ = &data;
    places_.clear();
    places_.resize(data.keys.size(), {0, 0});
    text_.clear();
  }

  /// The key, quoted if it must be. Whole blocks may be read after it. Valid
  /// until the next call.
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

  [[gnu::noinline]] std::string_view render(std::uint32_t key_id) {
    const std::string_view key = data_->key_text(key_id);
    const std::size_t begin = text_.size();
    if (Spelling::is_bare(key)) {
      text_.append(key.data(), key.size());
    } else {
      text_.ensure(max_quoted_bytes(key.size()));
      const char* const end = Spelling::write_quoted(text_.end(), key);
      text_.resize(static_cast<std::size_t>(end - text_.data()));
    }
    text_.ensure(detail::text_padding);  // read with the label, never used
    places_[key_id] = {begin, text_.size() - begin};
    return {text_.data() + begin, text_.size() - begin};
  }

  const detail::document_data* data_ = nullptr;
  detail::pod_buffer<place> places_;  // by key id; length 0 is not rendered
  detail::pod_buffer<char> text_;
};

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_KEY_LABELS_HPP
