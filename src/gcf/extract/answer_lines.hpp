// SPDX-License-Identifier: MIT
/// @file
/// The lines of an answer.
#ifndef PITH_GCF_EXTRACT_ANSWER_LINES_HPP
#define PITH_GCF_EXTRACT_ANSWER_LINES_HPP

#include <cstddef>
#include <string_view>

namespace pith::inline v0::gcf::extraction {

/// One line of a text, by offsets.
struct answer_line {
  std::size_t begin = 0;
  std::size_t end = 0;   ///< after its last byte
  std::size_t next = 0;  ///< after its line feed
};

/// The line that begins at `begin`.
[[nodiscard]] inline answer_line line_at(std::string_view text,
                                         std::size_t begin) noexcept {
  const std::size_t feed = text.find('\n', begin);
  if (feed == std::string_view::npos) return {begin, text.size(), text.size()};
  return {begin, feed, feed + 1};
}

[[nodiscard]] constexpr bool is_space(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// The first offset at or after `at`, below `end`, that is not white space.
[[nodiscard]] inline std::size_t skip_space(std::string_view text,
                                            std::size_t at,
                                            std::size_t end) noexcept {
  while (at < end && is_space(text[at])) ++at;
  return at;
}

/// The line without white space at both ends.
[[nodiscard]] inline std::string_view trimmed(
    std::string_view text, const answer_line& line) noexcept {
  const std::size_t first = skip_space(text, line.begin, line.end);
  std::size_t last = line.end;
  while (last > first && is_space(text[last - 1])) --last;
  return text.substr(first, last - first);
}

}  // namespace pith::inline v0::gcf::extraction

#endif  // PITH_GCF_EXTRACT_ANSWER_LINES_HPP
