// SPDX-License-Identifier: MIT
/// @file
/// Says what is wrong with a line that no container takes.
#ifndef PITH_GCF_DECODE_COMPLETED_ARRAYS_HPP
#define PITH_GCF_DECODE_COMPLETED_ARRAYS_HPP

#include <pith/error.hpp>

#include "gcf/lex/lines.hpp"
#include "gcf/rows/reading.hpp"

#include <cstddef>
#include <utility>

namespace pith::inline v0::gcf::decoding {

/// Remembers the counted array that has got all it declared just before a
/// line: the line may be one too many.
class completed_arrays {
 public:
  explicit completed_arrays(reading& in) noexcept : in_(in) {}

  void clear() noexcept { by_this_line_ = before_ = {}; }

  /// Another line is read.
  void begin_line() noexcept { before_ = std::exchange(by_this_line_, {}); }
  /// The line that is being read completed an array; its body would have been
  /// indented by `level`.
  void note(std::size_t level) noexcept {
    by_this_line_ = {true, false, level};
  }
  /// The lines before completed one. `had_id` says that the last of them was a
  /// row with an `@id`.
  void note_before(std::size_t level, bool had_id) noexcept {
    before_ = {true, had_id, level};
  }
  void forget_before() noexcept { before_ = {}; }

  /// A line that its container cannot take. After an array that has got all it
  /// declared, and as far indented as its lines, it is one of them too many; if
  /// the last row had attachments, it is one that no marker asks for. Otherwise
  /// it fails as told, at `at`.
  [[nodiscard]] outcome misfit(const line& ln, const char* at, error_code code,
                               const char* detail);

 private:
  struct completion {
    bool is_set = false;
    bool had_id = false;
    std::size_t level = 0;
  };

  reading& in_;
  completion by_this_line_;
  completion before_;
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_COMPLETED_ARRAYS_HPP
