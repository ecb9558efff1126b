// SPDX-License-Identifier: MIT
#include "toon/decode/line_scanner.hpp"

#include "toon/decode/lines.hpp"
#include "toon/decode/token.hpp"

namespace pith::inline v0::toon::decoding {

void line_scanner::reset() noexcept {
  blank_line_ = nullptr;
  const std::size_t size = context_.indent_size;
  const bool is_strict = context_.is_strict;
  if (listed_size_ == size && listed_strictly_ == is_strict) return;
  listed_size_ = size;
  listed_strictly_ = is_strict;
  for (std::size_t spaces = 0; spaces < depths_.size(); ++spaces) {
    const bool is_whole = spaces % size == 0;
    depths_[spaces] = is_whole || !is_strict
                          ? static_cast<std::uint8_t>(spaces / size)
                          : no_depth;
  }
}

line_search line_scanner::find(char* p, line& ln) {
  blank_line_ = nullptr;
  char* const first = skip_indentation(p);
  const auto spaces = static_cast<std::size_t>(first - p);
  if (!odd_beginnings[static_cast<unsigned char>(*first)] &&
      spaces < depths_.size() && depths_[spaces] != no_depth &&
      p < context_.text.last) {
    ln = {first, depths_[spaces], spaces, false};
    return line_search::found;
  }
  return find_odd_line(p, ln);
}

line_search line_scanner::find_odd_line(char* p, line& ln) {
  for (;;) {
    if (p >= context_.text.last) return line_search::end_of_text;
    char* first = skip_indentation(p);
    std::size_t spaces = static_cast<std::size_t>(first - p);
    if (*first == '#') {
      p = find_line_feed(first) + 1;
      continue;
    }
    std::size_t tabs = 0;
    if (*first == '\t') {
      if (context_.is_strict) {
        context_.fail(error_code::tab_indentation, first,
                      "indentation must be spaces, not tabs");
        return line_search::failed;
      }
      for (; *first == ' ' || *first == '\t'; ++first) {
        tabs += *first == '\t' ? 1 : 0;
      }
      spaces = static_cast<std::size_t>(first - p) - tabs;
    }
    if (is_line_end(first)) {
      if (blank_line_ == nullptr) blank_line_ = p;
      p = find_line_feed(first) + 1;
      continue;
    }
    if (context_.is_strict && spaces % context_.indent_size != 0) {
      context_.fail(error_code::invalid_indent, first,
                    "a line must be indented by whole levels");
      return line_search::failed;
    }
    ln = {first, spaces / context_.indent_size + tabs, spaces, tabs != 0};
    return line_search::found;
  }
}

}  // namespace pith::inline v0::toon::decoding
