// SPDX-License-Identifier: MIT
#include "gcf/lex/faults.hpp"

#include "text/utf8.hpp"

#include <cstring>

namespace pith::inline v0::gcf::decoding {

namespace {

/// The first byte that makes a line too long, or no_fault.
std::size_t find_long_line(std::string_view text,
                           std::size_t max_bytes) noexcept {
  std::size_t begin = 0;
  while (text.size() - begin > max_bytes) {
    const void* const feed =
        std::memchr(text.data() + begin, '\n', max_bytes + 1);
    if (feed == nullptr) return begin + max_bytes;
    begin =
        static_cast<std::size_t>(static_cast<const char*>(feed) - text.data()) +
        1;
  }
  return no_fault;
}

}  // namespace

text_fault find_fault(std::string_view text, const fault_bounds& bounds,
                      bool is_last) noexcept {
  text_fault found;
  std::string_view before = text;
  if (text.size() > bounds.max_bytes) {
    found = {bounds.max_bytes, error_code::size_limit,
             "the text is longer than limits::max_bytes"};
    before = text.substr(0, found.at);
  }
  const std::size_t long_line = find_long_line(before, bounds.max_line_bytes);
  if (long_line != no_fault) {
    found = {long_line, error_code::line_limit,
             "a line is longer than limits::max_line_bytes"};
    before = text.substr(0, found.at);
  }
  const bool is_cut = found.at != no_fault;
  if (!is_cut && !is_last) {
    before = text.substr(0, lines_before(text, text.size()));
  }
  const std::size_t bad = text::find_invalid_utf8(before);
  if (bad == text::valid_utf8) return found;
  // A limit may cut a character in two; that is not what is wrong with it.
  constexpr std::size_t longest_part = 3;
  const std::string_view rest = before.substr(bad);
  const bool is_cut_off = is_cut && rest.size() <= longest_part &&
                          rest.find('\n') == std::string_view::npos;
  if (!is_cut_off) {
    found = {bad, error_code::invalid_utf8, "the text must be UTF-8"};
  }
  return found;
}

text_fault cut_at_fault(std::string_view& text,
                        const fault_bounds& bounds) noexcept {
  const text_fault fault = find_fault(text, bounds, true);
  if (fault.at != no_fault) text = text.substr(0, lines_before(text, fault.at));
  return fault;
}

}  // namespace pith::inline v0::gcf::decoding
