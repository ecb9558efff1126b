// SPDX-License-Identifier: MIT
/// @file
/// What all parts of the reader work on.
#ifndef PITH_GCF_ROWS_READING_HPP
#define PITH_GCF_ROWS_READING_HPP

#include <pith/error.hpp>
#include <pith/limits.hpp>

#include "document/document_data.hpp"
#include "document/shape_tree.hpp"
#include "document/tape_writer.hpp"
#include "gcf/lex/source.hpp"
#include "gcf/rows/layout.hpp"

#include <cstddef>
#include <cstdint>

namespace pith::inline v0::gcf::decoding {

/// What became of a line.
enum class outcome : std::uint8_t { taken, not_mine, failed };

/// The text, the document that is made of it, and what bounds both. The parts
/// of a reader share one and keep only what is theirs.
struct reading {
  detail::document_data* data = nullptr;
  limits bounds;
  /// The tape may grow to this without another look at the limit.
  std::size_t max_words = 0;
  std::size_t dropped_words = 0;  ///< of tape, of units that are delivered
  source text;
  char* next = nullptr;  ///< the line that is read next
  detail::shape_tree shapes;
  layout_store layouts;

  /// Begins another document, in `into`. Memory is kept.
  void begin(detail::document_data& into, const limits& within);

  [[nodiscard]] detail::pod_buffer<detail::word>& tape() noexcept {
    return data->tape;
  }
  [[nodiscard]] detail::tape_writer writer() noexcept {
    return detail::tape_writer(data->tape);
  }
  /// Ends the tape at `out`, up to where it has been written.
  void end_tape(const detail::word* out) {
    tape().resize(static_cast<std::size_t>(out - tape().data()));
  }
  /// Drops the tape from `at` on: what stands there has been delivered. It
  /// still counts for the limit.
  void drop_from(std::size_t at);

  /// True when the document is too large for the text up to `end`.
  [[nodiscard]] bool is_over_limit(const char* end) noexcept {
    return data->tape.size() > max_words && has_outgrown(end);
  }
  /// The same with a look at the limit.
  [[nodiscard]] bool has_outgrown(const char* end) noexcept;
  /// Fails with expansion_limit at `end`; returns null.
  char* too_large(const char* end) noexcept {
    return text.fail(error_code::expansion_limit,
                     end < text.last ? end : text.last,
                     "the document would be larger than "
                     "limits::max_expansion times the text before");
  }
  /// Fails with depth_limit at `at`; returns null.
  char* too_deep(const char* at) noexcept {
    return text.fail(error_code::depth_limit, at,
                     "containers are nested deeper than limits::max_depth");
  }

  /// Says where the next line begins; for the last step of a line. Null says
  /// that it failed.
  [[nodiscard]] outcome taken(char* after) noexcept {
    if (after == nullptr) return outcome::failed;
    next = after;
    return outcome::taken;
  }
  [[nodiscard]] outcome failed(error_code code, const char* at,
                               const char* detail) noexcept {
    text.fail(code, at, detail);
    return outcome::failed;
  }
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_ROWS_READING_HPP
