// SPDX-License-Identifier: MIT
/// @file
/// Any JSON value survives GCF, with every combination of options.
#include <pith/equality.hpp>
#include <pith/gcf.hpp>
#include <pith/json.hpp>

#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

/// The first byte chooses the options, the rest is JSON.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1),
                              size - 1);
  const auto doc = pith::json::parse(text);
  if (!doc) return 0;

  const auto json = pith::json::write(doc->root());
  if (json) {
    const auto again = pith::json::parse(*json);
    require(again && pith::equal(doc->root(), again->root(),
                                 pith::member_order::significant));
  } else {
    require(json.error().code == pith::error_code::expansion_limit);
  }

  pith::gcf::encode_options options;
  options.flatten = (data[0] & 1) == 0;
  options.inline_schemas = (data[0] & 2) == 0;
  options.shared_array_schemas = (data[0] & 4) == 0;
  options.keyed_maps = (data[0] & 8) == 0;
  const auto wire = pith::gcf::encode(doc->root(), options);
  if (!wire) {
    require(wire.error().code == pith::error_code::expansion_limit);
    return 0;
  }
  const auto back = pith::gcf::decode(*wire);
  require(back.has_value() && pith::equal(doc->root(), back->root()));
  const auto again = pith::gcf::encode(back->root(), options);
  require(again && *again == *wire);
  return 0;
}
