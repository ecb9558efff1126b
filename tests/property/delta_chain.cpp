// SPDX-License-Identifier: MIT
/// @file
/// Chains of deltas: a set of rows, or a graph, changes for a thousand turns,
/// and a consumer that sees only what is sent holds the same at every turn.
///
/// Even seeds are chains of rows, odd ones of graphs; a case is a turn:
/// `delta_chain --seed N --count 1` repeats one.
#include <pith/equality.hpp>
#include <pith/gcf_delta.hpp>
#include <pith/gcf_graph_delta.hpp>
#include <pith/json.hpp>

#include "evolving_graph.hpp"
#include "property_run.hpp"
#include "random.hpp"
#include "random_graph.hpp"
#include "random_keyed_set.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace {

using pith::gcf::outcome;
using pith_tests::random_keyed_set;
using pith_tests::random_source;

constexpr std::uint64_t turns_per_chain = 1000;

std::string text_of(pith::value v) {
  const auto text = pith::json::write(v);
  return text ? *text : std::string("(not written)");
}

/// True when both have the same rows, in any order.
bool has_same_rows(pith::value a, pith::value b, std::string_view key) {
  if (a.get_object()) return pith::equal(a, b);
  const auto left = a.get_array();
  const auto right = b.get_array();
  if (!left || !right || left->size() != right->size()) return false;
  for (const pith::value row : *left) {
    bool is_found = false;
    for (const pith::value other : *right) {
      const auto x = row.find(key);
      const auto y = other.find(key);
      if (!x || !y || x->type() != y->type() || !pith::equal(*x, *y)) continue;
      is_found = pith::equal(row, other);
      break;
    }
    if (!is_found) return false;
  }
  return true;
}

/// A payload with up to three mistakes.
std::string damaged(const std::string& wire, random_source& random) {
  std::string bad = wire;
  for (std::uint32_t n = random.between(1, 3); n != 0; --n) {
    const auto size = static_cast<std::uint32_t>(bad.size());
    const std::size_t at = random.below(size);
    switch (random.below(4)) {
      case 0:
        bad[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        bad.erase(at, random.between(1, 8));
        break;
      case 2:
        bad.insert(at, bad.substr(random.below(size), 9));
        break;
      default:
        bad.resize(at);
    }
    if (bad.empty()) break;
  }
  return bad;
}

/// Gives a consumer what was sent. What is wrong with it, or nothing.
template <class Consumer, class Sent>
std::string receive(Consumer& consumer, const pith::result<Sent>& sent) {
  if (!sent) return "is not sent: " + pith::message(sent.error());
  const auto received = consumer.receive(sent->wire);
  if (!received) {
    return "is not received: " + pith::message(received.error()) + "\n" +
           sent->wire;
  }
  return *received == sent->kind ? "" : "is received as something else";
}

class generic_chain {
 public:
  explicit generic_chain(std::uint64_t seed)
      : random_(random_source::mix(~seed)),
        model_(seed),
        producer_(model_.set(), options()) {}

  /// One turn; what is wrong with it, or nothing.
  std::string turn() {
    pith::document next = model_.rows();
    auto sent = random_.one_in(5)
                    ? producer_.answer(next.root(), consumer_.root())
                    : producer_.next(next.root());
    if (sent && sent->kind != outcome::unchanged && random_.one_in(3)) {
      bool is_taken = false;
      const std::string why = damage(sent->wire, is_taken);
      if (!why.empty()) return why;
      // The damaged one was sound as well; the consumer asks for everything.
      if (is_taken) sent = producer_.full(next.root());
    }
    std::string wrong = receive(consumer_, sent);
    if (!wrong.empty()) return wrong;
    const std::string_view key = model_.set().key;
    if (!has_same_rows(consumer_.rows(), next.root(), key)) {
      return "the rows differ:\n" + text_of(consumer_.rows()) + "\n" +
             text_of(next.root()) + "\n" + sent->wire;
    }
    const auto root = pith::gcf::pack_root(next.root(), model_.set());
    if (!root) return "has no root: " + pith::message(root.error());
    if (*root != consumer_.root() || *root != producer_.root()) {
      return "the roots differ:\n" + text_of(next.root());
    }
    if (random_.one_in(4)) {
      const std::string why = apply_difference(next.root());
      if (!why.empty()) return why;
    }
    last_ = std::move(next);
    model_.change();
    return {};
  }

 private:
  pith::gcf::producer_options options() {
    pith::gcf::producer_options o;
    o.tool = random_.one_in(2) ? "tool" : "";
    o.policy = static_cast<pith::gcf::reanchor>(random_.below(3));
    o.every = random_.between(1, 40);
    o.max_percent = random_.one_in(2) ? 0 : random_.between(30, 90);
    return o;
  }

  /// apply(diff(a, b), a) is b, also through the wire.
  std::string apply_difference(pith::value next) {
    const bool is_map = model_.is_map();
    if (last_.root().is_null()) return {};
    if (is_map != last_.root().get_object().has_value()) return {};
    const auto d = pith::gcf::diff(last_.root(), next, model_.set());
    if (!d) return "has no difference: " + pith::message(d.error());
    const auto wire = pith::gcf::encode_delta(*d);
    if (!wire) return "is not encoded: " + pith::message(wire.error());
    const auto read = pith::gcf::decode_delta(*wire);
    if (!read) {
      return "is not decoded: " + pith::message(read.error()) + "\n" + *wire;
    }
    for (const pith::gcf::delta* each : {&*d, &*read}) {
      const auto made = pith::gcf::apply(last_.root(), model_.set(), *each);
      if (!made) {
        return "is not applied: " + pith::message(made.error()) + "\n" + *wire;
      }
      if (!has_same_rows(made->root(), next, model_.set().key)) {
        return "applying gives other rows:\n" + text_of(made->root());
      }
    }
    return {};
  }

  /// A damaged payload changes nothing, or is sound: its root is right.
  std::string damage(const std::string& wire, bool& is_taken) {
    const std::string bad = damaged(wire, random_);
    const std::string before = text_of(consumer_.rows());
    const std::string root(consumer_.root());
    const auto taken = consumer_.receive(bad);
    if (!taken) {
      if (root == consumer_.root() && before == text_of(consumer_.rows())) {
        return {};
      }
      return "a damaged payload has changed the base:\n" + bad;
    }
    is_taken = true;
    const auto now = pith::gcf::pack_root(consumer_.rows(), consumer_.set());
    if (now && *now == consumer_.root()) return {};
    return "a damaged payload has left a wrong root:\n" + bad;
  }

  random_source random_;
  random_keyed_set model_;
  pith::gcf::delta_producer producer_;
  pith::gcf::delta_consumer consumer_;
  pith::document last_;
};

/// What the wire says about a graph, in an order of its own: the order of
/// symbols with one score and one distance is none of a delta's business.
pith::graph::payload sorted(const pith::graph::payload& graph) {
  pith::graph::payload made = pith_tests::as_on_the_wire(graph);
  made.tokens_used = made.token_budget = 0;
  made.pack_root.clear();
  made.tool.clear();
  std::sort(made.symbols.begin(), made.symbols.end(),
            [](const auto& a, const auto& b) {
              return std::tie(a.qualified_name, a.kind) <
                     std::tie(b.qualified_name, b.kind);
            });
  std::sort(made.edges.begin(), made.edges.end(),
            [](const auto& a, const auto& b) {
              return std::tie(a.source, a.source_kind, a.target, a.target_kind,
                              a.edge_type, a.status) <
                     std::tie(b.source, b.source_kind, b.target, b.target_kind,
                              b.edge_type, b.status);
            });
  return made;
}

class graph_chain {
 public:
  explicit graph_chain(std::uint64_t seed)
      : random_(random_source::mix(~seed)),
        model_(seed),
        producer_(options()) {}

  std::string turn() {
    const pith::graph::payload& next = model_.graph();
    auto sent = random_.one_in(5) ? producer_.answer(next, consumer_.root())
                                  : producer_.next(next);
    if (sent && sent->kind != outcome::unchanged && random_.one_in(3)) {
      const std::string bad = damaged(sent->wire, random_);
      const pith::graph::payload before = consumer_.graph();
      const auto taken = consumer_.receive(bad);
      if (!taken && !(consumer_.graph() == before)) {
        return "a damaged payload has changed the base:\n" + bad;
      }
      if (taken) {
        const auto is_valid = pith::gcf::has_valid_root(consumer_.graph());
        if (!is_valid || !*is_valid) {
          return "a damaged payload has left a wrong root:\n" + bad;
        }
        sent = producer_.full(next);
      }
    }
    std::string wrong = receive(consumer_, sent);
    if (!wrong.empty()) return wrong;
    if (!(sorted(consumer_.graph()) == sorted(next))) {
      return "the graphs differ:\n" + sent->wire;
    }
    const auto root = pith::gcf::pack_root(next);
    if (!root) return "has no root: " + pith::message(root.error());
    if (*root != consumer_.root() || *root != producer_.root()) {
      return "the roots differ:\n" + sent->wire;
    }
    const std::string why = apply_difference(next);
    last_ = next;
    model_.change();
    return why;
  }

 private:
  pith::gcf::producer_options options() {
    pith::gcf::producer_options o;
    o.policy = static_cast<pith::gcf::reanchor>(random_.below(3));
    o.every = random_.between(1, 40);
    o.max_percent = random_.one_in(2) ? 0 : random_.between(30, 90);
    return o;
  }

  std::string apply_difference(const pith::graph::payload& next) {
    const auto d = pith::gcf::diff(last_, next);
    if (!d) {
      if (d.error().code == pith::error_code::delta_conflict) return {};
      return "has no difference: " + pith::message(d.error());
    }
    const auto wire = pith::gcf::encode_delta(*d);
    if (!wire) return "is not encoded: " + pith::message(wire.error());
    const auto read = pith::gcf::decode_graph_delta(*wire);
    if (!read) {
      return "is not decoded: " + pith::message(read.error()) + "\n" + *wire;
    }
    for (const pith::gcf::graph_delta* each : {&*d, &*read}) {
      const auto made = pith::gcf::apply(last_, *each);
      if (!made) {
        return "is not applied: " + pith::message(made.error()) + "\n" + *wire;
      }
      if (!(sorted(*made) == sorted(next))) {
        return "applying gives another graph:\n" + *wire;
      }
    }
    return {};
  }

  random_source random_;
  pith_tests::evolving_graph model_;
  pith::gcf::graph_delta_producer producer_;
  pith::gcf::graph_delta_consumer consumer_;
  pith::graph::payload last_;
};

/// Even seeds make chains of rows, odd ones chains of graphs.
class delta_chain final : public pith_tests::property {
 public:
  std::string check(std::uint64_t seed) override {
    return seed % 2 == 0 ? run<generic_chain>(seed) : run<graph_chain>(seed);
  }

 private:
  template <class Chain>
  std::string run(std::uint64_t seed) {
    Chain chain(seed);
    for (std::uint64_t turn = 0; turn < turns_per_chain; ++turn) {
      const std::string why = chain.turn();
      if (!why.empty()) return "turn " + std::to_string(turn) + " " + why;
      if (turn != 0) ++cases;
    }
    return {};
  }
};

}  // namespace

int main(int argc, char** argv) {
  return pith_tests::run_property(argc, argv, {"delta_chain", 20}, [] {
    return std::make_unique<delta_chain>();
  });
}
