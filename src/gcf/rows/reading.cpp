// SPDX-License-Identifier: MIT
#include "gcf/rows/reading.hpp"

#include "gcf/lex/load.hpp"

#include <algorithm>

namespace pith::inline v0::gcf::decoding {

namespace {

/// Texts below this count as this for limits::max_expansion.
constexpr std::size_t min_source = 16 * 1024;

/// Words of tape that a text may become.
std::size_t tape_limit(std::size_t bytes, std::size_t max_expansion) noexcept {
  const std::size_t source = std::max(bytes, min_source);
  if (max_expansion > ~std::size_t{0} / source) return ~std::size_t{0};
  return source * max_expansion / sizeof(detail::word);
}

}  // namespace

void reading::begin(detail::document_data& into, const limits& within) {
  data = &into;
  bounds = within;
  // No text is long enough for more, and counts must not overflow.
  bounds.max_items = std::min(within.max_items, greatest_text);
  into.reset();
  into.tape.clear();
  shapes.reset(into);
  layouts.reset(shapes, within.max_fields);
  max_words = tape_limit(0, within.max_expansion);
  dropped_words = 0;
  text.base = 0;
  next = nullptr;
}

void reading::drop_from(std::size_t at) {
  const std::size_t words = tape().size() - at;
  dropped_words += words;
  max_words -= std::min(max_words, words);
  tape().resize(at);
}

/// The limit grows with the text: what has been read so far decides, so that
/// it does not matter how much is to come.
bool reading::has_outgrown(const char* end) noexcept {
  const std::size_t most =
      tape_limit(text.input_offset_of(std::min<const char*>(end, text.last)),
                 bounds.max_expansion);
  max_words = most > dropped_words ? most - dropped_words : 0;
  return dropped_words + data->tape.size() > most;
}

}  // namespace pith::inline v0::gcf::decoding
