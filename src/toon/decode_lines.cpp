// SPDX-License-Identifier: MIT
// Lines with content, and how far they are indented.
#include "toon/decode_lines.hpp"

#include "toon/decode_reader.hpp"

namespace pith::inline v0::toon::decoding {

/// Works out the depths of the usual indentations.
void reader::list_depths() {
  if (listed_size_ == indent_size_ && listed_strictly_ == is_strict_) return;
  listed_size_ = indent_size_;
  listed_strictly_ = is_strict_;
  for (std::size_t spaces = 0; spaces < depths_.size(); ++spaces) {
    const bool is_whole = spaces % indent_size_ == 0;
    depths_[spaces] = is_whole || !is_strict_
                          ? static_cast<std::uint8_t>(spaces / indent_size_)
                          : no_depth;
  }
}

/// Finds the next line with content at or after next_, and notes whether
/// blank lines come before it. Fails with tab_indentation or invalid_indent.
reader::line_search reader::find_line(line& ln) {
  blank_ = nullptr;
  char* const first = skip_indentation(next_);
  const auto spaces = static_cast<std::size_t>(first - next_);
  if (!odd_beginnings[static_cast<unsigned char>(*first)] &&
      spaces < depths_.size() && depths_[spaces] != no_depth &&
      next_ < text_.last) {
    ln = {first, depths_[spaces], spaces, false};
    return line_search::found;
  }
  return find_odd_line(next_, ln);
}

reader::line_search reader::find_odd_line(char* p, line& ln) {
  for (;;) {
    if (p >= text_.last) return line_search::end_of_text;
    char* first = skip_indentation(p);
    std::size_t spaces = static_cast<std::size_t>(first - p);
    if (*first == '#') {
      p = find_line_feed(first) + 1;
      continue;
    }
    std::size_t tabs = 0;
    if (*first == '\t') {
      if (is_strict_) {
        fail(error_code::tab_indentation, first,
             "indentation must be spaces, not tabs");
        return line_search::failed;
      }
      for (; *first == ' ' || *first == '\t'; ++first) {
        tabs += *first == '\t' ? 1 : 0;
      }
      spaces = static_cast<std::size_t>(first - p) - tabs;
    }
    if (is_line_end(first)) {
      if (blank_ == nullptr) blank_ = p;
      p = find_line_feed(first) + 1;
      continue;
    }
    if (is_strict_ && spaces % indent_size_ != 0) {
      fail(error_code::invalid_indent, first,
           "a line must be indented by whole levels");
      return line_search::failed;
    }
    ln = {first, spaces / indent_size_ + tabs, spaces, tabs != 0};
    return line_search::found;
  }
}

}  // namespace pith::inline v0::toon::decoding
