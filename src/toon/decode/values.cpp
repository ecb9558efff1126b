// SPDX-License-Identifier: MIT
#include "toon/decode/values.hpp"

#include "document/tape_writer.hpp"
#include "toon/decode/cells.hpp"
#include "toon/decode/key.hpp"

namespace pith::inline v0::toon::decoding {

content_kind classify(char* p) noexcept {
  const char* const after = skip_plain_key(p);
  if (after != p && *after == ':') return content_kind::member;
  char* const end = content_end(p);
  if (find_unquoted(p, end, ':') == end) return content_kind::value;
  return *p == '[' ? content_kind::keyless_header : content_kind::member;
}

char* read_quoted_value(source& from, char* p, detail::word*& out) {
  std::size_t length = 0;
  char* const after = read_quoted(from, p, length);
  if (after == nullptr) return nullptr;
  detail::put_string(out, from.offset_of(p + 1), length);
  char* const end = skip_spaces(after);
  if (is_line_end(end)) return end + (*end == '\r' ? 1 : 0);
  return from.fail(error_code::trailing_characters, after,
                   "a quoted string must be the whole of its value");
}

char* read_line_value(context& shared, container_stack& containers, char* p) {
  shared.tape().ensure(token_words);
  detail::word* out = shared.tape().end();
  char* end = nullptr;
  if (*p == '"') {
    end = read_quoted_value(shared.text, p, out);
    if (end == nullptr) return nullptr;
  } else {
    end = find_line_feed(p);
    if (*p == '[' || !put_plain_cell(shared.text, p, end, out)) {
      char* const last = trim_line(p, end);
      if (view(p, last) == "[]") {
        containers.note_value(detail::has_array);
        shared.writer().close_array(shared.writer().open(), 0, 0);
        return end + 1;
      }
      if (!put_token(shared.text, p, last, out)) return nullptr;
    }
  }
  shared.end_tape(out);
  containers.note_value(detail::has_scalar);
  return end + 1;
}

}  // namespace pith::inline v0::toon::decoding
