// SPDX-License-Identifier: MIT
#include "mcp/observe/shown_text.hpp"

#include "text/utf8.hpp"

namespace pith::mcp {

namespace {

bool continues_character(char c) noexcept {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// Where to cut so that no character of up to four bytes is cut in two.
std::size_t cut_of(std::string_view bytes, std::size_t most) noexcept {
  if (bytes.size() <= most) return bytes.size();
  for (std::size_t back = 0; back < 4 && back <= most; ++back) {
    if (!continues_character(bytes[most - back])) return most - back;
  }
  return most;
}

}  // namespace

std::string shown_text(std::string_view bytes, std::size_t most) {
  std::string_view rest = bytes.substr(0, cut_of(bytes, most));
  std::string out;
  out.reserve(rest.size());
  for (;;) {
    // Not the vectors: they look at the whole rest for each bad byte.
    const std::size_t bad = text::find_invalid_utf8_scalar(rest);
    out.append(rest.substr(0, bad));
    if (bad == text::valid_utf8) return out;
    out.append(text::replacement_character);
    rest.remove_prefix(bad + 1);
  }
}

}  // namespace pith::mcp
