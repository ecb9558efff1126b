// SPDX-License-Identifier: MIT
/// @file
/// The fast path and the diagnosis agree about every text, errors lie inside
/// the text, and what is accepted survives being written. Lines read at once
/// are what they are one by one.
#include <pith/equality.hpp>
#include <pith/json.hpp>

#include "json/diagnose.hpp"
#include "require.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace {

void check_written(const pith::document& doc, unsigned indent) {
  const auto text = pith::json::write(doc.root(), {.indent = indent});
  if (!text) {
    require(text.error().code == pith::error_code::expansion_limit);
    return;
  }
  const auto again = pith::json::parse(*text);
  require(again && pith::equal(doc.root(), again->root(),
                               pith::member_order::significant));
  const auto twice = pith::json::write(again->root(), {.indent = indent});
  require(twice && *twice == *text);
}

/// The first error of a line, at its place in the text.
std::optional<pith::error> first_fault(std::string_view text) {
  pith::limits inside;
  --inside.max_depth;  // the array around the lines
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
      if (auto fault = pith::json::diagnose(line, inside)) {
        fault->offset += begin;
        return fault;
      }
    }
    begin = end + 1;
  }
  return std::nullopt;
}

void check_lines(std::string_view text) {
  const std::optional<pith::error> fault = first_fault(text);
  const auto rows = pith::json::parse_lines(text);
  require(rows.has_value() != fault.has_value());
  if (!rows) {
    require(rows.error() == *fault);
    return;
  }
  check_written(*rows, 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_lines(text);
  for (const bool is_tight : {false, true}) {
    pith::limits bounds;
    if (is_tight) {
      bounds.max_depth = 3;
      bounds.max_items = 4;
    }
    const std::optional<pith::error> fault = pith::json::diagnose(text, bounds);
    const auto doc = pith::json::parse(text, {.bounds = bounds});
    require(doc.has_value() != fault.has_value());
    if (!doc) {
      require(doc.error() == *fault && fault->offset <= size);
      continue;
    }
    check_written(*doc, 0);
    check_written(*doc, 1);
  }
  return 0;
}
