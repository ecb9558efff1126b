// SPDX-License-Identifier: MIT
#include "toon/decode/cells.hpp"

#include "document/tape_writer.hpp"

namespace pith::inline v0::toon::decoding {

namespace {

/// What follows the quoted cell that ends before `p`.
char* end_quoted_cell(source& from, char* p, char delimiter) noexcept {
  char* const after = skip_spaces(p);
  if (*after == delimiter) return after;
  if (is_line_end(after)) return find_line_feed(after);
  return from.fail(error_code::trailing_characters, p,
                   "a quoted string must be the whole of its value");
}

}  // namespace

// A line may have a million such cells: none may look further than its end.
char* read_any_cell(source& from, char* p, cell_cursor& ends,
                    detail::word*& out) {
  const char delimiter = ends.delimiter();
  char* const first = skip_spaces(p);
  char* after = first;
  if (*first == '"') {
    std::size_t length = 0;
    after = read_quoted(from, first, length);
    if (after == nullptr) return nullptr;
    after = end_quoted_cell(from, after, delimiter);
    if (after == nullptr) return nullptr;
    detail::put_string(out, from.offset_of(first + 1), length);
  } else {
    // Every quote opens or closes, wherever it stands.
    bool is_quoted = false;
    while (*after != '\n' && (is_quoted || *after != delimiter)) {
      if (*after == '"') {
        is_quoted = !is_quoted;
      } else if (is_quoted && *after == '\\' && after[1] != '\n') {
        ++after;
      }
      ++after;
    }
    char* end = after;
    if (*after == '\n') {
      end = trim_line(first, after);
    } else {
      while (end != first && end[-1] == ' ') --end;
    }
    if (!put_token(from, first, end, out)) return nullptr;
  }
  ends.skip_to(after);
  ends.pass();
  return after;
}

}  // namespace pith::inline v0::toon::decoding
