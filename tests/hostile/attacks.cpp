// SPDX-License-Identifier: MIT
#include "attacks.hpp"

namespace pith_tests {

std::string repeat(std::string_view piece, std::size_t times) {
  std::string out;
  out.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) {
    out += piece;
  }
  return out;
}

std::string_view malformed_utf8(std::size_t index) noexcept {
  static constexpr std::string_view classes[malformed_classes] = {
      "\x80",              // a continuation byte alone
      "\xbf\xbf",          // two of them
      "\xc3\x28",          // two bytes, the second is none
      "\xe2\x28\xa1",      // three bytes, the second is none
      "\xe2\x82\x28",      // three bytes, the third is none
      "\xf0\x9f\x98\x28",  // four bytes, the fourth is none
      "\xc0\xaf",          // overlong, two bytes
      "\xc1\xbf",          // overlong, two bytes
      "\xe0\x80\xaf",      // overlong, three bytes
      "\xf0\x80\x80\xaf",  // overlong, four bytes
      "\xed\xa0\x80",      // a surrogate
      "\xf4\x90\x80\x80",  // above U+10FFFF
      "\xf8\x88\x80\x80",  // five bytes were once allowed
      "\xff",              // never part of UTF-8
  };
  return classes[index % malformed_classes];
}

}  // namespace pith_tests
