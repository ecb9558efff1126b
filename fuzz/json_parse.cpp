// SPDX-License-Identifier: MIT
/// @file
/// The fast path and the diagnosis agree about every text, errors lie inside
/// the text, and what is accepted survives being written.
#include <pith/equality.hpp>
#include <pith/json.hpp>

#include "json/diagnose.hpp"
#include "require.hpp"

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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
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
