// SPDX-License-Identifier: MIT
// Texts that come in chunks. That chunks change no verdict is shown by
// tests/property/chunking.cpp; here is what comes out, and when.
#include <pith/gcf.hpp>
#include <pith/gcf_incremental.hpp>
#include <pith/gcf_stream.hpp>
#include <pith/json.hpp>

#include "every_split.hpp"
#include "noting_handler.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::error_code;
using pith::gcf::incremental_decoder;
using pith::gcf::incremental_options;
using pith_tests::notes_of;
using pith_tests::noting_handler;
using pith_tests::strings;

TEST(incremental_decoder, tells_members_and_sections) {
  EXPECT_EQ(
      notes_of("GCF profile=generic\n"
               "a=1\n"
               "b[2]: x,y\n"
               "none[0]:\n"
               "## o\n"
               "  c=-\n"
               "  ## t [1]{x}\n"
               "  7\n"
               "## rows [2]{id,\"p>q\",\"p>r\"}\n"
               "1|2|3\n"
               "4|~|~\n"
               "## map [?:]{key,v}\n"
               "k|true\n"
               "## list [2]\n"
               "@0 =5\n"
               "@1 {}\n"
               "  z=0.5\n"
               "## empty [0]\n"
               "##! summary counts=1\n"),
      (strings{"member a 1", "member b [\"x\",\"y\"]", "member none []",
               "member o {\"c\":null,\"t\":[{\"x\":7}]}",
               "begin rows table id p>q p>r of 2",
               "item {\"id\":1,\"p\":{\"q\":2,\"r\":3}}", "item {\"id\":4}",
               "end 2", "begin map map v of ?", "entry k {\"v\":true}", "end 1",
               "begin list list of 2", "item 5", "item {\"z\":0.5}", "end 2",
               "member empty []"}));
}

TEST(incremental_decoder, tells_roots_that_are_no_object) {
  EXPECT_EQ(notes_of("GCF profile=generic\n=\"x\"\n"), (strings{"root \"x\""}));
  EXPECT_EQ(notes_of("GCF profile=generic\n## [2]: 1,2"),
            (strings{"root [1,2]"}));
  EXPECT_EQ(notes_of("GCF profile=generic\n## [0]\n"), (strings{"root []"}));
  EXPECT_EQ(notes_of("GCF profile=generic\n## [?]{a}\n1\n"),
            (strings{"begin table a of ?", "item {\"a\":1}", "end 1"}));
  EXPECT_EQ(notes_of("GCF profile=generic\n## [1:]{key,a}\nk|1\n"),
            (strings{"begin map a of 1", "entry k {\"a\":1}", "end 1"}));
  EXPECT_EQ(notes_of("GCF profile=generic\n## [1]\n@0 =1\n"),
            (strings{"begin list of 1", "item 1", "end 1"}));
  EXPECT_EQ(notes_of("GCF profile=generic\n"), strings{});
}

TEST(incremental_decoder, hands_rows_out_with_their_line_feed) {
  noting_handler handler;
  incremental_decoder decoder(handler);
  const auto fed = [&](std::string_view chunk) {
    handler.notes.clear();
    EXPECT_TRUE(decoder.feed(chunk));
    return handler.notes;
  };
  EXPECT_EQ(fed("GCF profile=gen"), strings{});
  EXPECT_EQ(fed("eric\n## t [?]{a,b}"), strings{});
  EXPECT_EQ(fed("\r"), strings{});
  EXPECT_EQ(fed("\n1|\"x"), (strings{"begin t table a b of ?"}));
  EXPECT_EQ(fed("\\n\xC3"), strings{});
  EXPECT_EQ(fed("\xBC\""), strings{});
  EXPECT_EQ(fed("\n2|y\n3"), (strings{"item {\"a\":1,\"b\":\"x\\n\xC3\xBC\"}",
                                      "item {\"a\":2,\"b\":\"y\"}"}));
  EXPECT_EQ(fed("|z"), strings{});
  EXPECT_EQ(fed("\n##! summary counts=3"),
            (strings{"item {\"a\":3,\"b\":\"z\"}"}));
  handler.notes.clear();
  EXPECT_TRUE(decoder.finish());
  EXPECT_EQ(handler.notes, (strings{"end 3"}));
}

TEST(incremental_decoder, a_row_with_attachments_ends_with_the_next_line) {
  noting_handler handler;
  incremental_decoder decoder(handler);
  EXPECT_TRUE(
      decoder.feed("GCF profile=generic\n## [2]{a,o}\n@0 1|^\n.o {}\n"));
  EXPECT_EQ(handler.notes.size(), 1U);
  EXPECT_TRUE(decoder.feed("    x=1\n"));
  EXPECT_EQ(handler.notes.size(), 1U);
  EXPECT_TRUE(decoder.feed("2|3\n"));
  EXPECT_EQ(handler.notes.size(), 3U);
  EXPECT_EQ(handler.notes[1], "item {\"a\":1,\"o\":{\"x\":1}}");
  EXPECT_TRUE(decoder.finish());
}

TEST(incremental_decoder, keeps_its_error) {
  noting_handler handler;
  incremental_decoder decoder(handler);
  EXPECT_TRUE(decoder.feed("GCF profile=generic\n## [2]{a,b}\n1|2\n"));
  const auto failed = decoder.feed("3\n4|5\n");
  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error().code, error_code::row_width_mismatch);
  EXPECT_EQ(failed.error().offset, 37U);
  EXPECT_EQ(decoder.feed("x").error(), failed.error());
  EXPECT_EQ(decoder.finish().error(), failed.error());
  EXPECT_EQ(handler.notes.size(), 2U);  // the good row was handed out
  decoder.reset();
  handler.notes.clear();
  EXPECT_TRUE(decoder.feed("GCF profile=generic\na=1\n"));
  EXPECT_TRUE(decoder.finish());
  EXPECT_EQ(handler.notes, (strings{"member a 1"}));
  EXPECT_EQ(decoder.feed("b=1\n").error().code, error_code::misplaced_value);
  EXPECT_EQ(decoder.finish().error().code, error_code::misplaced_value);
}

TEST(incremental_decoder, says_when_the_text_is_cut_off) {
  noting_handler handler;
  incremental_decoder decoder(handler);
  EXPECT_TRUE(decoder.feed("GCF profile=generic\n## [3]{a}\n1\n2"));
  const auto cut = decoder.finish();
  ASSERT_FALSE(cut.has_value());
  EXPECT_EQ(cut.error().code, error_code::count_mismatch);
  EXPECT_EQ(cut.error().offset, 33U);
  incremental_decoder empty(handler);
  EXPECT_EQ(empty.finish().error().code, error_code::missing_header);
}

TEST(incremental_decoder, limits_hold_across_chunks) {
  noting_handler handler;
  incremental_options options;
  options.bounds.max_bytes = 30;
  incremental_decoder decoder(handler, options);
  EXPECT_TRUE(decoder.feed("GCF profile=generic\na=12345"));
  EXPECT_TRUE(decoder.feed("678"));
  const auto large = decoder.feed("9");
  ASSERT_FALSE(large.has_value());
  EXPECT_EQ(large.error().code, error_code::size_limit);
  EXPECT_EQ(large.error().offset, 30U);

  options = {};
  options.bounds.max_line_bytes = 20;
  incremental_decoder lines(handler, options);
  EXPECT_TRUE(lines.feed("GCF profile=generic\na="));
  const auto longer = lines.feed(std::string(50, 'x'));
  ASSERT_FALSE(longer.has_value());
  EXPECT_EQ(longer.error().code, error_code::line_limit);
  EXPECT_EQ(longer.error().offset, 40U);
}

TEST(incremental_decoder, holds_no_more_than_it_may) {
  noting_handler handler;
  incremental_options options;
  options.max_held_bytes = 200'000;
  incremental_decoder decoder(handler, options);
  EXPECT_TRUE(decoder.feed("GCF profile=generic\na=\""));
  pith::result<void> done;
  const std::string chunk(10'000, 'x');
  int fed = 0;
  while (done && fed < 100) {
    done = decoder.feed(chunk);
    ++fed;
  }
  ASSERT_FALSE(done.has_value());
  EXPECT_EQ(done.error().code, error_code::size_limit);
  EXPECT_LT(fed, 25);
}

/// Names and schemas are all that is kept of a long text.
TEST(incremental_decoder, forgets_what_it_has_handed_out) {
  pith::gcf::event_handler ignoring;
  incremental_options options;
  options.max_held_bytes = 400'000;
  incremental_decoder decoder(ignoring, options);
  ASSERT_TRUE(decoder.feed("GCF profile=generic\n## rows [?]{id,o,t}\n"));
  for (int i = 0; i < 20'000; ++i) {
    const std::string id = std::to_string(i);
    std::string row = "@" + id + " \"row \\t" + id + "\"|^{x,y}|^\n" + id +
                      "|b\n.t [1]{k,u}\n    @0 1|^\n    .u [1]{w}\n        2\n";
    const auto done = decoder.feed(row);
    ASSERT_TRUE(done.has_value()) << pith::message(done.error()) << i;
  }
  ASSERT_TRUE(decoder.feed("##! summary counts=20000\n"));
  EXPECT_TRUE(decoder.finish());
}

TEST(incremental_decoder, payloads_of_deltas_are_read_in_the_end) {
  const std::string_view text =
      "GCF profile=generic pack_root=sha256:0 key=id\n"
      "## rows [2]{@id,v}\n1|a\n2|b\n";
  EXPECT_EQ(notes_of(text), (strings{"member rows [{\"id\":1,\"v\":\"a\"},"
                                     "{\"id\":2,\"v\":\"b\"}]"}));
}

TEST(incremental_decoder, lets_exceptions_of_the_handler_through) {
  class throwing final : public pith::gcf::event_handler {
    void item(pith::value) override { throw std::runtime_error("no"); }
  } handler;
  incremental_decoder decoder(handler);
  EXPECT_THROW((void)decoder.feed("GCF profile=generic\n## [?]{a}\n1\n"),
               std::runtime_error);
  EXPECT_FALSE(decoder.feed("2\n").has_value());
  decoder.reset();
  EXPECT_TRUE(decoder.feed("GCF profile=generic\na=1\n"));
  EXPECT_TRUE(decoder.finish());
}

TEST(incremental_decoder, first_thing_wrong_decides) {
  // A bad row before bad UTF-8, and the other way round.
  const std::string row_first = "GCF profile=generic\n## [2]{a,b}\n1\n2|\xFF\n";
  const std::string byte_first =
      "GCF profile=generic\n## [2]{a,b}\n1|\xFF\n2\n";
  EXPECT_EQ(pith::gcf::decode(row_first).error().code,
            error_code::row_width_mismatch);
  EXPECT_EQ(pith::gcf::decode(byte_first).error().code,
            error_code::invalid_utf8);
}

/// Every split of a text with everything in it into two, and into single
/// bytes.
TEST(incremental_decoder, every_split_agrees) {
  const std::string text =
      "GCF profile=generic tool=x\r\n"
      "# a comment\n"
      "\n"
      "a=\"\\u00fc\\\"\"\r\n"
      "\"k \\n\"[2]: 1, \"b,\"\n"
      "## orders [2]{id,customer,items}\n"
      "@0 1|^{name,mail}|^\n"
      "Ann|a@b\n"
      ".items [1]{sku,n}\n"
      "    x|1\n"
      "@1 2|^|^\n"
      "Bob|-\n"
      ".items [1]\n"
      "\n"
      "    # between\n"
      "    y|2\n"
      "## m [?:]{key,\"p>q\",r}\n"
      "\"1\"|~|x\n"
      "z|\xE2\x82\xAC|-\n"
      "## l [?]\n"
      "@0 [2]: 1,2\n"
      "@1 =-\n"
      "##! summary counts=2,2";
  pith_tests::expect_every_split_agrees(text);
}

TEST(incremental_decoder, asks_for_the_summary) {
  const std::string cut = "GCF profile=generic\n## t [?]{a}\n1\n";
  const std::string graph = "GCF profile=graph\n## targets\n@0 fn a 0.50 x\n";
  for (const std::string& text : {cut, graph}) {
    for (const bool is_required : {false, true}) {
      pith::gcf::event_handler silent;
      incremental_decoder decoder(silent, {.require_summary = is_required});
      EXPECT_TRUE(decoder.feed(text));
      const auto done = decoder.finish();
      EXPECT_EQ(done.has_value(), !is_required);
      if (is_required) {
        EXPECT_EQ(done.error().code, error_code::missing_summary);
        EXPECT_EQ(done.error().offset, text.size());
      }
    }
  }
  pith::gcf::event_handler silent;
  incremental_decoder decoder(silent, {.require_summary = true});
  EXPECT_TRUE(decoder.feed(cut + "##! summary counts=1\n"));
  EXPECT_TRUE(decoder.finish());
}

/// Calls the decoder that calls it.
class meddling_handler final : public pith::gcf::event_handler {
 public:
  void item(pith::value v) override {
    ++items;
    if (items == 1) {
      fed = decoder->feed("9\n");
      finished = decoder->finish();
    }
    if (wants_reset) decoder->reset();
    static_cast<void>(v.type());
  }
  incremental_decoder* decoder = nullptr;
  pith::result<void> fed;
  pith::result<void> finished;
  bool wants_reset = false;
  int items = 0;
};

TEST(incremental_decoder, refuses_calls_of_its_handler_and_goes_on) {
  meddling_handler handler;
  incremental_decoder decoder(handler);
  handler.decoder = &decoder;
  EXPECT_TRUE(decoder.feed("GCF profile=generic\n## t [?]{a}\n1\n2\n"));
  EXPECT_EQ(handler.fed.error().code, error_code::misplaced_value);
  EXPECT_EQ(handler.finished.error().code, error_code::misplaced_value);
  EXPECT_TRUE(decoder.feed("3\n##! summary counts=3\n"));
  EXPECT_TRUE(decoder.finish());
  EXPECT_EQ(handler.items, 3);
}

TEST(incremental_decoder, resets_after_the_call_in_which_a_handler_asks) {
  meddling_handler handler;
  incremental_decoder decoder(handler);
  handler.decoder = &decoder;
  handler.wants_reset = true;
  EXPECT_TRUE(decoder.feed("GCF profile=generic\n## t [?]{a}\n1\n"));
  EXPECT_TRUE(decoder.feed("GCF profile=generic\n## t [?]{a}\n1\n"));
  EXPECT_EQ(handler.items, 2);
}

}  // namespace
