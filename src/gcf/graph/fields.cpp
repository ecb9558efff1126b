// SPDX-License-Identifier: MIT
#include "gcf/graph/fields.hpp"

#include "gcf/lex/key.hpp"
#include "text/block.hpp"
#include "text/bytes.hpp"

#include <cstdint>

namespace pith::inline v0::gcf::graph_profile {

namespace {

constexpr std::uint64_t each_byte = 0x0101010101010101;

/// Whether all of eight bytes lie between 0x21 and 0x7E.
bool are_printable(std::uint64_t eight) noexcept {
  // The top bit of a byte stays clear in each term exactly when the byte is
  // below 0x80, is not 0x7F, and is at least 0x21. A borrow or a carry comes
  // only from a byte that fails by itself.
  const std::uint64_t bad =
      eight | (eight + each_byte) | ((eight - 0x21 * each_byte) & ~eight);
  return (bad & (0x80 * each_byte)) == 0;
}

bool is_printable(char c) noexcept { return c >= 0x21 && c <= 0x7E; }

bool is_printable_block(const char* p) noexcept {
  const text::block b = text::block::load(p);
  return (b.below(0x21) | b.non_ascii() | b.equals(0x7F)) == 0;
}

}  // namespace

bool is_word(std::string_view field) noexcept {
  const char* p = field.data();
  const char* const last = p + field.size();
  if (field.size() >= text::block_bytes) {
    for (; last - p > std::ptrdiff_t{text::block_bytes};
         p += text::block_bytes) {
      if (!is_printable_block(p)) return false;
    }
    return is_printable_block(last - text::block_bytes);
  }
  if (field.size() >= 8) {
    return are_printable(text::load_8(p)) &&
           are_printable(text::load_8(last - 8));
  }
  for (; p != last; ++p) {
    if (!is_printable(*p)) return false;
  }
  return !field.empty();
}

bool is_kind(std::string_view field) noexcept {
  using decoding::key_bytes;
  if (field.empty()) return false;
  for (const char c : field) {
    if (key_bytes[static_cast<unsigned char>(c)] == decoding::no_key) {
      return false;
    }
  }
  return key_bytes[static_cast<unsigned char>(field.front())] ==
         decoding::key_letter;
}

bool is_header_value(std::string_view field) noexcept {
  return is_word(field) && field.find('=') == std::string_view::npos;
}

}  // namespace pith::inline v0::gcf::graph_profile
