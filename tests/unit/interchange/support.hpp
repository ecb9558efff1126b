// SPDX-License-Identifier: MIT
/// @file
/// What the tests of all these codecs ask.
#ifndef PITH_TESTS_UNIT_INTERCHANGE_SUPPORT_HPP
#define PITH_TESTS_UNIT_INTERCHANGE_SUPPORT_HPP

#include <pith/codec.hpp>
#include <pith/json.hpp>

#include "interchange/interchange.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pith_tests {

inline std::string said(const pith::error& e) {
  return std::string(pith::name(e.code)) + "@" + std::to_string(e.offset);
}

/// What a text means, as JSON; or its error, as "code@offset".
inline std::string read_as_json(
    std::string_view format, std::string_view text,
    const std::vector<pith::option_value>& options = {},
    const pith::limits& bounds = {}) {
  const auto doc = pith::interchange::all_codecs().find(format)->decode(
      text, {.options = options, .bounds = bounds});
  return doc ? *pith::json::write(doc->root()) : said(doc.error());
}

/// What a codec writes for a JSON text, or its error.
inline std::string write_json_as(
    std::string_view format, std::string_view json,
    const std::vector<pith::option_value>& options = {}) {
  const auto doc = pith::json::parse(json);
  if (!doc) return "bad test: " + said(doc.error());
  const auto text = pith::interchange::all_codecs().find(format)->encode(
      doc->root(), {.options = options, .bounds = {}});
  return text ? *text : said(text.error());
}

/// What comes back of a JSON text, as JSON.
inline std::string there_and_back(std::string_view format,
                                  std::string_view json) {
  return read_as_json(format, write_json_as(format, json));
}

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_INTERCHANGE_SUPPORT_HPP
