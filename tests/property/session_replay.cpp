// SPDX-License-Identifier: MIT
/// @file
/// Sessions in which answers get lost: for any sequence of payloads, what the
/// consumer reconstructs is what was sent.
///
/// Each seed is one conversation: payloads over a small pool of symbols whose
/// scores and provenances change, answers that are lost on the way or whose
/// confirmation is lost on the way back, both sides resetting, sessions that
/// expire and limits that are exceeded. A case is a turn;
/// `session_replay --seed N --count 1` repeats one conversation.
#include <pith/gcf_session.hpp>

#include "property_run.hpp"
#include "random.hpp"
#include "random_graph.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace {

using pith::graph::payload;
using pith_tests::random_source;

constexpr std::uint64_t turns_per_conversation = 64;

pith::gcf::session_options random_options(random_source& random) {
  pith::gcf::session_options options;
  options.limits.max_idle = std::chrono::seconds(60);
  options.limits.max_lifetime = std::chrono::seconds(600);
  if (random.one_in(3)) options.limits.max_symbols = random.between(5, 60);
  if (random.one_in(4)) options.limits.max_text_bytes = 2000;
  return options;
}

/// In a session edges come by the ids that it gave to the symbols, which is
/// another order than that of the symbols in one payload.
bool is_same(const payload& read, const payload& sent) {
  const payload expected = pith_tests::as_on_the_wire(sent);
  return read.symbols == expected.symbols &&
         pith_tests::as_on_the_wire(read) == expected;
}

class conversation {
 public:
  explicit conversation(std::uint64_t seed)
      : random_(seed), producer_(random_options(random_)) {}

  /// What is wrong with one turn, or nothing.
  std::string turn() {
    now_ += std::chrono::seconds(random_.one_in(16) ? random_.below(200)
                                                    : random_.below(10));
    if (random_.one_in(40)) reset();
    const payload graph = next_payload();
    const auto answer = producer_.encode(graph, now_);
    if (!answer) return "does not encode: " + pith::message(answer.error());
    if (!answer->is_session() && producer_.size() != 0) {
      return "ends a session and keeps its symbols";
    }
    if (random_.one_in(6)) return {};  // lost on the way
    if (random_.one_in(8)) return corrupt(answer->wire);
    const auto read = consumer_.decode(answer->wire);
    if (!read) return recover(read.error(), graph, answer->wire);
    if (!is_same(*read, graph)) {
      return "reads another graph:\n" + answer->wire;
    }
    if (random_.one_in(6)) return {};  // the confirmation is lost
    // Some confirmations come late, when others went before.
    late_.push_back(answer->ticket);
    while (!late_.empty() && !random_.one_in(5)) {
      const std::size_t at =
          random_.below(static_cast<std::uint32_t>(late_.size()));
      producer_.confirm(late_[at]);
      late_.erase(late_.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return {};
  }

 private:
  payload next_payload() {
    payload graph = pith_tests::random_graph(random_, {12, 16, 16});
    // Mostly what was sent before, so that there is something to refer to.
    for (pith::graph::symbol& s : graph.symbols) {
      if (random_.one_in(5)) continue;
      s.score = 0.5;
      s.provenance = "lsp";
    }
    return graph;
  }

  /// One side, or both.
  void reset() {
    const std::uint32_t who = random_.below(3);
    if (who != 0) consumer_.reset();
    if (who != 1) producer_.reset();
    // A consumer that forgot tells the producer; the other way round the
    // consumer finds out by itself.
    if (who == 1) is_forgetful_ = true;
  }

  /// Only a side that was reset, or an answer that ended the session and was
  /// lost, may lead here. Then a full payload follows, and both agree again.
  std::string recover(const pith::error& why, const payload& graph,
                      const std::string& wire) {
    using pith::error_code;
    if (why.code != error_code::unresolved_reference &&
        why.code != error_code::invalid_symbol_id) {
      return "does not decode: " + pith::message(why) + "\n" + wire;
    }
    if (why.code == error_code::unresolved_reference && !is_forgetful_) {
      return "refers to what nobody declared:\n" + wire;
    }
    is_forgetful_ = false;
    producer_.reset();
    const auto full = pith::gcf::encode(graph);
    if (!full) return "does not encode: " + pith::message(full.error());
    const auto read = consumer_.decode(*full);
    if (!read || !is_same(*read, graph)) {
      return "does not recover:\n" + *full;
    }
    if (consumer_.size() != 0) return "a full payload does not end the session";
    return {};
  }

  /// A damaged answer is refused and changes nothing, or is one that could
  /// have been sent; then the consumer starts over.
  std::string corrupt(std::string wire) {
    wire[random_.below(static_cast<std::uint32_t>(wire.size()))] =
        static_cast<char>(random_.between(32, 126));
    const std::size_t before = consumer_.size();
    if (!consumer_.decode(wire)) {
      return consumer_.size() == before ? "" : "a refused answer left traces";
    }
    consumer_.reset();
    producer_.reset();
    return {};
  }

  random_source random_;
  pith::gcf::session_producer producer_;
  pith::gcf::session_consumer consumer_;
  pith::gcf::session_producer::time_point now_{};
  std::vector<std::uint64_t> late_;
  bool is_forgetful_ = false;
};

class session_replay final : public pith_tests::property {
 public:
  std::string check(std::uint64_t seed) override {
    conversation talk(seed);
    for (std::uint64_t turn = 0; turn < turns_per_conversation; ++turn) {
      const std::string why = talk.turn();
      if (!why.empty()) return "turn " + std::to_string(turn) + " " + why;
      if (turn != 0) ++cases;
    }
    return {};
  }
};

}  // namespace

int main(int argc, char** argv) {
  return pith_tests::run_property(argc, argv, {"session_replay", 1000}, [] {
    return std::make_unique<session_replay>();
  });
}
