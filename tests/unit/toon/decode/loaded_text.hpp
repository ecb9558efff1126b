// SPDX-License-Identifier: MIT
/// @file
/// A text as the parts of TOON's reader have it.
#ifndef PITH_TESTS_UNIT_TOON_DECODE_LOADED_TEXT_HPP
#define PITH_TESTS_UNIT_TOON_DECODE_LOADED_TEXT_HPP

#include <pith/error.hpp>
#include <pith/json.hpp>
#include <pith/toon.hpp>

#include "document/document_data.hpp"
#include "toon/decode/context.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace toon_tests {

inline pith::toon::decode_options loose() {
  pith::toon::decode_options options;
  options.strict = false;
  return options;
}

/// A context with its text and its document.
struct loaded_text {
  pith::detail::document_data data;
  pith::toon::decoding::context shared;
  bool is_loaded;

  explicit loaded_text(std::string_view text,
                       const pith::toon::decode_options& options = {})
      : is_loaded(shared.load(data, text, options)) {}

  [[nodiscard]] char* at(std::size_t offset) const {
    return shared.text.first + offset;
  }
  [[nodiscard]] std::size_t offset_of(const char* p) const {
    return shared.text.offset_of(p);
  }
  /// What was found wrong, and where.
  [[nodiscard]] std::string problem() const {
    const pith::error& e = shared.text.problem;
    return std::string(pith::name(e.code)) + "@" + std::to_string(e.offset);
  }
  /// The document, all of whose containers are closed.
  [[nodiscard]] std::string json() const {
    return *pith::json::write(pith::detail::document_access::make(data, 0));
  }
};

}  // namespace toon_tests

#endif  // PITH_TESTS_UNIT_TOON_DECODE_LOADED_TEXT_HPP
