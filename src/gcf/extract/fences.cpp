// SPDX-License-Identifier: MIT
#include "gcf/extract/fences.hpp"

#include "gcf/extract/answer_lines.hpp"

#include <algorithm>

namespace pith::inline v0::gcf::extraction {

namespace {

constexpr std::size_t min_fence = 3;

/// Length of the run of backticks or tildes with which a line begins.
std::size_t fence_length(std::string_view line) noexcept {
  if (line.empty() || (line[0] != '`' && line[0] != '~')) return 0;
  const std::size_t end = line.find_first_not_of(line[0]);
  return std::min(end, line.size());
}

std::string_view first_word(std::string_view words) noexcept {
  const std::size_t begin = words.find_first_not_of(" \t{.");
  if (begin == std::string_view::npos) return {};
  words.remove_prefix(begin);
  return words.substr(0, words.find_first_of(" \t,:}"));
}

}  // namespace

bool is_fence_end(std::string_view line) noexcept {
  const std::size_t length = fence_length(line);
  return length >= min_fence && length == line.size();
}

bool find_fenced_block(std::string_view text, std::size_t from,
                       fenced_block& found) noexcept {
  std::size_t at = from;
  std::size_t length = 0;
  char mark = 0;
  for (; at < text.size(); at = line_at(text, at).next) {
    const answer_line here = line_at(text, at);
    const std::string_view line = trimmed(text, here);
    length = fence_length(line);
    if (length < min_fence) continue;
    mark = line[0];
    const std::string_view info = line.substr(length);
    // `` ```json {} ``` `` on one line is not a fence.
    if (mark == '`' && info.find('`') != std::string_view::npos) continue;
    found.label = first_word(info);
    found.begin = here.next;
    found.indent = text.find_first_not_of(' ', here.begin) - here.begin;
    break;
  }
  if (at >= text.size()) return false;
  for (at = found.begin; at < text.size(); at = line_at(text, at).next) {
    const answer_line here = line_at(text, at);
    const std::string_view line = trimmed(text, here);
    if (line.empty() || line[0] != mark || !is_fence_end(line)) continue;
    if (line.size() < length) continue;
    found.end = here.begin;
    found.next = here.next;
    return true;
  }
  found.end = found.next = text.size();
  return true;
}

}  // namespace pith::inline v0::gcf::extraction
