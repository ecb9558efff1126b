// SPDX-License-Identifier: MIT
/// @file
/// Chunks are invisible. The first two bytes say how the rest is cut and how
/// narrow the limits are.
#include "chunked.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size < 2) return 0;
  const std::size_t most = 1 + data[0] % 64;
  const std::size_t slide = data[0] / 64;
  pith::limits bounds;
  if ((data[1] & 1) != 0) bounds.max_line_bytes = 40;
  if ((data[1] & 2) != 0) bounds.max_bytes = 200;
  if ((data[1] & 4) != 0) bounds.max_depth = 4;
  if ((data[1] & 8) != 0) bounds.max_items = 4;
  if ((data[1] & 16) != 0) bounds.max_fields = 4;
  if ((data[1] & 32) != 0) bounds.max_expansion = 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2,
                              size - 2);
  static pith_tests::chunked_decoding decoding;
  std::size_t turn = data[1] / 64;
  const auto next = [&] { return 1 + (turn++ * 7 + most) % most; };
  if (!decoding.agrees(text, bounds, next, slide)) {
    std::fprintf(stderr, "%s\n", decoding.complaint().c_str());
    std::abort();  // what the fuzzer looks for
  }
  return 0;
}
