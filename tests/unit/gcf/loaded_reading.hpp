// SPDX-License-Identifier: MIT
/// @file
/// A text as the parts of the decoder have it, and what they made of it.
#ifndef PITH_TESTS_UNIT_GCF_LOADED_READING_HPP
#define PITH_TESTS_UNIT_GCF_LOADED_READING_HPP

#include <pith/json.hpp>
#include <pith/limits.hpp>

#include "document/document_data.hpp"
#include "gcf/lex/lines.hpp"
#include "gcf/lex/load.hpp"
#include "gcf/rows/layout.hpp"
#include "gcf/rows/reading.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pith_tests {

class loaded_reading {
 public:
  void load(std::string_view text, const pith::limits& bounds = {}) {
    in.begin(data, bounds);
    pith::gcf::decoding::copy_text(in.text, data, text);
    in.next = in.text.first;
  }

  /// The layout of the declaration at the beginning of the text, and the line
  /// after it.
  [[nodiscard]] std::uint32_t declared(
      pith::gcf::decoding::layout_kind kind =
          pith::gcf::decoding::layout_kind::table) {
    std::uint32_t id = 0;
    char* const end = in.layouts.find(in.text, in.text.first, kind, id);
    if (end != nullptr) in.next = end + 1;
    return id;
  }

  /// Where a line with content begins at or after `p`.
  [[nodiscard]] pith::gcf::decoding::line line_at(char* p) {
    pith::gcf::decoding::line found;
    static_cast<void>(pith::gcf::decoding::find_line(in.text, p, found));
    return found;
  }

  [[nodiscard]] pith::error_code failure() const {
    return in.text.problem.code;
  }
  [[nodiscard]] std::size_t failed_at() const { return in.text.problem.offset; }
  /// The value at `at` on the tape, as JSON.
  [[nodiscard]] std::string json(std::size_t at = 0) const {
    return *pith::json::write(pith::detail::document_access::make(data, at));
  }

  pith::detail::document_data data;
  pith::gcf::decoding::reading in;
};

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_GCF_LOADED_READING_HPP
