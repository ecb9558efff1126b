// SPDX-License-Identifier: MIT
/// @file
/// Any bytes are decoded or refused, and what was decoded is a document like
/// any other: it encodes to a text that decodes to itself, in both ways of
/// choosing classes. What is JSON is read as the JSON parser reads it.
#include <pith/equality.hpp>
#include <pith/json.hpp>
#include <pith/tron.hpp>

#include "bounded.hpp"
#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

using pith::member_order;

void require_round_trip(const pith::document& doc, bool never_worse) {
  const pith::tron::encode_options options{.never_worse = never_worse,
                                           .bounds = {}};
  const auto wire = pith::tron::encode(doc.root(), options);
  if (!wire) {
    require(wire.error().code == pith::error_code::expansion_limit);
    return;
  }
  const auto again = pith::tron::decode(*wire);
  require(again.has_value() &&
          pith::equal(doc.root(), again->root(), member_order::significant));
  const auto rewire = pith::tron::encode(again->root(), options);
  require(rewire.has_value() && *rewire == *wire);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static pith::tron::decoder decoder;
  static pith::document doc;  // reused: nothing may remain from the last text
  const auto done = decoder.decode_into(doc, text);
  if (const auto json = pith::json::parse(text)) {
    require(done.has_value() &&
            pith::equal(doc.root(), json->root(), member_order::significant));
  }
  if (!done) {
    require(done.error().offset <= size);
    require(done.error().detail[0] != '\0');
    require(doc.root().is_null());
    return 0;
  }
  require_error_or_whole(pith::tron::decode(text, {.bounds = narrow_limits()}),
                         doc);
  require_round_trip(doc, false);
  require_round_trip(doc, true);
  return 0;
}
