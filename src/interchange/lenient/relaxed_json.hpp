// SPDX-License-Identifier: MIT
/// @file
/// JSON as people write it, made into JSON as RFC 8259 has it. The strict
/// parser reads the result, so nothing else becomes acceptable.
#ifndef PITH_INTERCHANGE_LENIENT_RELAXED_JSON_HPP
#define PITH_INTERCHANGE_LENIENT_RELAXED_JSON_HPP

#include <pith/result.hpp>

#include "interchange/lenient/leniency.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pith::interchange {

struct json_leniency {
  /// `//` and `/*` comments, and a comma after the last element or member.
  bool comments = false;
  /// Halves of surrogate pairs, escaped or as bytes, become U+FFFD.
  bool replaces_surrogates = false;
  big_integers big = big_integers::refused;

  [[nodiscard]] bool is_strict() const noexcept {
    return !comments && !replaces_surrogates && big == big_integers::refused;
  }
};

class relaxed_json {
 public:
  /// unexpected_end at the beginning of a comment that has no end;
  /// unexpected_character at an integer in the place of a key, which must not
  /// become one. Linear, no recursion; two bytes more for each integer.
  [[nodiscard]] static result<relaxed_json> of(std::string_view text,
                                               const json_leniency& allowed);

  /// What was allowed is replaced, mostly by blanks; all else is as it was.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  /// Where a byte of text() stood before.
  [[nodiscard]] std::size_t original_offset(std::size_t offset) const;

 private:
  friend class json_relaxer;

  std::string text_;
  // Where in text_ bytes were added; one each.
  std::vector<std::size_t> added_;
};

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_LENIENT_RELAXED_JSON_HPP
