// SPDX-License-Identifier: MIT
/// @file
/// What all parts of the reader work on.
#ifndef PITH_TOON_DECODE_CONTEXT_HPP
#define PITH_TOON_DECODE_CONTEXT_HPP

#include <pith/limits.hpp>
#include <pith/toon.hpp>

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "document/shape_tree.hpp"
#include "document/tape_writer.hpp"
#include "text/source.hpp"

#include <cstddef>
#include <string_view>

namespace pith::inline v0::toon::decoding {

/// One text, the document that it becomes, and what the caller allows. The
/// parts of the reader hold it by reference.
struct context {
  text::source text;
  detail::document_data* data = nullptr;
  detail::shape_tree shapes;  ///< of the document
  limits bounds;
  std::size_t indent_size = 2;  ///< in spaces; not 0
  bool is_strict = true;
  /// The tape may grow to this without another look at the limit.
  std::size_t max_words = 0;

  /// Forgets the last text and copies this one into `target`, which must
  /// outlive its reading. Memory is kept. Fails with invalid_indent (a level
  /// without spaces), size_limit, invalid_utf8 or line_limit. Linear.
  [[nodiscard]] bool load(detail::document_data& target, std::string_view input,
                          const decode_options& options);

  /// The first line, after a byte order mark.
  [[nodiscard]] char* first_line() const noexcept;

  [[nodiscard]] detail::pod_buffer<detail::word>& tape() noexcept {
    return data->tape;
  }
  [[nodiscard]] detail::tape_writer writer() noexcept {
    return detail::tape_writer(data->tape);
  }
  /// Ends the tape at `out`, up to which values were written by pointer.
  void end_tape(const detail::word* out) {
    data->tape.resize(static_cast<std::size_t>(out - data->tape.data()));
  }
  /// Fails with expansion_limit when the document is too large for the text
  /// up to `end`.
  [[nodiscard]] bool check_size(const char* end) noexcept {
    return data->tape.size() <= max_words || check_growth(end);
  }

  /// Notes what is wrong at `at`. Returns false.
  bool fail(error_code code, const char* at, const char* detail) noexcept {
    text.fail(code, at, detail);
    return false;
  }

 private:
  [[nodiscard]] bool check_growth(const char* end) noexcept;
};

}  // namespace pith::inline v0::toon::decoding

#endif  // PITH_TOON_DECODE_CONTEXT_HPP
