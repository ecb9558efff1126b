// SPDX-License-Identifier: MIT
/// @file
/// A stream of events is cut into the same events however its bytes arrive; put
/// together they are the stream; and an event whose data are replaced keeps
/// everything else.
#include "mcp/http/sse.hpp"
#include "require.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::mcp::sse_event;
using pith::mcp::sse_reader;

struct kept_event {
  std::string raw;
  std::string data;
  std::optional<std::string> id;
  std::string event;
  bool has_data = false;

  bool operator==(const kept_event&) const = default;
};

struct reading {
  std::vector<kept_event> events;
  std::string rest;
  bool is_good = true;

  bool operator==(const reading&) const = default;
};

/// Feeds pieces of `step` bytes, and of more each time when `growth` says so.
reading read(std::string_view stream, std::size_t step, std::size_t growth,
             std::size_t limit) {
  sse_reader reader(limit);
  reading r;
  for (; !stream.empty() && r.is_good; step += growth) {
    const std::string piece(stream.substr(0, step));  // of its own memory
    stream.remove_prefix(piece.size());
    r.is_good = reader.feed(piece, [&r](const sse_event& e) {
      r.events.push_back(
          {std::string(e.raw), e.data, e.id, e.event, e.has_data});
    });
  }
  if (r.is_good) r.rest = reader.rest();
  return r;
}

/// The lines of an event other than those of data, without their ends.
std::vector<std::string> other_lines(std::string_view raw) {
  std::vector<std::string> lines;
  while (!raw.empty()) {
    const std::size_t end = raw.find_first_of("\r\n");
    require(end != std::string_view::npos);
    const std::string_view line = raw.substr(0, end);
    raw.remove_prefix(end + (raw.substr(end, 2) == "\r\n" ? 2 : 1));
    if (line.substr(0, line.find(':')) != "data") lines.emplace_back(line);
  }
  return lines;
}

void change(const kept_event& e, std::string_view data) {
  const sse_event event{e.raw, e.data, e.id, e.event, e.has_data};
  const std::string text = with_data(event, data);
  // Not in front of a stream, where a byte order mark would be dropped.
  const reading again = read("\n" + text + ".", text.size() + 2, 0, 1U << 20U);
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
  const std::string_view stream(reinterpret_cast<const char*>(data), size);
  for (const std::size_t limit : {std::size_t{1} << 20U, std::size_t{24}}) {
    const reading whole = read(stream, size + 1, 0, limit);
    require(read(stream, 1, 0, limit) == whole);
    require(read(stream, 2, 0, limit) == whole);
    require(read(stream, 1, 1, limit) == whole);
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
