// SPDX-License-Identifier: MIT
#include <pith/equality.hpp>
#include <pith/gcf.hpp>
#include <pith/gcf_delta.hpp>
#include <pith/json.hpp>

#include "test_data.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

using pith::document;
using pith::error_code;
using pith::gcf::delta_consumer;
using pith::gcf::delta_producer;
using pith::gcf::outcome;

document doc(std::string_view json) {
  auto parsed = pith::json::parse(json);
  EXPECT_TRUE(parsed) << json;
  return std::move(*parsed);
}

std::string text(pith::value v) { return *pith::json::write(v); }

std::string replaced(std::string text, std::string_view what,
                     std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos;
       at += with.size()) {
    text.replace(at, what.size(), with);
  }
  return text;
}

const char* const orders = R"([{"id":1,"total":5,"status":"open"},
    {"id":2,"total":6,"status":"open"},{"id":3,"total":7,"status":"open"}])";

TEST(delta_producer, says_which_row_has_no_identity_of_its_own) {
  const document good = doc(orders);
  const document twice = doc(R"([{"id":1},{"id":2},{"id":3},{"id":2}])");
  const document without = doc(R"([{"id":1},{"id":2},{"total":3}])");
  EXPECT_EQ(pith::gcf::pack_root(twice.root(), {.key = "id"}).error().offset,
            3U);
  EXPECT_EQ(pith::gcf::pack_root(without.root(), {.key = "id"}).error().offset,
            2U);
  for (const document* bad : {&twice, &without}) {
    delta_producer producer({.key = "id"});
    ASSERT_TRUE(producer.next(good.root()));
    const pith::error what = producer.next(bad->root()).error();
    EXPECT_EQ(what.code, error_code::invalid_identity);
    EXPECT_EQ(what.offset, bad == &twice ? 3U : 2U);
  }
}

TEST(delta_producer, has_three_outcomes) {
  delta_producer producer({.key = "id", .name = "orders"},
                          {.tool = "t", .max_percent = 0});
  const document first = doc(orders);
  const document second = doc(R"([{"id":1,"total":5,"status":"open"},
      {"id":2,"total":6,"status":"shut"},{"id":3,"total":7,"status":"open"}])");
  auto sent = producer.next(first.root());
  ASSERT_TRUE(sent);
  EXPECT_EQ(sent->kind, outcome::full);
  const std::string root(producer.root());

  sent = producer.answer(first.root(), root);
  ASSERT_TRUE(sent);
  EXPECT_EQ(sent->kind, outcome::unchanged);
  EXPECT_EQ(sent->wire, "GCF profile=generic tool=t unchanged=true pack_root=" +
                            root + " count=3\n");

  sent = producer.answer(second.root(), root);
  ASSERT_TRUE(sent);
  EXPECT_EQ(sent->kind, outcome::delta);

  // The consumer holds something that the producer does not know.
  sent = producer.answer(second.root(), root);
  ASSERT_TRUE(sent);
  EXPECT_EQ(sent->kind, outcome::full);
  sent = producer.answer(second.root(), "blake3:abc");
  ASSERT_TRUE(sent);
  EXPECT_EQ(sent->kind, outcome::full);
}

TEST(delta_producer, knows_a_root_that_it_has_not_sent) {
  const document rows = doc(orders);
  const auto root = pith::gcf::pack_root(rows.root(), {});
  ASSERT_TRUE(root);
  delta_producer producer({});
  const auto sent = producer.answer(rows.root(), *root);
  ASSERT_TRUE(sent);
  EXPECT_EQ(sent->kind, outcome::unchanged);
}

TEST(delta_producer, sends_no_delta_that_is_nearly_as_large_as_the_set) {
  const document second = doc(R"([{"id":1,"total":8,"status":"open"},
      {"id":2,"total":8,"status":"open"},{"id":3,"total":7,"status":"open"}])");
  for (const unsigned percent : {0U, 60U}) {
    delta_producer producer({}, {.max_percent = percent});
    const document first = doc(orders);
    ASSERT_TRUE(producer.full(first.root()));
    const auto sent = producer.next(second.root());
    ASSERT_TRUE(sent);
    EXPECT_EQ(sent->kind, percent == 0 ? outcome::delta : outcome::full);
  }
}

TEST(delta_producer, starts_again_after_an_error) {
  delta_producer producer({}, {.max_percent = 0});
  const document first = doc(orders);
  ASSERT_TRUE(producer.full(first.root()));
  const document twice = doc(R"([{"id":1,"total":5,"status":"open"},
      {"id":2,"total":6,"status":"open"},{"id":3,"total":7,"status":"open"},
      {"id":2,"total":6,"status":"open"}])");
  const auto refused = producer.next(twice.root());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, error_code::invalid_identity);
  const auto sent = producer.next(first.root());
  ASSERT_TRUE(sent);
  EXPECT_EQ(sent->kind, outcome::full);
}

TEST(delta_producer, refuses_keys_that_no_header_can_carry) {
  const document rows = doc(R"([{"my id":1,"a>b":1,"":1}])");
  for (const char* const key : {"my id", "a>b", "", "\xC3\xA4", "a\nb"}) {
    delta_producer producer({.key = key});
    const auto sent = producer.full(rows.root());
    ASSERT_FALSE(sent) << key;
    EXPECT_EQ(sent.error().code, error_code::invalid_identity) << key;
    const auto wire = pith::gcf::encode_full(rows.root(), {.key = key});
    ASSERT_FALSE(wire) << key;
    EXPECT_EQ(wire.error().code, error_code::invalid_identity) << key;
  }
}

TEST(delta_producer, refuses_tools_that_would_forge_a_header) {
  const document rows = doc(orders);
  for (const char* const tool : {"x delta=true", "x\n## y", "\xC3\xA4"}) {
    const auto wire = pith::gcf::encode_full(rows.root(), {}, tool);
    ASSERT_FALSE(wire) << tool;
    EXPECT_EQ(wire.error().code, error_code::invalid_name) << tool;
  }
}

TEST(delta_consumer, reads_names_and_keys_that_need_quotes) {
  delta_producer producer({.key = "order-id", .name = "a b [x]"},
                          {.max_percent = 0});
  delta_consumer consumer;
  const document first = doc(R"([{"order-id":"x","v":1}])");
  const document second = doc(R"([{"order-id":"x","v":2}])");
  for (const document* d : {&first, &second}) {
    const auto sent = producer.next(d->root());
    ASSERT_TRUE(sent);
    const auto received = consumer.receive(sent->wire);
    ASSERT_TRUE(received) << sent->wire;
    EXPECT_TRUE(pith::equal(consumer.rows(), d->root()));
    EXPECT_EQ(consumer.root(), producer.root());
  }
  EXPECT_EQ(consumer.set().name, "a b [x]");
  EXPECT_EQ(consumer.set().key, "order-id");
}

TEST(delta_consumer, reads_either_line_end) {
  delta_producer producer({}, {.max_percent = 0});
  delta_consumer consumer;
  const document first = doc(R"([{"id":9007199254740993,"v":1}])");
  const document second =
      doc(R"([{"id":9007199254740993,"v":2},{"id":1,"v":0}])");
  for (const document* d : {&first, &second}) {
    const auto sent = producer.next(d->root());
    ASSERT_TRUE(sent);
    ASSERT_TRUE(consumer.receive(replaced(sent->wire, "\n", "\r\n")));
    EXPECT_TRUE(pith::equal(consumer.rows(), d->root()));
  }
}

/// Each of these leaves the consumer as it is.
TEST(delta_consumer, keeps_its_base_and_says_why) {
  delta_producer producer({}, {.max_percent = 0});
  delta_consumer consumer;
  const document first = doc(orders);
  const auto full = producer.full(first.root());
  ASSERT_TRUE(full);
  const document next = doc(R"([{"id":1,"total":5,"status":"x"},
      {"id":2,"total":6,"status":"open"},{"id":4,"total":7,"status":"open"}])");
  const auto sent = producer.next(next.root());
  ASSERT_TRUE(sent);
  ASSERT_EQ(sent->kind, outcome::delta);
  const std::string& wire = sent->wire;

  EXPECT_EQ(consumer.receive(wire).error().code, error_code::base_mismatch);
  EXPECT_FALSE(consumer.has_set());
  EXPECT_TRUE(consumer.rows().is_null());
  const auto forged = replaced(full->wire, "|5|", "|50|");
  EXPECT_EQ(consumer.receive(forged).error().code, error_code::root_mismatch);
  EXPECT_FALSE(consumer.has_set());
  ASSERT_TRUE(consumer.receive(full->wire));

  const std::string root(consumer.root());
  const auto cases = {
      std::pair{replaced(wire, "base_root=sha256", "base_root=blake3"),
                error_code::base_mismatch},
      std::pair{replaced(wire, "|x\n", "|y\n"), error_code::root_mismatch},
      std::pair{replaced(wire, "\n4|", "\n2|"), error_code::delta_conflict},
      std::pair{replaced(wire, "\n1|", "\n9|"), error_code::delta_conflict},
      std::pair{replaced(wire, "\n3\n", "\n9\n"), error_code::delta_conflict},
      std::pair{replaced(wire, "\n3\n", "\n1\n"), error_code::delta_conflict},
      std::pair{replaced(wire, "\n3\n", "\n\"3\"\n"),
                error_code::delta_conflict},
      std::pair{replaced(wire, "added [1]", "added [2]"),
                error_code::count_mismatch},
      std::pair{replaced(wire, "## changed", "## moved"),
                error_code::malformed_delta},
      std::pair{replaced(wire, "{@id,", "{id,"), error_code::invalid_identity},
      std::pair{std::string("GCF profile=generic unchanged=true "
                            "pack_root=sha256:0 count=3\n"),
                error_code::base_mismatch},
      std::pair{
          "GCF profile=generic unchanged=true pack_root=" + root + " count=2\n",
          error_code::count_mismatch},
      std::pair{std::string("GCF profile=generic\n## rows [1]{id}\n1\n"),
                error_code::invalid_identity},
  };
  for (const auto& [bad, code] : cases) {
    ASSERT_NE(bad, wire);
    const auto taken = consumer.receive(bad);
    ASSERT_FALSE(taken) << bad;
    EXPECT_EQ(taken.error().code, code) << pith::message(taken.error()) << '\n'
                                        << bad;
    EXPECT_EQ(consumer.root(), root);
    EXPECT_TRUE(pith::equal(consumer.rows(), first.root()));
  }
  ASSERT_TRUE(consumer.receive(wire));
  EXPECT_EQ(consumer.root(), producer.root());
}

TEST(delta_consumer, follows_maps) {
  delta_producer producer({.key = "host"}, {.max_percent = 0});
  delta_consumer consumer;
  for (const char* const json :
       {R"({"a":{"cpu":1,"tags":["x"]},"b":{"cpu":2}})",
        R"({"a":{"cpu":1,"tags":["y"]},"b":{"cpu":2}})",
        R"({"a":{"cpu":1,"tags":["y"]},"1":{"cpu":2}})", R"({})",
        R"({"z":{"cpu":1}})"}) {
    const document d = doc(json);
    const auto sent = producer.next(d.root());
    ASSERT_TRUE(sent) << json;
    ASSERT_TRUE(consumer.receive(sent->wire)) << sent->wire;
    EXPECT_TRUE(pith::equal(consumer.rows(), d.root()))
        << text(consumer.rows());
    EXPECT_EQ(consumer.root(), producer.root());
    EXPECT_EQ(consumer.set().key, "host");
  }
}

TEST(diff, sees_what_only_records_show) {
  const auto changes = [](const char* a, const char* b) {
    const document x = doc(a);
    const document y = doc(b);
    const auto d = pith::gcf::diff(x.root(), y.root(), {});
    EXPECT_TRUE(d);
    return text(d->changes.root());
  };
  EXPECT_EQ(changes(R"([{"id":1,"m":{"x":1}}])", R"([{"id":1,"m":{"x":2}}])"),
            R"({"changed":[{"id":1,"m":{"x":2}}]})");
  EXPECT_EQ(changes(R"([{"id":1,"m":null}])", R"([{"id":1}])"),
            R"({"changed":[{"id":1}]})");
  EXPECT_EQ(
      changes(R"([{"id":9007199254740993}])", R"([{"id":"9007199254740993"}])"),
      R"({"added":[{"id":"9007199254740993"}],)"
      R"("removed":[9007199254740993]})");
  // Neither the order of members nor the spelling of a number is a change.
  EXPECT_EQ(changes(R"([{"id":1,"a":{"x":1,"y":[2.0]}}])",
                    R"([{"a":{"y":[2],"x":1.0},"id":1.0}])"),
            "{}");
  EXPECT_EQ(changes(R"([{"id":1,"a":5000000000000000000}])",
                    R"([{"id":1,"a":5e18}])"),
            R"({"changed":[{"id":1,"a":5e+18}]})");
}

/// The sessions of the study: deltas without roots, and the same turns in
/// full.
TEST(delta_consumer, replays_the_sessions_of_the_study) {
  const auto place = pith_tests::shared_dir() / "datasets" / "delta-sessions";
  const auto all = pith_tests::json_files(place);
  if (all.empty()) GTEST_SKIP() << place << " is missing";
  std::size_t turns = 0;
  for (const auto& file : all) {
    const document session = doc(pith_tests::read_file(file));
    const pith::value arms = *session.root().find("arms");
    const pith::value deltas = *arms.find("delta");
    const pith::value fulls = *arms.find("full_resend");
    delta_consumer following({.verify = false});
    const std::size_t count = deltas.get_array()->size();
    ASSERT_EQ(count, fulls.get_array()->size());
    for (std::size_t i = 0; i < count; ++i, ++turns) {
      delta_consumer told({.verify = false});
      const auto wire = [&](pith::value arm) {
        return *arm.at(i)->find("content")->get_string();
      };
      ASSERT_TRUE(following.receive(wire(deltas))) << file;
      ASSERT_TRUE(told.receive(wire(fulls))) << file;
      EXPECT_EQ(following.root(), told.root()) << file << " turn " << i;
      EXPECT_EQ(following.rows().get_array()->size(),
                told.rows().get_array()->size());
      // Without the option nothing of this is accepted.
      delta_consumer strict;
      EXPECT_FALSE(strict.receive(wire(fulls)));
    }
  }
  EXPECT_GT(turns, 120U);
}

}  // namespace
