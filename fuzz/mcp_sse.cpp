// SPDX-License-Identifier: MIT
/// @file
/// A stream of events is cut into the same events however its bytes arrive; put
/// together they are the stream; and an event whose data are replaced keeps
/// everything else.
#include "require.hpp"
#include "sse_reading.hpp"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith_tests::kept_event;
using pith_tests::other_lines;
using pith_tests::read_sse;
using pith_tests::sse_reading;

/// Sizes of pieces, each larger than the one before: all of the largest input.
std::vector<std::size_t> growing_sizes() {
  std::vector<std::size_t> sizes(1U << 9U);
  std::iota(sizes.begin(), sizes.end(), std::size_t{1});
  return sizes;
}

void change(const kept_event& e, std::string_view data) {
  const std::string text = with_data(event_of(e), data);
  // Not in front of a stream, where a byte order mark would be dropped.
  const sse_reading again = read_sse("\n" + text + ".", {text.size() + 2});
  require(again.is_good && again.events.size() == 2 && again.rest == ".");
  const kept_event& changed = again.events[1];
  require(changed.has_data && changed.data == data);
  require(changed.id == e.id && changed.event == e.event);
  require(other_lines(changed.raw) == other_lines(e.raw));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size > (1U << 16U)) return 0;
  static const std::vector<std::size_t> growing = growing_sizes();
  const std::string_view stream(reinterpret_cast<const char*>(data), size);
  for (const std::size_t limit : {std::size_t{1} << 20U, std::size_t{24}}) {
    const sse_reading whole = read_sse(stream, {size + 1}, limit);
    require(read_sse(stream, {1}, limit) == whole);
    require(read_sse(stream, {2}, limit) == whole);
    require(read_sse(stream, growing, limit) == whole);
    if (!whole.is_good) continue;
    std::string all;
    for (const kept_event& e : whole.events) all += e.raw;
    all += whole.rest;
    require(stream.ends_with(all) && stream.size() - all.size() <= 3);
    for (const kept_event& e : whole.events) {
      change(e, "{}");
      change(e, "a\n\nb\n");
    }
  }
  return 0;
}
