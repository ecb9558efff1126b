// SPDX-License-Identifier: MIT
/// @file
/// Any bytes are decoded as GOON or refused; what was decoded can be encoded,
/// and reading and writing that once more changes nothing.
#include <pith/goon.hpp>

#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto response = pith::goon::decode(text);
  if (!response) {
    require(response.error().offset <= size);
    return 0;
  }
  const auto written = pith::goon::encode(*response);
  require(written.has_value());
  const auto again = pith::goon::decode(*written);
  require(again.has_value());
  const auto rewritten = pith::goon::encode(*again);
  require(rewritten.has_value() && *rewritten == *written);
  return 0;
}
