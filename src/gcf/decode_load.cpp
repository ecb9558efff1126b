// SPDX-License-Identifier: MIT
#include "gcf/decode_load.hpp"

#include "gcf/decode_lines.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <cstring>

namespace pith::inline v0::gcf::decoding {

bool load_text(source& text, detail::document_data& data,
               std::string_view bytes, const limits& bounds, std::size_t more) {
  const std::size_t max_bytes = std::min(bounds.max_bytes, greatest_text);
  if (bytes.size() > max_bytes) {
    text.problem = {error_code::size_limit, max_bytes,
                    "the text is longer than limits::max_bytes"};
    return false;
  }
  const std::size_t bad = text::find_invalid_utf8(bytes);
  if (bad != text::valid_utf8) {
    text.problem = {error_code::invalid_utf8, bad, "the text must be UTF-8"};
    return false;
  }
  data.text.resize(bytes.size() + detail::text_padding + more);
  text.first = data.text.data();
  text.last = text.first + bytes.size();
  if (!bytes.empty()) std::memcpy(text.first, bytes.data(), bytes.size());
  std::memset(text.last, 0, detail::text_padding);
  data.text.resize(bytes.size());
  *text.last = '\n';
  data.tape.clear();
  return bytes.size() <= bounds.max_line_bytes ||
         check_line_lengths(text, bounds.max_line_bytes);
}

}  // namespace pith::inline v0::gcf::decoding
