// SPDX-License-Identifier: MIT
#include "tokenizer/unicode/byte_alphabet.hpp"

#include "tokenizer/unicode/unicode.hpp"

namespace pith::inline v0::tokens {

bool bytes_of_name(std::string_view name, std::string& out) {
  out.clear();
  const char* p = name.data();
  const char* const end = p + name.size();
  while (p != end) {
    const character c = character_at(p, end);
    if (c.code >= detail::alphabet_end || detail::alphabet[c.code] < 0) {
      return false;
    }
    out += static_cast<char>(detail::alphabet[c.code]);
    p += c.length;
  }
  return true;
}

}  // namespace pith::inline v0::tokens
