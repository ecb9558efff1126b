// SPDX-License-Identifier: MIT
/// @file
/// Any bytes are decoded as GCB1 or refused; what is decoded is written again
/// as the same bytes.
#include <pith/gcb.hpp>

#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto graph = pith::gcb::decode(bytes);
  if (!graph) {
    require(graph.error().offset <= size);
    return 0;
  }
  const auto again = pith::gcb::encode(*graph);
  require(again.has_value() && *again == bytes);
  return 0;
}
