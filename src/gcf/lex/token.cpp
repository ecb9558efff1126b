// SPDX-License-Identifier: MIT
#include "gcf/lex/token.hpp"

#include "gcf/lex/key.hpp"
#include "text/quoted.hpp"

namespace pith::inline v0::gcf::decoding {

namespace {

using detail::make_word;
using detail::tag;
using detail::word;

/// Ends a token whose last byte was before `p`: blanks may follow it.
template <char delimiter>
char* end_quoted(source& text, char* p) noexcept {
  p = skip_blanks(p);
  if (*p == delimiter) return p;
  if (is_line_end(p)) return p + (*p == '\r' ? 1 : 0);
  return text.fail(error_code::trailing_characters, p,
                   "a quoted string must be the whole of its value");
}

/// Everything but quoted strings. The token is [first, last), without blanks.
bool put_bare(source& text, char* first, char* last, word*& out,
              token_kind& kind) noexcept {
  const std::string_view token = view(first, last);
  kind = token_kind::value;
  if (token.size() == 1 && token[0] == '-') {
    *out++ = make_word(tag::null);
    kind = token_kind::null;
    return true;
  }
  if (token == "~") {
    kind = token_kind::missing;
    return true;
  }
  if (token == "^") {
    kind = token_kind::marker;
    return true;
  }
  if (token.starts_with("^{") && token.back() == '}') {
    kind = token_kind::schema;
    return true;
  }
  if (token == "true" || token == "false") {
    *out++ =
        make_word(token.size() == 4 ? tag::boolean_true : tag::boolean_false);
    return true;
  }
  if (!token.empty() && (token[0] == '-' || text::is_digit(token[0]))) {
    const text::parsed_number number = text::parse_number(first, last);
    if (number.end == last) {
      if (number.kind == text::number_kind::out_of_range) {
        text.fail(error_code::out_of_range, first,
                  "a number must be an int64 or a finite double; write "
                  "anything else as a string");
        return false;
      }
      if (put_number(text, first, number, out)) return true;
    }
  }
  detail::put_string(out, text.offset_of(first), token.size());
  return true;
}

/// After the closing quote of the name at `open`, or null. Changes nothing.
char* skip_quoted(char* open) noexcept {
  for (char* p = open + 1; *p != '\n'; ++p) {
    if (*p == '"') return p + 1;
    if (*p == '\\' && p[1] != '\n') ++p;
  }
  return nullptr;
}

/// The end of the cell at `p`, which begins with `^{`, or null if no field
/// declaration follows: quoted names in it may contain the delimiter (2a.3).
/// It gives up at the first byte that does not fit, so that a row of such
/// beginnings is not searched to its end from each of them.
char* find_schema_end(char* p) noexcept {
  p += 2;
  for (;;) {
    p = skip_blanks(p);
    p = *p == '"' ? skip_quoted(p) : skip_bare_key(p);
    if (p == nullptr) return nullptr;
    p = skip_blanks(p);
    if (*p != ',') break;
    ++p;
  }
  if (*p != '}') return nullptr;
  p = skip_blanks(p + 1);
  if (*p == '|') return p;
  return is_line_end(p) ? p + (*p == '\r' ? 1 : 0) : nullptr;
}

}  // namespace

char* read_quoted_text(source& text, char* open, std::size_t& length) {
  const text::read_quoted_result quoted = text::read_quoted(open, text.last);
  if (quoted.ok) {
    length = quoted.length;
    return open + (quoted.end - open);
  }
  switch (quoted.code) {
    case error_code::control_character:
      if (!is_line_end(quoted.end)) {
        return text.fail(error_code::invalid_escape, quoted.end,
                         "control characters in quotes must be escaped");
      }
      [[fallthrough]];
    case error_code::unterminated_quote:
      return text.fail(error_code::unterminated_quote, open,
                       "a quoted string must be closed on its line");
    case error_code::invalid_surrogate:
      return text.fail(quoted.code, quoted.end,
                       "a surrogate must be escaped as a pair, high then low");
    default:
      return text.fail(quoted.code, quoted.end,
                       "an escape must be one of JSON's");
  }
}

template <char delimiter>
char* read_any_token(source& text, char* p, word*& out, token_kind& kind) {
  p = skip_blanks(p);
  if (*p == '"') {
    kind = token_kind::value;
    std::size_t length = 0;
    char* const end = read_quoted_text(text, p, length);
    if (end == nullptr) return nullptr;
    detail::put_string(out, text.offset_of(p + 1), length);
    return end_quoted<delimiter>(text, end);
  }
  char* end = nullptr;
  if constexpr (delimiter == '|') {
    if (p[0] == '^' && p[1] == '{') end = find_schema_end(p);
  }
  if (end == nullptr) end = find_delimiter<delimiter>(p);
  return put_bare(text, p, trim_back(p, end), out, kind) ? end : nullptr;
}

template char* read_any_token<'|'>(source&, char*, word*&, token_kind&);
template char* read_any_token<','>(source&, char*, word*&, token_kind&);
template char* read_any_token<'\n'>(source&, char*, word*&, token_kind&);

char* reject_mark(source& text, char* token, token_kind kind) {
  token = skip_blanks(token);
  if (kind == token_kind::missing) {
    return text.fail(error_code::invalid_missing, token,
                     "~ is only allowed in a row of a table");
  }
  return text.fail(error_code::invalid_attachment_marker, token,
                   "^ is only allowed in a row of a table");
}

}  // namespace pith::inline v0::gcf::decoding
