// SPDX-License-Identifier: MIT
/// @file
/// Reads a text of the generic profile into a document.
#ifndef PITH_GCF_DECODE_READER_HPP
#define PITH_GCF_DECODE_READER_HPP

#include <pith/limits.hpp>
#include <pith/result.hpp>

#include "document/document_data.hpp"
#include "gcf/decode/identity_rules.hpp"
#include "gcf/decode/line_reader.hpp"
#include "gcf/lex/header.hpp"

#include <string_view>

namespace pith::inline v0::gcf::decoding {

/// A text in one piece. Memory is kept between runs.
class reader {
 public:
  using purpose = decoding::purpose;

  /// Reads `text` into `data`, which is `null` again on failure.
  [[nodiscard]] result<void> run(detail::document_data& data,
                                 std::string_view text, const limits& bounds,
                                 purpose wanted = purpose::document);

  /// Whether a text without its summary is an error; holds for all texts from
  /// now on.
  void require_summary(bool is_required) noexcept {
    lines_.require_summary(is_required);
  }
  /// Who hears of numbers that may be rounded, from now on; null for nobody.
  void watch_numbers(text::rounding_watch* watch) noexcept {
    lines_.in().text.watch = watch;
  }

  /// Of the last run, if it succeeded. Views into the text of its document.
  [[nodiscard]] const header_fields& header() const noexcept {
    return lines_.rules().header();
  }
  [[nodiscard]] const identity& identified() const noexcept {
    return lines_.rules().identified();
  }

 private:
  line_reader lines_;
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_READER_HPP
