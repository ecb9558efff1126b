// SPDX-License-Identifier: MIT
// The key of a row in a keyed map (section 7.2a), whose rows are the members of
// an object.
#include "gcf/rows/row_reader.hpp"

#include <string_view>

namespace pith::inline v0::gcf::decoding {

using detail::tag;
using detail::word;

/// Reads the key of a keyed map's row (7.2a.3). Returns its first value cell.
char* row_reader::read_member_key(frame& f, char* p) {
  reading& in = in_;  // not to be loaded again after every call
  char* const cell = p = skip_blanks(p);
  word words[token_words] = {};
  word* out = words;
  token_kind kind;
  char* const end = read_token<'|'>(in.text, p, out, kind);
  if (end == nullptr) return nullptr;
  if (kind > token_kind::null) return reject_mark(in.text, cell, kind);
  std::string_view key;
  if (detail::tag_of(words[0]) == tag::string) {
    key = {in.text.first + detail::text_offset_of(words[0]),
           detail::text_length_of(words[0])};
  } else if (detail::tag_of(words[0]) == tag::long_string) {
    key = {in.text.first + words[1],
           static_cast<std::size_t>(detail::payload_of(words[0]))};
  } else {
    return in.text.fail(error_code::keyed_map, cell,
                        "the key of a member must be a string; quote it");
  }
  if (key.size() > detail::key_place::max_length) {
    return in.text.fail(error_code::size_limit, cell,
                        "a key must be shorter than 16 MiB");
  }
  const auto offset = [&] { return in.text.offset_of(key.data()); };
  if (!in.shapes.advance(f.cursor, key, offset)) {
    return in.text.fail(error_code::duplicate_key, cell,
                        "duplicate member key in a keyed map");
  }
  return *end == '|' ? end + 1 : wrong_width(end);
}

}  // namespace pith::inline v0::gcf::decoding
