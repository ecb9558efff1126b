// SPDX-License-Identifier: MIT
/// @file
/// Takes a text in, as decoders want it.
#ifndef PITH_GCF_LEX_LOAD_HPP
#define PITH_GCF_LEX_LOAD_HPP

#include <pith/limits.hpp>

#include "document/document_data.hpp"
#include "gcf/lex/faults.hpp"
#include "gcf/lex/source.hpp"

#include <cstddef>
#include <string_view>

namespace pith::inline v0::gcf::decoding {

/// What pith::limits promises, whatever it is given.
inline constexpr std::size_t greatest_text = 0xFFFFFF00;

[[nodiscard]] inline fault_bounds fault_bounds_of(
    const limits& bounds) noexcept {
  return {bounds.max_bytes < greatest_text ? bounds.max_bytes : greatest_text,
          bounds.max_line_bytes};
}

/// Copies `bytes` into the document's text, followed by padding. Room for
/// `more` bytes after the padding is taken at once, so that adding them moves
/// nothing. Empties the tape.
void copy_text(source& text, detail::document_data& data,
               std::string_view bytes, std::size_t more = 0);

/// The same for a text without faults (find_fault): fails with size_limit,
/// invalid_utf8 or line_limit.
[[nodiscard]] bool load_text(source& text, detail::document_data& data,
                             std::string_view bytes, const limits& bounds,
                             std::size_t more = 0);

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_LEX_LOAD_HPP
