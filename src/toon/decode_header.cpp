// SPDX-License-Identifier: MIT
// Array headers: `[N]`, `[N|]`, `[N:]`, fields and the colon.
#include "text/digits.hpp"
#include "toon/decode_reader.hpp"

namespace pith::inline v0::toon::decoding {

namespace {

constexpr std::size_t greatest = ~std::size_t{0};

/// Reads a count without leading zeros; `p` itself when there is none. Texts
/// are far too short for a count that does not fit.
char* read_count(char* p, std::size_t& count) noexcept {
  count = 0;
  if (*p == '0') return p + 1;
  for (; text::is_digit(*p); ++p) {
    const auto digit = static_cast<std::size_t>(*p - '0');
    count = count > (greatest - digit) / 10 ? greatest : count * 10 + digit;
  }
  return p;
}

}  // namespace

char* reader::read_header(char* p, header& h) {
  char* const open = p++;
  char* const after_count = read_count(p, h.count);
  if (after_count == p) {
    return text_.fail(error_code::invalid_count, p,
                      "brackets after a key must hold a count");
  }
  p = after_count;
  if (*p == ':') {
    h.is_keyed = true;
    ++p;
  }
  if (*p == '|' || *p == '\t') h.delimiter = *p++;
  if (*p != ']') {
    return text_.fail(error_code::invalid_count, p,
                      "brackets hold a count without leading zeros, perhaps a "
                      "colon, perhaps a delimiter");
  }
  ++p;
  if (*p == '{') {
    h.has_fields = true;
    p = layout_.read(text_, p, content_end(p), h.delimiter, !is_strict_,
                     bounds_);
    if (p == nullptr) return nullptr;
  } else if (h.is_keyed) {
    return text_.fail(error_code::keyed_map, open,
                      "a keyed table must declare its fields");
  }
  if (*p != ':') {
    return text_.fail(error_code::invalid_line, p,
                      "a colon must follow the header of an array");
  }
  return p + 1;
}

bool reader::open_array(char* p, const header& h, std::size_t depth) {
  char* const rest = skip_spaces(p);
  const bool is_end = is_line_end(rest);
  if (h.has_fields) {
    if (!is_end) {
      return fail(error_code::invalid_line, rest,
                  "rows stand on the lines below their header");
    }
    next_ = rest + (*rest == '\r' ? 2 : 1);
    return open_rows(h, depth, p);
  }
  if (!is_end) return read_inline_array(rest, h);
  next_ = rest + (*rest == '\r' ? 2 : 1);
  frame* const f = push(body::list, depth + 1, p);
  if (f == nullptr) return false;
  f->declared = h.count;
  return true;
}

bool reader::open_rows(const header& h, std::size_t depth, const char* at) {
  frame* const f =
      push(h.is_keyed ? body::keyed_table : body::table, depth + 1, at);
  if (f == nullptr) return false;
  if (frames_.size() + layout_.depth() > bounds_.max_depth) {
    return fail(error_code::depth_limit, at,
                "containers are nested deeper than limits::max_depth");
  }
  f->declared = h.count;
  f->delimiter = h.delimiter;
  return true;
}

}  // namespace pith::inline v0::toon::decoding
