// SPDX-License-Identifier: MIT
// Producers and consumers of graphs through the C interface.
#include <pith/gcf_graph_delta.hpp>
#include <pith/graph.hpp>
#include <pith/json.hpp>
#include <pith/pith.h>

#include "c_handles.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace pith_tests;

pith_update fresh_update() {
  pith_update update{};
  update.struct_size = sizeof update;
  return update;
}

/// A graph of this many symbols, each of which calls the first.
std::string graph_of(int count, double first_score) {
  std::string symbols;
  std::string edges;
  for (int i = 0; i < count; ++i) {
    const std::string name = "p.n" + std::to_string(i);
    symbols += (i == 0 ? "" : ",") + std::string(R"({"qualifiedName":")") +
               name + R"(","kind":"function","score":)" +
               std::to_string(i == 0 ? first_score : 0.25) +
               R"(,"provenance":"lsp","distance":0})";
    if (i == 0) continue;
    edges += (i == 1 ? "" : ",") + std::string(R"({"source":")") + name +
             R"(","target":"p.n0","edgeType":"calls"})";
  }
  return R"({"tool":"t","symbols":[)" + symbols + R"(],"edges":[)" + edges +
         "]}";
}

c_graph_delta_producer make_producer(std::int32_t policy = 0) {
  pith_producer_options options{};
  options.struct_size = sizeof options;
  options.policy = policy;
  pith_graph_delta_producer* out = nullptr;
  EXPECT_EQ(pith_graph_delta_producer_new(&options, nullptr, &out, nullptr),
            PITH_OK);
  return c_graph_delta_producer(out);
}

c_graph_delta_consumer make_consumer() {
  pith_graph_delta_consumer* out = nullptr;
  EXPECT_EQ(pith_graph_delta_consumer_new(nullptr, &out, nullptr), PITH_OK);
  return c_graph_delta_consumer(out);
}

std::string producer_root(const c_graph_delta_producer& producer) {
  pith_text* out = nullptr;
  EXPECT_EQ(pith_graph_delta_producer_root(producer.get(), &out, nullptr),
            PITH_OK);
  const c_text text(out);
  return std::string(shown(text.get()));
}

std::string consumer_root(const c_graph_delta_consumer& consumer) {
  pith_text* out = nullptr;
  EXPECT_EQ(pith_graph_delta_consumer_root(consumer.get(), &out, nullptr),
            PITH_OK);
  const c_text text(out);
  return std::string(shown(text.get()));
}

TEST(c_graph_delta, a_consumer_follows) {
  const c_graph_delta_producer producer = make_producer();
  const c_graph_delta_consumer consumer = make_consumer();
  EXPECT_EQ(producer_root(producer), "");
  EXPECT_EQ(consumer_root(consumer), "");
  pith::gcf::graph_delta_producer in_cpp;
  const auto turn = [&](const std::string& json, std::int32_t expected) {
    const c_document graph = decoded(json);
    pith_update update = fresh_update();
    ASSERT_EQ(pith_graph_delta_producer_next(producer.get(), root_of(graph),
                                             &update, nullptr),
              PITH_OK);
    const c_text text(update.text);
    EXPECT_EQ(update.outcome, expected);
    // What C++ sends.
    const auto doc = pith::json::parse(json);
    ASSERT_TRUE(doc);
    const auto sent = in_cpp.next(*pith::graph::from_value(doc->root()));
    ASSERT_TRUE(sent);
    EXPECT_EQ(shown(text.get()), sent->wire);
    std::int32_t received = -1;
    ASSERT_EQ(pith_graph_delta_consumer_receive(
                  consumer.get(), pith_text_data(text.get()),
                  pith_text_size(text.get()), &received, nullptr),
              PITH_OK);
    EXPECT_EQ(received, expected);
    EXPECT_EQ(producer_root(producer), in_cpp.root());
    EXPECT_EQ(consumer_root(consumer), in_cpp.root());
    pith_document* out = nullptr;
    ASSERT_EQ(pith_graph_delta_consumer_graph(consumer.get(), &out, nullptr),
              PITH_OK);
    const c_document held(out);
    pith_text* root = nullptr;
    ASSERT_EQ(pith_graph_root(root_of(held), &root, nullptr), PITH_OK);
    const c_text own(root);
    EXPECT_EQ(shown(own.get()), in_cpp.root());
  };
  turn(graph_of(12, 0.5), PITH_OUTCOME_FULL);
  turn(graph_of(12, 0.75), PITH_OUTCOME_DELTA);
  turn(graph_of(12, 0.75), PITH_OUTCOME_UNCHANGED);
  turn(graph_of(13, 0.75), PITH_OUTCOME_DELTA);
}

TEST(c_graph_delta, full_and_answers) {
  const c_graph_delta_producer producer = make_producer(PITH_REANCHOR_NEVER);
  const c_document first = decoded(graph_of(12, 0.5));
  const c_document second = decoded(graph_of(12, 0.75));
  const auto outcome = [&](std::int32_t status, pith_update& update) {
    EXPECT_EQ(status, PITH_OK);
    pith_text_free(update.text);
    return update.outcome;
  };
  pith_update update = fresh_update();
  EXPECT_EQ(outcome(pith_graph_delta_producer_full(
                        producer.get(), root_of(first), &update, nullptr),
                    update),
            PITH_OUTCOME_FULL);
  const std::string held = producer_root(producer);
  EXPECT_EQ(outcome(pith_graph_delta_producer_answer(
                        producer.get(), root_of(second), held.data(),
                        held.size(), &update, nullptr),
                    update),
            PITH_OUTCOME_DELTA);
  EXPECT_EQ(
      outcome(pith_graph_delta_producer_answer(producer.get(), root_of(first),
                                               "sha", 3, &update, nullptr),
              update),
      PITH_OUTCOME_FULL);
}

TEST(c_graph_delta, failures) {
  constexpr std::int32_t bad = PITH_INVALID_ARGUMENT;
  const c_graph_delta_producer producer = make_producer();
  const c_graph_delta_consumer consumer = make_consumer();
  const c_document not_a_graph = decoded("[1]");
  const pith_value v{};
  pith_update update = fresh_update();
  pith_error error = fresh_error();
  update.text = reinterpret_cast<pith_text*>(1);
  EXPECT_EQ(pith_graph_delta_producer_next(producer.get(), root_of(not_a_graph),
                                           &update, &error),
            PITH_INVALID_PAYLOAD);
  EXPECT_EQ(update.text, nullptr);
  std::int32_t outcome = -1;
  EXPECT_EQ(pith_graph_delta_consumer_receive(consumer.get(), "x", 1, &outcome,
                                              &error),
            PITH_MISSING_HEADER);
  EXPECT_EQ(outcome, -1);
  EXPECT_EQ(error.line, 1U);
  EXPECT_EQ(consumer_root(consumer), "");

  pith_text* text = nullptr;
  pith_document* document = nullptr;
  pith_graph_delta_producer* made = nullptr;
  pith_producer_options options{};
  EXPECT_EQ(pith_graph_delta_producer_new(nullptr, nullptr, nullptr, nullptr),
            bad);
  EXPECT_EQ(pith_graph_delta_producer_new(&options, nullptr, &made, nullptr),
            bad);
  EXPECT_EQ(pith_graph_delta_producer_next(nullptr, v, &update, nullptr), bad);
  EXPECT_EQ(pith_graph_delta_producer_full(producer.get(), v, nullptr, nullptr),
            bad);
  EXPECT_EQ(pith_graph_delta_producer_answer(producer.get(), v, nullptr, 1,
                                             &update, nullptr),
            bad);
  EXPECT_EQ(pith_graph_delta_producer_root(nullptr, &text, nullptr), bad);
  EXPECT_EQ(pith_graph_delta_producer_root(producer.get(), nullptr, nullptr),
            bad);
  EXPECT_EQ(pith_graph_delta_consumer_new(nullptr, nullptr, nullptr), bad);
  EXPECT_EQ(
      pith_graph_delta_consumer_receive(nullptr, "x", 1, nullptr, nullptr),
      bad);
  EXPECT_EQ(pith_graph_delta_consumer_receive(consumer.get(), nullptr, 1,
                                              nullptr, nullptr),
            bad);
  EXPECT_EQ(pith_graph_delta_consumer_graph(nullptr, &document, nullptr), bad);
  EXPECT_EQ(pith_graph_delta_consumer_graph(consumer.get(), nullptr, nullptr),
            bad);
  EXPECT_EQ(pith_graph_delta_consumer_root(nullptr, &text, nullptr), bad);
  pith_graph_delta_producer_free(nullptr);
  pith_graph_delta_consumer_free(nullptr);
}

}  // namespace
