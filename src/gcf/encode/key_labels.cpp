// SPDX-License-Identifier: MIT
#include "gcf/encode/key_labels.hpp"

#include "gcf/lex/scalar.hpp"
#include "text/quoted.hpp"

namespace pith::inline v0::gcf {

void key_labels::reset(const detail::document_data& data) {
  data_ = &data;
  places_.clear();
  places_.resize(data.keys.size(), {0, 0});
  text_.clear();
}

std::string_view key_labels::render(std::uint32_t key_id) {
  const std::string_view key = data_->key_text(key_id);
  const std::size_t begin = text_.size();
  if (is_bare_key(key)) {
    text_.append(key.data(), key.size());
  } else {
    text_.ensure(text::max_quoted_bytes(key.size()));
    const char* end = text::write_quoted(text_.end(), key);
    text_.resize(static_cast<std::size_t>(end - text_.data()));
  }
  text_.ensure(detail::text_padding);  // read with the label, never used
  places_[key_id] = {begin, text_.size() - begin};
  return {text_.data() + begin, text_.size() - begin};
}

}  // namespace pith::inline v0::gcf
