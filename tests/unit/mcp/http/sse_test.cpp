// SPDX-License-Identifier: MIT
#include "mcp/http/sse.hpp"

#include "random.hpp"
#include "sse_reading.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace std::string_view_literals;
using pith::mcp::sse_event;
using pith::mcp::sse_reader;
using pith_tests::event_of;
using pith_tests::kept_event;
using pith_tests::other_lines;
using pith_tests::random_source;
using pith_tests::read_sse;
using reading = pith_tests::sse_reading;

/// In one piece.
reading read(std::string_view stream) {
  return read_sse(stream, {stream.size()});
}

TEST(mcp_sse, reads_fields) {
  const reading r =
      read(": hello\nid: 7\nevent: note\ndata: a\ndata:b\ndata\nretry: 3\n\n");
  ASSERT_EQ(r.events.size(), 1U);
  const kept_event& e = r.events[0];
  EXPECT_EQ(e.data, "a\nb\n");
  EXPECT_EQ(e.id, "7");
  EXPECT_EQ(e.event, "note");
  EXPECT_TRUE(e.has_data);
  EXPECT_EQ(r.rest, "");
}

TEST(mcp_sse, takes_one_blank_off_a_value) {
  const reading r = read("data:  two\ndata:\ndata: \n\n");
  ASSERT_EQ(r.events.size(), 1U);
  EXPECT_EQ(r.events[0].data, " two\n\n");
}

TEST(mcp_sse, knows_a_field_by_its_whole_name) {
  const reading r = read("database: x\nDATA: y\n data: z\nidx: 1\nevents\n\n");
  ASSERT_EQ(r.events.size(), 1U);
  EXPECT_FALSE(r.events[0].has_data);
  EXPECT_FALSE(r.events[0].id);
  EXPECT_EQ(r.events[0].event, "");
}

TEST(mcp_sse, tells_an_empty_id_from_none_and_ignores_one_with_null) {
  const reading r = read("id\ndata: x\n\nid: a\0b\n\ndata: y\n\n"sv);
  ASSERT_EQ(r.events.size(), 3U);
  EXPECT_EQ(r.events[0].id, "");
  EXPECT_FALSE(r.events[1].id);
  EXPECT_FALSE(r.events[2].id);
}

TEST(mcp_sse, knows_empty_data_from_none) {
  const reading r = read("id: 1\ndata:\n\n: ping\n\n\n");
  ASSERT_EQ(r.events.size(), 3U);
  EXPECT_TRUE(r.events[0].has_data);
  EXPECT_EQ(r.events[0].data, "");
  EXPECT_FALSE(r.events[1].has_data);
  EXPECT_EQ(r.events[1].raw, ": ping\n\n");
  EXPECT_EQ(r.events[2].raw, "\n");
}

TEST(mcp_sse, reads_lines_of_all_three_ends) {
  for (const std::string_view end : {"\n", "\r\n", "\r"}) {
    std::string stream;
    for (const std::string_view line : {"data: a", "", "data: b", "id: 2", ""})
      stream.append(line).append(end);
    const reading r = read(stream);
    // A CR at the end may be half of a CR LF, but not after a bare CR.
    ASSERT_EQ(r.events.size(), 2U) << end.size();
    EXPECT_EQ(r.events[0].data, "a");
    EXPECT_EQ(r.events[1].data, "b");
    EXPECT_EQ(r.events[1].id, "2");
    EXPECT_EQ(r.events[0].raw + r.events[1].raw, stream);
  }
}

TEST(mcp_sse, gives_an_event_of_bare_returns_at_once) {
  sse_reader reader(100);
  int count = 0;
  const auto take = [&](const sse_event&) { ++count; };
  ASSERT_TRUE(reader.feed("data: a\r", take));
  ASSERT_TRUE(reader.feed("\r", take));
  EXPECT_EQ(count, 1);
}

TEST(mcp_sse, waits_for_the_second_half_of_an_end) {
  const reading cut = read_sse("data: a\r\n\r", {10});
  EXPECT_TRUE(cut.events.empty());
  EXPECT_EQ(cut.rest, "data: a\r\n\r");
  const reading whole = read_sse("data: a\r\n\r\ndata: b\r\n\r\n", {10, 1});
  ASSERT_EQ(whole.events.size(), 2U);
  EXPECT_EQ(whole.events[0].raw, "data: a\r\n\r\n");
}

TEST(mcp_sse, keeps_what_is_not_complete) {
  const reading r = read("data: a\n\ndata: b\nid: 3");
  ASSERT_EQ(r.events.size(), 1U);
  EXPECT_EQ(r.rest, "data: b\nid: 3");
}

TEST(mcp_sse, drops_one_byte_order_mark_in_front) {
  const std::string_view mark = "\xEF\xBB\xBF";
  const std::string event = "data: a\n\n";
  for (const std::size_t size : {1U, 2U, 3U, 4U, 50U}) {
    const reading once = read_sse(std::string(mark) + event, {size});
    ASSERT_EQ(once.events.size(), 1U) << size;
    EXPECT_EQ(once.events[0].data, "a");
    EXPECT_EQ(once.events[0].raw, event);
    const reading twice =
        read_sse(std::string(mark) + std::string(mark) + event, {size});
    ASSERT_EQ(twice.events.size(), 1U);
    EXPECT_FALSE(twice.events[0].has_data);
    const reading part = read_sse("\xEF\xBB" + event, {size});
    ASSERT_EQ(part.events.size(), 1U);
    EXPECT_EQ(part.events[0].raw, "\xEF\xBB" + event);
  }
}

TEST(mcp_sse, refuses_an_event_that_is_too_large) {
  const std::string fits = "data: 12\n\n";
  for (const std::size_t size : {1U, 3U, 9U, 10U, 100U}) {
    const reading good = read_sse(fits + fits, {size}, fits.size());
    EXPECT_TRUE(good.is_good);
    EXPECT_EQ(good.events.size(), 2U);
    const reading bad = read_sse(fits + "data: 123\n\n", {size}, fits.size());
    EXPECT_FALSE(bad.is_good);
    EXPECT_EQ(bad.events.size(), 1U);
    EXPECT_FALSE(read_sse("data: 0123456789", {size}, fits.size()).is_good);
  }
}

/// A stream of lines that mean something, with all kinds of ends.
std::string draw_stream(random_source& random) {
  static constexpr std::string_view pieces[] = {
      "data: {\"a\":1}", "data:", "data",     ": c",     "id: 4", "id",
      "event: message",  "x: y",  "",         "",        "",      "retry: 10",
      "\xEF\xBB\xBF",    ":",     "\xC3\xA9", "data : z"};
  static constexpr std::string_view ends[] = {"\n", "\r\n", "\r"};
  const bool is_mixed = random.one_in(3);
  const std::uint32_t usual = random.below(3);
  std::string stream;
  for (std::uint32_t n = random.below(30); n != 0; --n) {
    stream += pieces[random.below(std::size(pieces))];
    stream += ends[is_mixed ? random.below(3) : usual];
  }
  if (random.one_in(2)) stream += "data: cut";
  return stream;
}

TEST(mcp_sse, does_not_show_how_a_stream_was_cut) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    random_source random(seed);
    const std::string stream = draw_stream(random);
    const std::size_t limit = random.one_in(4) ? 40 : 4000;
    const reading whole = read_sse(stream, {stream.size() + 1}, limit);
    for (int i = 0; i < 4; ++i) {
      std::vector<std::size_t> sizes;
      for (int k = 0; k < 40; ++k) sizes.push_back(random.between(1, 9));
      ASSERT_EQ(read_sse(stream, sizes, limit), whole) << seed << '\n'
                                                       << stream;
    }
    ASSERT_EQ(read_sse(stream, {1}, limit), whole) << seed;
  }
}

TEST(mcp_sse, raw_texts_together_are_the_stream) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    random_source random(seed);
    const std::string stream = "\n" + draw_stream(random);
    const reading r = read(stream);
    std::string all;
    for (const kept_event& e : r.events) all += e.raw;
    ASSERT_EQ(all + r.rest, stream) << seed;
  }
}

TEST(mcp_sse, with_data_changes_data_alone) {
  const reading r = read(
      ": c\r\nid: 7\r\ndata: a\r\nevent: e\r\ndata: b\r\nretry: 1\r\n\r\n");
  ASSERT_EQ(r.events.size(), 1U);
  EXPECT_EQ(with_data(event_of(r.events[0]), "{}"),
            ": c\r\nid: 7\r\ndata: {}\r\nevent: e\r\nretry: 1\r\n\r\n");
  EXPECT_EQ(
      with_data(event_of(r.events[0]), "x\ny"),
      ": c\r\nid: 7\r\ndata: x\r\ndata: y\r\nevent: e\r\nretry: 1\r\n\r\n");
  const reading none = read(": c\nid: 7\n\n");
  EXPECT_EQ(with_data(event_of(none.events[0]), "z"),
            ": c\nid: 7\ndata: z\n\n");
}

TEST(mcp_sse, with_data_reads_back) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    random_source random(seed);
    const reading r = read("\n" + draw_stream(random));
    for (const kept_event& e : r.events) {
      for (const std::string_view data : {"", "x", "a\nb", "a\n", "\n", " s"}) {
        const std::string text = with_data(event_of(e), data);
        // After another event, or a mark in front of it would be dropped.
        const reading again = read("\n" + text + ".");
        ASSERT_EQ(again.events.size(), 2U) << seed << text;
        const kept_event& changed = again.events[1];
        EXPECT_EQ(changed.data, data);
        EXPECT_EQ(changed.id, e.id);
        EXPECT_EQ(changed.event, e.event);
        EXPECT_EQ(other_lines(changed.raw), other_lines(e.raw)) << seed;
      }
    }
  }
}

TEST(mcp_sse, writes_events) {
  EXPECT_EQ(pith::mcp::sse_text("7", "{}"), "id: 7\ndata: {}\n\n");
  EXPECT_EQ(pith::mcp::sse_text("", "{}"), "data: {}\n\n");
  EXPECT_EQ(pith::mcp::sse_text("", ""), "data: \n\n");
  EXPECT_EQ(pith::mcp::sse_text("1", "a\r\nb\n"),
            "id: 1\ndata: a\ndata: b\ndata: \n\n");
  // An id must not become a line of its own.
  EXPECT_EQ(pith::mcp::sse_text("1\ndata: evil", "x"), "data: x\n\n");
}

TEST(mcp_sse, is_linear_in_one_long_line) {
  sse_reader reader(64U << 20U);
  std::size_t bytes = 0;
  const auto take = [&](const sse_event& e) { bytes = e.data.size(); };
  const std::string piece(1024, 'x');
  ASSERT_TRUE(reader.feed("data: ", take));
  for (int i = 0; i < 8192; ++i) ASSERT_TRUE(reader.feed(piece, take));
  ASSERT_TRUE(reader.feed("\n\n", take));
  EXPECT_EQ(bytes, 8192U * 1024U);
}

}  // namespace
