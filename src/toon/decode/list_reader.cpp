// SPDX-License-Identifier: MIT
#include "toon/decode/list_reader.hpp"

#include "toon/decode/token.hpp"
#include "toon/decode/values.hpp"

namespace pith::inline v0::toon::decoding {

char* list_reader::read_root(const line& ln) {
  char* const p = ln.first;
  if (ln.depth != 0) {
    return context_.text.fail(error_code::invalid_indent, p,
                              "the outermost lines are not indented");
  }
  switch (classify(p)) {
    case content_kind::keyless_header: {
      header h;
      char* const values = arrays_.read_header(p, h);
      return values != nullptr ? arrays_.open(values, h, 0) : nullptr;
    }
    case content_kind::member: {
      frame* const f = containers_.push(body::object, 0, p);
      if (f == nullptr) return nullptr;
      f->has_depth = true;
      return members_.read_member(p, 0);
    }
    case content_kind::value:
      break;
  }
  return read_line_value(context_, containers_, p);
}

char* list_reader::read_item(const line& ln) {
  source& from = context_.text;
  char* p = ln.first;
  if (*p != '-' || (p[1] != ' ' && !is_line_end(p + 1))) {
    return from.fail(error_code::invalid_line, p,
                     "an item must begin with `- `");
  }
  frame& list = containers_.innermost();
  if (!containers_.begin_item(list, p)) return nullptr;
  p = skip_spaces(p + 1);
  if (is_line_end(p)) {
    // Nothing is the empty object.
    return containers_.push(body::object, ln.depth + 1, ln.first) != nullptr &&
                   containers_.close(ln.first)
               ? after_line_end(p)
               : nullptr;
  }
  const bool is_member = members_.is_expected_item(list, p);
  switch (is_member ? content_kind::member : classify(p)) {
    case content_kind::keyless_header: {
      header h;
      char* const values = arrays_.read_header(p, h);
      if (values == nullptr) return nullptr;
      if (h.has_fields) {
        return from.fail(error_code::invalid_line, p,
                         "a table without a key may only be the root");
      }
      return arrays_.open(values, h, ln.depth);
    }
    case content_kind::member: {
      frame* const f = containers_.push(body::object, ln.depth + 1, p);
      if (f == nullptr) return nullptr;
      f->has_depth = true;
      f->depth = ln.depth + 1;
      return members_.read_member(p, ln.depth + 1);
    }
    case content_kind::value:
      break;
  }
  return read_line_value(context_, containers_, p);
}

}  // namespace pith::inline v0::toon::decoding
