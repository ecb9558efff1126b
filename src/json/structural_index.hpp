// SPDX-License-Identifier: MIT
/// @file
/// Where the tokens of a JSON text begin.
#ifndef PITH_JSON_STRUCTURAL_INDEX_HPP
#define PITH_JSON_STRUCTURAL_INDEX_HPP

#include <cstddef>
#include <cstdint>
#include <memory>

namespace pith::inline v0::json {

/// simdjson's first stage: finds the brackets, colons and commas outside
/// strings, the opening quotes, and the first bytes of everything else that is
/// not white space. It also validates UTF-8 and rejects control characters
/// inside strings and a string that does not end. simdjson's second stage is
/// not used: it copies every string, has no shapes and rejects no duplicates.
class structural_index {
 public:
  static constexpr std::uint32_t lookahead = 3;

  structural_index() noexcept;
  structural_index(structural_index&&) noexcept;
  structural_index& operator=(structural_index&&) noexcept;
  ~structural_index();

  /// False when the text is not JSON. 64 readable bytes must follow it. Takes
  /// four bytes of address space per byte of text, of which it touches what
  /// the tokens need; the memory is kept for the next text.
  [[nodiscard]] bool find(const char* text, std::size_t size);

  /// Offsets in ascending order. After the last follow `lookahead` more, of
  /// bytes after the text.
  [[nodiscard]] const std::uint32_t* begin() const noexcept;
  [[nodiscard]] std::size_t count() const noexcept;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::inline v0::json

#endif  // PITH_JSON_STRUCTURAL_INDEX_HPP
