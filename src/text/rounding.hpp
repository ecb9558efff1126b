// SPDX-License-Identifier: MIT
/// @file
/// Number literals that say more than a double keeps.
#ifndef PITH_TEXT_ROUNDING_HPP
#define PITH_TEXT_ROUNDING_HPP

#include <pith/numbers.hpp>
#include <pith/result.hpp>

#include <cstddef>
#include <string_view>

namespace pith::inline v0::text {

/// Whether a JSON number needs a closer look: it is not an integer, and has an
/// exponent or more digits than every double keeps.
[[nodiscard]] bool is_doubtful_number(std::string_view number) noexcept;

/// Whether a JSON number has other digits once it was read as a double and
/// written in the shortest way. The sign of a zero does not count.
[[nodiscard]] bool loses_digits(std::string_view number) noexcept;

/// Remembers the literals of one text that are rounded.
class rounding_watch {
 public:
  /// Looks at a number that the reader has accepted. A reader may look at the
  /// same place again, after it has tried another way to read it.
  void look(std::string_view literal, std::size_t offset) noexcept {
    if (is_rounded_number(literal)) note(offset);
  }
  /// Remembers one that the reader knows to be rounded.
  void note(std::size_t offset) noexcept;
  /// The same, but not the first, so that nobody asks for its offset.
  void note_another() noexcept { ++found_.count; }

  [[nodiscard]] const rounded_numbers& found() const noexcept { return found_; }

  /// What becomes of a text that was read: reports, or refuses it.
  [[nodiscard]] result<void> conclude(
      const number_options& options) const noexcept;

 private:
  rounded_numbers found_;
  std::size_t unseen_ = 0;  // from here on nothing has been noted
};

/// The watch, if somebody wants to know.
[[nodiscard]] inline rounding_watch* wanted(
    rounding_watch& watch, const number_options& options) noexcept {
  return options.exact || options.rounded != nullptr ? &watch : nullptr;
}

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_ROUNDING_HPP
