// SPDX-License-Identifier: MIT
#include <pith/gcf_session.hpp>

#include "document/revive.hpp"
#include "gcf/graph/plan.hpp"
#include "gcf/session/symbol_table.hpp"

#include <deque>
#include <limits>

namespace pith::inline v0::gcf {

namespace {

using session::known_symbol;
using session::symbol_table;

/// Answers that may still be confirmed. Who confirms later than this gets
/// declarations once more.
constexpr std::size_t max_outstanding = 256;

/// An answer that was not confirmed yet, and the symbols it declared.
struct outstanding_answer {
  std::uint64_t ticket = 0;
  detail::pod_buffer<std::uint32_t> declared;
};

}  // namespace

struct session_producer::state {
  session_options options;
  symbol_table known;
  std::deque<outstanding_answer> outstanding;
  std::uint64_t next_ticket = 1;  // never used again, not by a later session
  bool is_begun = false;
  time_point begun;
  time_point last_used;

  graph_profile::encode_plan plan;
  text::output buffer;
  detail::pod_buffer<std::uint32_t> places;  // by symbol of the payload

  void end() {
    known.clear();
    outstanding.clear();
    is_begun = false;
  }
  [[nodiscard]] bool is_expired(time_point now) const {
    return is_begun && (now - last_used > options.limits.max_idle ||
                        now - begun > options.limits.max_lifetime);
  }
  [[nodiscard]] bool find_places(const graph::payload& graph);
  [[nodiscard]] bool may_refer(const graph::symbol& s,
                               std::uint32_t place) const;
  [[nodiscard]] result<session_answer> encode_full(const graph::payload& graph);
  void write(const graph::payload& graph, session_answer& answer,
             outstanding_answer& sent);
};

/// Finds out which symbols are known and gives ids to the others, in the order
/// of the wire. Remembers nothing yet. False when the session would retain too
/// much.
bool session_producer::state::find_places(const graph::payload& graph) {
  std::size_t count = known.size();
  std::size_t bytes = known.text_bytes();
  places.resize(graph.symbols.size());
  for (const std::uint32_t i : plan.order()) {
    const graph::symbol& s = graph.symbols[i];
    places[i] = known.find(plan.kind_of(i), s.qualified_name);
    if (places[i] != symbol_table::none) {
      plan.set_id(i, known[places[i]].id);
    } else {
      plan.set_id(i, static_cast<std::uint32_t>(count++));
      bytes += s.qualified_name.size() + plan.kind_of(i).size();
    }
    bytes += s.provenance.size();
  }
  return count <= options.limits.max_symbols &&
         bytes <= options.limits.max_text_bytes;
}

bool session_producer::state::may_refer(const graph::symbol& s,
                                        std::uint32_t place) const {
  if (place == symbol_table::none) return false;
  const known_symbol& k = known[place];
  return k.is_delivered && k.provenance == s.provenance &&
         k.score == graph_profile::wire_score(s.score);
}

/// Outside any session (9.5).
result<session_answer> session_producer::state::encode_full(
    const graph::payload& graph) {
  session_answer answer;
  const auto done = append(answer.wire, graph, options.graph);
  if (!done) return done.error();
  end();
  answer.summary = *done;
  return answer;
}

/// Writes what the plan says, and remembers what is declared.
void session_producer::state::write(const graph::payload& graph,
                                    session_answer& answer,
                                    outstanding_answer& sent) {
  string_sink sink(answer.wire);
  buffer.open(sink, std::numeric_limits<std::size_t>::max());
  graph_profile::line_writer lines(buffer);
  plan.write(lines, graph, true, [&](std::uint32_t i) {
    const graph::symbol& s = graph.symbols[i];
    if (may_refer(s, places[i])) {
      lines.reference(plan.id_of(i));
      ++answer.references;
      return;
    }
    lines.symbol(plan.id_of(i), plan.kind_of(i), s.qualified_name, s.score,
                 s.provenance);
    std::uint32_t place = places[i];
    if (place == symbol_table::none) {
      place = static_cast<std::uint32_t>(known.size());
      known.add(plan.kind_of(i), s.qualified_name, plan.id_of(i));
    }
    known_symbol& k = known[place];
    known.set_provenance(k, s.provenance);
    k.score = graph_profile::wire_score(s.score);
    k.ticket = sent.ticket;
    k.is_delivered = false;
    sent.declared.push_back(place);
  });
  // A string takes everything.
  static_cast<void>(buffer.close());
}

session_producer::session_producer(const session_options& options)
    : state_(std::make_unique<state>()) {
  state_->options = options;
}
session_producer::session_producer(session_producer&&) noexcept = default;
session_producer& session_producer::operator=(session_producer&&) noexcept =
    default;
session_producer::~session_producer() = default;

result<session_answer> session_producer::encode(const graph::payload& graph,
                                                time_point now) {
  state& s = detail::revive(state_);
  if (s.is_expired(now)) return s.encode_full(graph);
  if (const auto good = s.plan.check(graph, s.options.graph); !good) {
    return good.error();
  }
  s.plan.order_symbols(graph);
  if (!s.find_places(graph)) return s.encode_full(graph);
  if (const auto good = s.plan.order_edges(graph, s.options.graph.dangling);
      !good) {
    return good.error();
  }
  if (!s.is_begun) {
    s.is_begun = true;
    s.begun = now;
  }
  s.last_used = now;
  session_answer answer;
  outstanding_answer sent;
  sent.ticket = answer.ticket = s.next_ticket++;
  s.write(graph, answer, sent);
  answer.summary = {graph.symbols.size(), s.plan.edge_count(),
                    s.plan.dropped_edges()};
  s.outstanding.push_back(std::move(sent));
  if (s.outstanding.size() > max_outstanding) s.outstanding.pop_front();
  return answer;
}

bool session_producer::confirm(std::uint64_t ticket) {
  if (state_ == nullptr) return false;
  std::deque<outstanding_answer>& all = state_->outstanding;
  for (auto it = all.begin(); it != all.end(); ++it) {
    if (it->ticket != ticket) continue;
    for (const std::uint32_t place : it->declared) {
      known_symbol& k = state_->known[place];
      // A later answer may have declared it otherwise.
      if (k.ticket == ticket) k.is_delivered = true;
    }
    all.erase(it);
    return true;
  }
  return false;
}

void session_producer::reset() {
  if (state_ != nullptr) state_->end();
}

std::size_t session_producer::size() const noexcept {
  return state_ == nullptr ? 0 : state_->known.size();
}

}  // namespace pith::inline v0::gcf
