// SPDX-License-Identifier: MIT
#include <pith/pith.h>

#include "c_handles.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

using namespace pith_tests;

constexpr std::string_view before =
    R"([{"id":1,"v":"a"},{"id":2,"v":"b"},{"id":3,"v":"c"}])";
constexpr std::string_view after =
    R"([{"id":1,"v":"a"},{"id":2,"v":"z"},{"id":4,"v":"d"}])";

pith_update fresh_update() {
  pith_update update{};
  update.struct_size = sizeof update;
  return update;
}

c_delta_producer make_producer(std::int32_t policy = PITH_REANCHOR_DEFAULT) {
  pith_producer_options options{};
  options.struct_size = sizeof options;
  options.max_percent = PITH_ANY_PERCENT;
  options.policy = policy;
  options.every = policy == PITH_REANCHOR_EVERY ? 2 : 0;
  pith_delta_producer* out = nullptr;
  EXPECT_EQ(pith_delta_producer_new(nullptr, &options, nullptr, &out, nullptr),
            PITH_OK);
  return c_delta_producer(out);
}

c_delta_consumer make_consumer() {
  pith_delta_consumer* out = nullptr;
  EXPECT_EQ(pith_delta_consumer_new(nullptr, &out, nullptr), PITH_OK);
  return c_delta_consumer(out);
}

TEST(c_delta, producer_and_consumer) {
  const c_delta_producer producer = make_producer();
  const c_delta_consumer consumer = make_consumer();
  const c_document first = decoded(before);
  const c_document second = decoded(after);
  EXPECT_EQ(pith_value_type(pith_delta_consumer_rows(consumer.get())),
            PITH_NULL);
  const auto turn = [&](const c_document& rows, std::int32_t expected) {
    pith_update update = fresh_update();
    ASSERT_EQ(pith_delta_producer_next(producer.get(), root_of(rows), &update,
                                       nullptr),
              PITH_OK);
    const c_text text(update.text);
    EXPECT_EQ(update.outcome, expected);
    std::int32_t received = -1;
    ASSERT_EQ(pith_delta_consumer_receive(
                  consumer.get(), pith_text_data(text.get()),
                  pith_text_size(text.get()), &received, nullptr),
              PITH_OK);
    EXPECT_EQ(received, expected);
    pith_text* sent = nullptr;
    pith_text* held = nullptr;
    ASSERT_EQ(pith_delta_producer_root(producer.get(), &sent, nullptr),
              PITH_OK);
    ASSERT_EQ(pith_delta_consumer_root(consumer.get(), &held, nullptr),
              PITH_OK);
    const c_text a(sent);
    const c_text b(held);
    EXPECT_EQ(shown(a.get()), shown(b.get()));
  };
  turn(first, PITH_OUTCOME_FULL);
  turn(second, PITH_OUTCOME_DELTA);
  turn(second, PITH_OUTCOME_UNCHANGED);
  EXPECT_EQ(encoded(pith_delta_consumer_rows(consumer.get())), after);

  pith_text* root = nullptr;
  ASSERT_EQ(pith_delta_root(root_of(second), nullptr, &root, nullptr), PITH_OK);
  const c_text held(root);
  pith_update update = fresh_update();
  EXPECT_EQ(pith_delta_producer_answer(
                producer.get(), root_of(first), pith_text_data(held.get()),
                pith_text_size(held.get()), &update, nullptr),
            PITH_OK);
  EXPECT_EQ(update.outcome, PITH_OUTCOME_DELTA);
  pith_text_free(update.text);
  EXPECT_EQ(pith_delta_producer_answer(producer.get(), root_of(first), "sha", 3,
                                       &update, nullptr),
            PITH_OK);
  EXPECT_EQ(update.outcome, PITH_OUTCOME_FULL);
  pith_text_free(update.text);
  EXPECT_EQ(pith_delta_producer_full(producer.get(), root_of(first), &update,
                                     nullptr),
            PITH_OK);
  EXPECT_EQ(update.outcome, PITH_OUTCOME_FULL);
  pith_text_free(update.text);
}

TEST(c_delta, policies) {
  const c_document first = decoded(before);
  const c_document second = decoded(after);
  for (const std::int32_t policy :
       {PITH_REANCHOR_NEVER, PITH_REANCHOR_EVERY, PITH_REANCHOR_BY_SIZE}) {
    const c_delta_producer producer = make_producer(policy);
    int full = 0;
    for (int i = 0; i < 8; ++i) {
      pith_update update = fresh_update();
      ASSERT_EQ(pith_delta_producer_next(producer.get(),
                                         root_of(i % 2 == 0 ? first : second),
                                         &update, nullptr),
                PITH_OK);
      full += update.outcome == PITH_OUTCOME_FULL ? 1 : 0;
      pith_text_free(update.text);
    }
    EXPECT_EQ(full == 1, policy == PITH_REANCHOR_NEVER) << policy;
  }
}

TEST(c_delta, diff_and_apply) {
  const c_document first = decoded(before);
  const c_document second = decoded(after);
  pith_text* out = nullptr;
  ASSERT_EQ(
      pith_delta_diff(root_of(first), root_of(second), nullptr, &out, nullptr),
      PITH_OK);
  const c_text wire(out);
  pith_document* made = nullptr;
  ASSERT_EQ(
      pith_delta_apply(root_of(first), nullptr, pith_text_data(wire.get()),
                       pith_text_size(wire.get()), nullptr, &made, nullptr),
      PITH_OK);
  const c_document applied(made);
  EXPECT_EQ(encoded(root_of(applied)), after);
  pith_error error = fresh_error();
  EXPECT_EQ(
      pith_delta_apply(root_of(second), nullptr, pith_text_data(wire.get()),
                       pith_text_size(wire.get()), nullptr, &made, &error),
      PITH_BASE_MISMATCH);
  EXPECT_EQ(pith_delta_apply(root_of(first), nullptr, "GCF\n", 4, nullptr,
                             &made, &error),
            PITH_MISSING_PROFILE);
  EXPECT_EQ(error.line, 1U);
}

TEST(c_delta, a_set_of_another_key) {
  const c_document rows = decoded(R"([{"k":"a","x":1,"y":2}])");
  const pith_view order[] = {{"k", 1}, {"y", 1}};
  pith_keyed_set set{};
  set.struct_size = sizeof set;
  set.key = "k";
  set.key_size = 1;
  set.name = "parts";
  set.name_size = 5;
  set.fields = order;
  set.field_count = 2;
  pith_delta_producer* out = nullptr;
  ASSERT_EQ(pith_delta_producer_new(&set, nullptr, nullptr, &out, nullptr),
            PITH_OK);
  const c_delta_producer producer(out);
  pith_update update = fresh_update();
  ASSERT_EQ(
      pith_delta_producer_full(producer.get(), root_of(rows), &update, nullptr),
      PITH_OK);
  const c_text text(update.text);
  EXPECT_NE(shown(text.get()).find("## parts [1]{@k,y,x}"),
            std::string_view::npos)
      << shown(text.get());
  pith_text* root = nullptr;
  EXPECT_EQ(pith_delta_root(root_of(rows), nullptr, &root, nullptr),
            PITH_INVALID_IDENTITY);
  set.field_count = hostile_size;
  EXPECT_EQ(pith_delta_root(root_of(rows), &set, &root, nullptr),
            PITH_INVALID_ARGUMENT);
  set.field_count = 0;
  set.key = nullptr;
  EXPECT_EQ(pith_delta_root(root_of(rows), &set, &root, nullptr),
            PITH_INVALID_ARGUMENT);
  set.struct_size = 0;
  EXPECT_EQ(pith_delta_root(root_of(rows), &set, &root, nullptr),
            PITH_INVALID_ARGUMENT);
}

TEST(c_delta, a_failed_answer_leaves_no_text) {
  const c_delta_producer producer = make_producer();
  const c_document bad = decoded("[1]");
  pith_update update = fresh_update();
  update.text = reinterpret_cast<pith_text*>(1);
  EXPECT_EQ(
      pith_delta_producer_next(producer.get(), root_of(bad), &update, nullptr),
      PITH_INVALID_IDENTITY);
  EXPECT_EQ(update.text, nullptr);
}

TEST(c_delta, the_consumer_is_as_before_after_a_failure) {
  const c_delta_consumer consumer = make_consumer();
  pith_error error = fresh_error();
  std::int32_t outcome = -1;
  EXPECT_EQ(
      pith_delta_consumer_receive(consumer.get(), "x", 1, &outcome, &error),
      PITH_MISSING_HEADER);
  EXPECT_EQ(outcome, -1);
  EXPECT_EQ(error.line, 1U);
  pith_text* root = nullptr;
  ASSERT_EQ(pith_delta_consumer_root(consumer.get(), &root, nullptr), PITH_OK);
  const c_text held(root);
  EXPECT_EQ(pith_text_size(held.get()), 0U);
}

TEST(c_delta, null_pointers) {
  constexpr std::int32_t bad = PITH_INVALID_ARGUMENT;
  const c_delta_producer producer = make_producer();
  const c_delta_consumer consumer = make_consumer();
  const pith_value v{};
  pith_update update = fresh_update();
  pith_text* text = nullptr;
  pith_document* document = nullptr;
  pith_delta_producer* made = nullptr;
  EXPECT_EQ(pith_delta_root(v, nullptr, nullptr, nullptr), bad);
  EXPECT_EQ(pith_delta_diff(v, v, nullptr, nullptr, nullptr), bad);
  EXPECT_EQ(pith_delta_apply(v, nullptr, "x", 1, nullptr, nullptr, nullptr),
            bad);
  EXPECT_EQ(
      pith_delta_apply(v, nullptr, nullptr, 1, nullptr, &document, nullptr),
      bad);
  EXPECT_EQ(
      pith_delta_producer_new(nullptr, nullptr, nullptr, nullptr, nullptr),
      bad);
  pith_producer_options options{};
  EXPECT_EQ(pith_delta_producer_new(nullptr, &options, nullptr, &made, nullptr),
            bad);
  options.struct_size = sizeof options;
  options.policy = 9;
  EXPECT_EQ(pith_delta_producer_new(nullptr, &options, nullptr, &made, nullptr),
            bad);
  options.policy = 0;
  options.tool_size = 1;
  EXPECT_EQ(pith_delta_producer_new(nullptr, &options, nullptr, &made, nullptr),
            bad);
  EXPECT_EQ(pith_delta_producer_next(nullptr, v, &update, nullptr), bad);
  EXPECT_EQ(pith_delta_producer_next(producer.get(), v, nullptr, nullptr), bad);
  EXPECT_EQ(pith_delta_producer_answer(producer.get(), v, nullptr, 1, &update,
                                       nullptr),
            bad);
  // No room for the text.
  update.struct_size = sizeof update.struct_size;
  EXPECT_EQ(pith_delta_producer_next(producer.get(), v, &update, nullptr), bad);
  EXPECT_EQ(pith_delta_producer_root(nullptr, &text, nullptr), bad);
  EXPECT_EQ(pith_delta_producer_root(producer.get(), nullptr, nullptr), bad);
  EXPECT_EQ(pith_delta_consumer_new(nullptr, nullptr, nullptr), bad);
  EXPECT_EQ(pith_delta_consumer_receive(nullptr, "x", 1, nullptr, nullptr),
            bad);
  EXPECT_EQ(
      pith_delta_consumer_receive(consumer.get(), nullptr, 1, nullptr, nullptr),
      bad);
  EXPECT_EQ(pith_value_type(pith_delta_consumer_rows(nullptr)), PITH_NULL);
  EXPECT_EQ(pith_delta_consumer_root(nullptr, &text, nullptr), bad);
}

constexpr std::string_view graph_a =
    R"({"tool":"t","symbols":[{"qualifiedName":"p.A","kind":"function",)"
    R"("score":0.9,"provenance":"lsp","distance":0}],"edges":[]})";
constexpr std::string_view graph_b =
    R"({"tool":"t","symbols":[{"qualifiedName":"p.A","kind":"function",)"
    R"("score":0.9,"provenance":"lsp","distance":0},{"qualifiedName":"p.B",)"
    R"("kind":"function","score":0.5,"provenance":"lsp","distance":1}],)"
    R"("edges":[{"source":"p.B","target":"p.A","edgeType":"calls"}]})";

TEST(c_graph, diff_and_apply) {
  const c_document a = decoded(graph_a);
  const c_document b = decoded(graph_b);
  pith_text* out = nullptr;
  ASSERT_EQ(pith_graph_diff(root_of(a), root_of(b), &out, nullptr), PITH_OK);
  const c_text wire(out);
  pith_document* made = nullptr;
  ASSERT_EQ(
      pith_graph_apply(root_of(a), pith_text_data(wire.get()),
                       pith_text_size(wire.get()), nullptr, &made, nullptr),
      PITH_OK);
  const c_document applied(made);
  pith_text* expected = nullptr;
  pith_text* got = nullptr;
  ASSERT_EQ(pith_graph_root(root_of(b), &expected, nullptr), PITH_OK);
  ASSERT_EQ(pith_graph_root(root_of(applied), &got, nullptr), PITH_OK);
  const c_text x(expected);
  const c_text y(got);
  EXPECT_EQ(shown(x.get()), shown(y.get()));
}

TEST(c_graph, failures) {
  const c_document a = decoded(graph_a);
  const c_document not_a_graph = decoded("[1]");
  pith_text* text = nullptr;
  pith_document* document = nullptr;
  pith_error error = fresh_error();
  EXPECT_EQ(pith_graph_root(root_of(not_a_graph), &text, &error),
            PITH_INVALID_PAYLOAD);
  EXPECT_EQ(pith_graph_diff(root_of(not_a_graph), root_of(a), &text, &error),
            PITH_INVALID_PAYLOAD);
  EXPECT_EQ(pith_graph_diff(root_of(a), root_of(not_a_graph), &text, &error),
            PITH_INVALID_PAYLOAD);
  EXPECT_EQ(pith_graph_apply(root_of(a), "x", 1, nullptr, &document, &error),
            PITH_MISSING_HEADER);
  EXPECT_EQ(error.line, 1U);
  EXPECT_EQ(pith_graph_apply(root_of(not_a_graph), "x", 1, nullptr, &document,
                             &error),
            PITH_INVALID_PAYLOAD);
  EXPECT_EQ(
      pith_graph_apply(root_of(a), nullptr, 1, nullptr, &document, &error),
      PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_graph_root(root_of(a), nullptr, &error),
            PITH_INVALID_ARGUMENT);
  EXPECT_EQ(pith_graph_diff(root_of(a), root_of(a), nullptr, &error),
            PITH_INVALID_ARGUMENT);
}

pith_session_answer fresh_answer() {
  pith_session_answer answer{};
  answer.struct_size = sizeof answer;
  return answer;
}

TEST(c_session, symbols_are_declared_once) {
  pith_session_producer* p = nullptr;
  pith_session_consumer* c = nullptr;
  ASSERT_EQ(pith_session_producer_new(&p, nullptr), PITH_OK);
  ASSERT_EQ(pith_session_consumer_new(nullptr, &c, nullptr), PITH_OK);
  const c_session_producer producer(p);
  const c_session_consumer consumer(c);
  const c_document graph = decoded(graph_b);
  for (std::size_t turn = 0; turn < 2; ++turn) {
    pith_session_answer answer = fresh_answer();
    ASSERT_EQ(pith_session_producer_encode(producer.get(), root_of(graph),
                                           &answer, nullptr),
              PITH_OK);
    const c_text text(answer.text);
    EXPECT_NE(answer.ticket, 0U);
    EXPECT_EQ(answer.references, turn * 2);
    pith_document* got = nullptr;
    ASSERT_EQ(
        pith_session_consumer_decode(consumer.get(), pith_text_data(text.get()),
                                     pith_text_size(text.get()), &got, nullptr),
        PITH_OK);
    const c_document back(got);
    pith_value name{};
    EXPECT_EQ(pith_value_pointer(root_of(back), "/symbols/1/qualifiedName", 24,
                                 &name),
              PITH_OK);
    EXPECT_EQ(encoded(name), "\"p.B\"");
    EXPECT_EQ(pith_session_producer_confirm(producer.get(), answer.ticket),
              PITH_OK);
    EXPECT_EQ(pith_session_producer_confirm(producer.get(), 12345),
              PITH_NOT_FOUND);
  }
  // The consumer forgets, and cannot resolve what it knew.
  pith_session_answer answer = fresh_answer();
  ASSERT_EQ(pith_session_producer_encode(producer.get(), root_of(graph),
                                         &answer, nullptr),
            PITH_OK);
  const c_text text(answer.text);
  EXPECT_EQ(pith_session_consumer_reset(consumer.get()), PITH_OK);
  pith_document* got = nullptr;
  pith_error error = fresh_error();
  EXPECT_EQ(
      pith_session_consumer_decode(consumer.get(), pith_text_data(text.get()),
                                   pith_text_size(text.get()), &got, &error),
      PITH_UNRESOLVED_REFERENCE);
  EXPECT_GT(error.line, 1U);
  EXPECT_EQ(pith_session_producer_reset(producer.get()), PITH_OK);
  answer = fresh_answer();
  ASSERT_EQ(pith_session_producer_encode(producer.get(), root_of(graph),
                                         &answer, nullptr),
            PITH_OK);
  EXPECT_EQ(answer.references, 0U);
  pith_text_free(answer.text);
}

TEST(c_session, failures) {
  constexpr std::int32_t bad = PITH_INVALID_ARGUMENT;
  pith_session_producer* p = nullptr;
  pith_session_consumer* c = nullptr;
  EXPECT_EQ(pith_session_producer_new(nullptr, nullptr), bad);
  EXPECT_EQ(pith_session_consumer_new(nullptr, nullptr, nullptr), bad);
  ASSERT_EQ(pith_session_producer_new(&p, nullptr), PITH_OK);
  ASSERT_EQ(pith_session_consumer_new(nullptr, &c, nullptr), PITH_OK);
  const c_session_producer producer(p);
  const c_session_consumer consumer(c);
  const c_document not_a_graph = decoded("[1]");
  pith_session_answer answer = fresh_answer();
  EXPECT_EQ(pith_session_producer_encode(producer.get(), root_of(not_a_graph),
                                         &answer, nullptr),
            PITH_INVALID_PAYLOAD);
  EXPECT_EQ(answer.text, nullptr);
  EXPECT_EQ(
      pith_session_producer_encode(nullptr, pith_value{}, &answer, nullptr),
      bad);
  EXPECT_EQ(pith_session_producer_encode(producer.get(), pith_value{}, nullptr,
                                         nullptr),
            bad);
  answer.struct_size = sizeof answer.struct_size;
  EXPECT_EQ(pith_session_producer_encode(producer.get(), pith_value{}, &answer,
                                         nullptr),
            bad);
  EXPECT_EQ(pith_session_producer_confirm(nullptr, 1), bad);
  EXPECT_EQ(pith_session_producer_reset(nullptr), bad);
  EXPECT_EQ(pith_session_consumer_reset(nullptr), bad);
  pith_document* out = nullptr;
  EXPECT_EQ(pith_session_consumer_decode(nullptr, "x", 1, &out, nullptr), bad);
  EXPECT_EQ(
      pith_session_consumer_decode(consumer.get(), nullptr, 1, &out, nullptr),
      bad);
  EXPECT_EQ(
      pith_session_consumer_decode(consumer.get(), "x", 1, nullptr, nullptr),
      bad);
  EXPECT_EQ(pith_session_consumer_decode(consumer.get(), "x", 1, &out, nullptr),
            PITH_MISSING_HEADER);
}

}  // namespace
