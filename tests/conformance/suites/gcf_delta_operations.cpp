// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/gcf_delta.hpp>

#include "suites/gcf_operations.hpp"

#include <cstddef>
#include <utility>

namespace suites {

namespace {

/// `{name?, key, fields[], rows[]}`, without the rows.
pith::gcf::keyed_set set_of(pith::value given) {
  pith::gcf::keyed_set set;
  set.key = string_of(given, "key");
  set.name = string_of(given, "name");
  const auto fields = given.find("fields");
  const auto names = fields ? fields->get_array() : std::nullopt;
  if (!names) return set;
  for (const pith::value f : *names) set.fields.emplace_back(*f.get_string());
  return set;
}

/// The rows of a delta from the members of its fixture.
pith::gcf::delta delta_of(pith::value given) {
  pith::gcf::delta d;
  d.tool = string_of(given, "tool");
  d.key = string_of(given, "key");
  d.base_root = string_of(given, "baseRoot");
  d.new_root = string_of(given, "newRoot");
  d.fields = set_of(given).fields;
  d.delta_tokens = count_of(given, "deltaTokens");
  d.full_tokens = count_of(given, "fullTokens");
  pith::builder changes;
  changes.begin_object();
  for (const std::string_view name : {"added", "changed", "removed"}) {
    if (const auto rows = given.find(name)) changes.key(name).copy(*rows);
  }
  d.changes = *changes.end_object().finish();
  return d;
}

/// The root of what a delta makes of the base in `input`; and, where the
/// fixture says so, the rows.
verdict judge_applied(const way& by, pith::value fixture, pith::value input,
                      pith::gcf::delta d) {
  const auto base = input.find("base");
  const auto rows = base ? base->find("rows") : std::nullopt;
  if (!rows) return fail("lacks a base");
  const std::string_view root = string_of(input, "expectedNewRoot");
  if (!root.empty()) d.new_root = root;
  const auto given = by.give(*rows);
  if (!given) return fail("is not given", pith::message(given.error()));
  const auto made = by.take(pith::gcf::apply(given->root(), set_of(*base), d));
  if (!made) return compare_text(fixture, made.error());
  const auto expected_rows = fixture.find("expectedRows");
  if (expected_rows && !pith::equal(made->root(), *expected_rows)) {
    return fail("the rows differ", shown(made->root()));
  }
  return compare_text(fixture,
                      pith::gcf::pack_root(made->root(), set_of(*base)));
}

std::string_view name_of(pith::gcf::outcome kind) {
  switch (kind) {
    case pith::gcf::outcome::unchanged:
      return "unchanged";
    case pith::gcf::outcome::delta:
      return "delta";
    default:
      return "full";
  }
}

/// One turn of a session: what is sent is as expected, and a consumer makes
/// the rows of it.
verdict judge_turn(const pith::result<pith::gcf::update>& sent,
                   pith::gcf::delta_consumer& consumer, std::string_view wire,
                   std::string_view kind, pith::value rows) {
  if (!sent) return fail("is not sent", pith::message(sent.error()));
  if (sent->wire != wire) return fail("the wire differs", sent->wire);
  if (name_of(sent->kind) != kind) {
    return fail("another outcome", name_of(sent->kind));
  }
  const auto received = consumer.receive(sent->wire);
  if (!received) {
    return fail("is not received", pith::message(received.error()));
  }
  if (*received != sent->kind) return fail("is received as something else");
  const auto root = pith::gcf::pack_root(rows, consumer.set());
  if (!root || *root != consumer.root()) {
    return fail("the rows received differ", shown(consumer.rows()));
  }
  return {};
}

}  // namespace

verdict run_generic_pack_root(const way& by, pith::value fixture,
                              member_order) {
  const auto input = fixture.find("input");
  const auto rows = input ? input->find("rows") : std::nullopt;
  if (!rows) return fail("lacks rows");
  const auto given = by.give(*rows);
  if (!given) return compare_text(fixture, given.error());
  return compare_text(fixture,
                      pith::gcf::pack_root(given->root(), set_of(*input)));
}

verdict run_generic_delta(const way&, pith::value fixture, member_order) {
  const auto input = fixture.find("input");
  if (!input) return fail("lacks input");
  return compare_text(fixture, pith::gcf::encode_delta(delta_of(*input)));
}

verdict run_generic_delta_verify(const way& by, pith::value fixture,
                                 member_order) {
  const auto input = fixture.find("input");
  const auto d = input ? input->find("delta") : std::nullopt;
  if (!d) return fail("lacks a delta");
  return judge_applied(by, fixture, *input, delta_of(*d));
}

verdict run_generic_delta_decode(const way& by, pith::value fixture,
                                 member_order) {
  const auto input = fixture.find("input");
  if (!input) return fail("lacks input");
  auto d = pith::gcf::decode_delta(string_of(*input, "wire"));
  if (!d) return compare_text(fixture, d.error());
  return judge_applied(by, fixture, *input, std::move(*d));
}

verdict run_generic_delta_session(const way& by, pith::value fixture,
                                  member_order) {
  const auto input = fixture.find("input");
  const auto expected = fixture.find("expected");
  const auto base = input ? input->find("base") : std::nullopt;
  const auto policy = input ? input->find("policy") : std::nullopt;
  const auto updates = input ? input->find("updates") : std::nullopt;
  if (!base || !policy || !updates || !expected) return fail("lacks members");
  pith::gcf::producer_options options;
  options.tool = string_of(*input, "tool");
  options.policy = string_of(*policy, "mode") == "sizeGuard"
                       ? pith::gcf::reanchor::by_size
                       : pith::gcf::reanchor::every_n;
  const auto n = policy->find("n");
  if (n) options.every = static_cast<std::size_t>(*n->get_integer());
  // The suite knows no limit for single deltas.
  const auto percent = policy->find("maxPercent");
  options.max_percent =
      percent ? static_cast<unsigned>(*percent->get_integer()) : 0;
  pith::gcf::delta_producer producer(set_of(*base), options);
  pith::gcf::delta_consumer consumer;
  verdict v = judge_turn(producer.full(*base->find("rows")), consumer,
                         string_of(*expected, "initialFull"), "full",
                         *base->find("rows"));
  if (!v.complaint.empty()) return v;
  const pith::value emissions = *expected->find("emissions");
  std::size_t turn = 0;
  const auto sets = updates->get_array();
  if (sets->size() != emissions.get_array()->size()) {
    return fail("has other emissions than updates");
  }
  for (const pith::value set : *sets) {
    const pith::value emission = *emissions.at(turn++);
    std::string_view kind = string_of(emission, "kind");
    if (kind.empty()) {
      kind = emission.find("isFull")->get_boolean() == true ? "full" : "delta";
    }
    const auto given = by.give(*set.find("rows"));
    if (!given) return fail("is not given", pith::message(given.error()));
    v = judge_turn(producer.next(given->root()), consumer,
                   string_of(emission, "wire"), kind, *set.find("rows"));
    if (!v.complaint.empty()) {
      v.complaint = "turn " + std::to_string(turn) + ": " + v.complaint;
      return v;
    }
  }
  return {};
}

}  // namespace suites
