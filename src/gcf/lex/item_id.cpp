// SPDX-License-Identifier: MIT
#include "gcf/lex/item_id.hpp"

#include "text/digits.hpp"

namespace pith::inline v0::gcf::decoding {

bool read_item_id(source& text, char*& p, std::size_t expected) {
  char* const at = p++;
  std::size_t id = 0;
  const char* const digits = p;
  for (; pith::text::is_digit(*p); ++p) {
    id = pith::text::append_digit(id, *p);
  }
  if (p == digits || id != expected || !(*p == ' ' || is_blank_to_end(p))) {
    text.fail(error_code::invalid_item_id, at,
              "the id must be @ and the index of the row or element, "
              "counted from 0");
    return false;
  }
  if (*p == ' ') ++p;
  return true;
}

}  // namespace pith::inline v0::gcf::decoding
