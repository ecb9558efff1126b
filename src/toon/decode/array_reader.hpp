// SPDX-License-Identifier: MIT
/// @file
/// Array headers, and what stands on their lines.
#ifndef PITH_TOON_DECODE_ARRAY_READER_HPP
#define PITH_TOON_DECODE_ARRAY_READER_HPP

#include "toon/decode/container_stack.hpp"
#include "toon/decode/context.hpp"
#include "toon/decode/layout.hpp"

#include <cstddef>

namespace pith::inline v0::toon::decoding {

/// An array header, but for its key.
struct header {
  std::size_t count = 0;  ///< or the greatest number, when it is greater
  char delimiter = ',';
  bool is_keyed = false;
  bool has_fields = false;
};

/// Reads `[N]`, `[N|]`, `[N:]`, fields and the colon, and then the values that
/// follow on the line, or opens the container whose lines come below.
class array_reader {
 public:
  array_reader(context& shared, container_stack& containers) noexcept
      : context_(shared), containers_(containers) {}

  /// Starts a new document. Keeps memory.
  void reset() noexcept { layout_.reset(context_.shapes); }

  /// Reads the header whose `[` stands at `p`, fields included. Returns the
  /// byte after its colon, or null after failing with invalid_count,
  /// keyed_map, invalid_line, or as layout::read() does.
  [[nodiscard]] char* read_header(char* p, header& h);
  /// Opens or reads the array whose header ends before `p`, on a line with
  /// this depth. Returns the next line, or null after failing.
  [[nodiscard]] char* open(char* p, const header& h, std::size_t depth);

  /// Of the field list that was read last: of the table that is open.
  [[nodiscard]] const layout& fields() const noexcept { return layout_; }

 private:
  [[nodiscard]] bool open_table(const header& h, std::size_t depth,
                                const char* at);
  [[nodiscard]] char* read_inline(char* p, const header& h);

  context& context_;
  container_stack& containers_;
  layout layout_;
};

}  // namespace pith::inline v0::toon::decoding

#endif  // PITH_TOON_DECODE_ARRAY_READER_HPP
