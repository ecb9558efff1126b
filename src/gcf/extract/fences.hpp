// SPDX-License-Identifier: MIT
/// @file
/// Fenced code blocks, as Markdown has them and models write them.
#ifndef PITH_GCF_EXTRACT_FENCES_HPP
#define PITH_GCF_EXTRACT_FENCES_HPP

#include <cstddef>
#include <string_view>

namespace pith::inline v0::gcf::extraction {

struct fenced_block {
  std::string_view label;  ///< the first word after the fence
  std::size_t begin = 0;   ///< of the first line inside
  std::size_t end = 0;     ///< of the line that closes it, or of the text
  std::size_t next = 0;    ///< after that line
  std::size_t indent = 0;  ///< spaces before the opening fence
};

/// Finds the first block that opens at or after `from`, the beginning of a
/// line. A fence is a line of three or more backticks or tildes, perhaps
/// indented and followed by words; a line of at least as many closes it. One
/// that nothing closes ends with the text. Linear; calling it again and again
/// from `next` is, too.
[[nodiscard]] bool find_fenced_block(std::string_view text, std::size_t from,
                                     fenced_block& found) noexcept;

/// True for a line (trimmed) that could close a fence.
[[nodiscard]] bool is_fence_end(std::string_view line) noexcept;

}  // namespace pith::inline v0::gcf::extraction

#endif  // PITH_GCF_EXTRACT_FENCES_HPP
