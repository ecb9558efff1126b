// SPDX-License-Identifier: MIT
/// @file
/// What can be wrong with a text before anybody looks at its lines.
#ifndef PITH_GCF_LEX_FAULTS_HPP
#define PITH_GCF_LEX_FAULTS_HPP

#include <pith/error.hpp>

#include <cstddef>
#include <string_view>

namespace pith::inline v0::gcf::decoding {

inline constexpr std::size_t no_fault = std::string_view::npos;

/// The first byte that must not be there: too many bytes, too long a line, or
/// no UTF-8. Lines that end before it are read first, since the first thing
/// wrong with a text decides; so a text that comes in chunks, whose end nobody
/// has seen, is judged as it is in one piece.
struct text_fault {
  std::size_t at = no_fault;
  error_code code{};
  const char* detail = "";
};

struct fault_bounds {
  std::size_t max_bytes;       ///< of the text
  std::size_t max_line_bytes;  ///< of a line
};

/// Looks for a fault in `text`, which begins with a line. Unless it `is_last`,
/// more may follow, and a line without an end is not looked at, apart from its
/// length. Linear.
[[nodiscard]] text_fault find_fault(std::string_view text,
                                    const fault_bounds& bounds,
                                    bool is_last) noexcept;

/// Takes the text from its first fault on away, with the line in which it
/// stands: what is left is read before the fault is reported.
[[nodiscard]] text_fault cut_at_fault(std::string_view& text,
                                      const fault_bounds& bounds) noexcept;

/// Where the lines end that are complete before a fault.
[[nodiscard]] inline std::size_t lines_before(std::string_view text,
                                              std::size_t fault) noexcept {
  if (fault == 0) return 0;
  const std::size_t feed = text.rfind('\n', fault - 1);
  return feed == std::string_view::npos ? 0 : feed + 1;
}

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_LEX_FAULTS_HPP
