// SPDX-License-Identifier: MIT
/// @file
/// Items of lists, and the line that is the root.
#ifndef PITH_TOON_DECODE_LIST_READER_HPP
#define PITH_TOON_DECODE_LIST_READER_HPP

#include "toon/decode/array_reader.hpp"
#include "toon/decode/container_stack.hpp"
#include "toon/decode/context.hpp"
#include "toon/decode/line_scanner.hpp"
#include "toon/decode/member_reader.hpp"

namespace pith::inline v0::toon::decoding {

/// Reads lines that may be any value: a scalar, an array without a key, or the
/// first member of an object.
class list_reader {
 public:
  list_reader(context& shared, container_stack& containers,
              array_reader& arrays, member_reader& members) noexcept
      : context_(shared),
        containers_(containers),
        arrays_(arrays),
        members_(members) {}

  /// Reads the first line with content, which says what the document is; no
  /// container is open. Returns the next line, or null after failing.
  [[nodiscard]] char* read_root(const line& ln);
  /// Reads a line of the innermost container, a list. Returns the next line,
  /// or null after failing.
  [[nodiscard]] char* read_item(const line& ln);

 private:
  context& context_;
  container_stack& containers_;
  array_reader& arrays_;
  member_reader& members_;
};

}  // namespace pith::inline v0::toon::decoding

#endif  // PITH_TOON_DECODE_LIST_READER_HPP
