// SPDX-License-Identifier: MIT
/// @file
/// Any bytes are decoded or refused, and what was decoded is a document like
/// any other: it encodes canonically and decodes to itself.
#include <pith/equality.hpp>
#include <pith/gcf.hpp>

#include "bounded.hpp"
#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static pith::gcf::decoder decoder;
  static pith::document doc;  // reused: nothing may remain from the last text
  if (const auto done = decoder.decode_into(doc, text); !done) {
    require(done.error().offset <= size);
    require(done.error().detail[0] != '\0');
    require(doc.root().is_null());
    return 0;
  }
  require_error_or_whole(pith::gcf::decode(text, {.bounds = narrow_limits()}),
                         doc);
  const auto wire = pith::gcf::encode(doc.root());
  if (!wire) {
    require(wire.error().code == pith::error_code::expansion_limit ||
            wire.error().code == pith::error_code::field_limit);
    return 0;
  }
  const auto again = pith::gcf::decode(*wire);
  require(again.has_value() && pith::equal(doc.root(), again->root()));
  const auto rewire = pith::gcf::encode(again->root());
  require(rewire.has_value() && *rewire == *wire);
  return 0;
}
