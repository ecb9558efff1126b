// SPDX-License-Identifier: MIT
/// @file
/// limits::max_expansion, as all writers of text keep it.
#ifndef PITH_TEXT_EXPANSION_HPP
#define PITH_TEXT_EXPANSION_HPP

#include <pith/limits.hpp>
#include <pith/result.hpp>

#include "document/document_data.hpp"
#include "text/output.hpp"

#include <algorithm>
#include <cstddef>

namespace pith::inline v0::text {

/// Sources below this size may expand as if they had it.
inline constexpr std::size_t expansion_floor = 16 * 1024;

/// The largest text, whatever its source. Where addresses have 32 bits, growth
/// needs the old text and a new one beside the source, so that more than an
/// eighth of all memory (512 MiB) could not be had.
inline constexpr std::size_t most_output_bytes = ~std::size_t{0} >>
                                                 (sizeof(std::size_t) < 8 ? 3
                                                                          : 0);

/// Bytes that `source` bytes may become.
[[nodiscard]] inline std::size_t max_output_bytes(
    std::size_t source, const limits& bounds) noexcept {
  source = std::max(expansion_floor, source);
  return bounds.max_expansion > most_output_bytes / source
             ? most_output_bytes
             : bounds.max_expansion * source;
}

/// Bytes that a value of this document may become.
[[nodiscard]] inline std::size_t max_output_bytes(
    const detail::document_data& data, const limits& bounds) noexcept {
  return max_output_bytes(data.content_bytes(), bounds);
}

/// Hands over what is left in `out` and says how all of it went:
/// expansion_limit, write_failed or success.
[[nodiscard]] inline result<void> finish(output& out) {
  if (out.close()) return {};
  if (out.over_limit()) {
    return error{
        error_code::expansion_limit, 0,
        "the text would be larger than limits::max_expansion times its source"};
  }
  return error{error_code::write_failed, 0, "the sink refused bytes"};
}

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_EXPANSION_HPP
