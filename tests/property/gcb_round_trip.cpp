// SPDX-License-Identifier: MIT
/// @file
/// Random graphs through GCB1: what is read is what was written, but for what
/// the options let go; every prefix and many corruptions are refused or are
/// themselves canonical.
///
/// `gcb_round_trip --seed N --count 1` repeats one graph.
#include <pith/gcb.hpp>

#include "property_run.hpp"
#include "random.hpp"
#include "random_graph.hpp"
#include "round_trip.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace {

using pith::graph::payload;
using pith::graph::symbol;
using pith_tests::random_source;

constexpr const char* provenances[] = {"structural", "otel_trace",
                                       "unknown_255"};
constexpr const char* types[] = {"calls", "executes_process", "unknown_39"};

/// With the parts that random_graph() leaves out, and mostly with names that
/// have numbers.
payload draw(random_source& random) {
  payload made = pith_tests::random_graph(random);
  const bool is_known = random.chance(70);
  if (is_known) made.pack_root.clear();
  const auto rename = [&](std::string& kind) {
    if (is_known && kind == "widget") kind = "unknown_77";
  };
  for (symbol& s : made.symbols) {
    rename(s.kind);
    if (random.one_in(2)) s.signature = "func " + s.qualified_name + "()";
    if (random.one_in(2)) {
      s.components = {random.below(100) / 100.0, random.below(1000) / 1000.0,
                      random.below(7) / 7.0, 0};
    }
    if (!is_known) continue;
    s.provenance = provenances[random.below(3)];
    s.distance = std::min(s.distance, 255U);
  }
  for (pith::graph::edge& e : made.edges) {
    rename(e.source_kind);
    rename(e.target_kind);
    if (is_known) e.edge_type = types[random.below(3)];
  }
  return made;
}

double as_binary32(double score) {
  return static_cast<double>(static_cast<float>(score));
}

bool is_near(double read, double written) {
  return as_binary32(read) == as_binary32(written);
}

bool is_same(const symbol& read, const symbol& s) {
  const pith::graph::score_components none;
  const auto& a = read.components.value_or(none);
  const auto& b = s.components.value_or(none);
  return read.qualified_name == s.qualified_name && read.kind == s.kind &&
         read.provenance == s.provenance && read.distance == s.distance &&
         read.signature == s.signature && is_near(read.score, s.score) &&
         is_near(a.blast_radius, b.blast_radius) &&
         is_near(a.confidence, b.confidence) && is_near(a.recency, b.recency) &&
         is_near(a.distance, b.distance);
}

/// What must be read where nothing is lost. The kinds of ends are as they are
/// needed, the scores are compared apart.
std::string compare(const payload& read, const payload& graph) {
  if (read.tool != graph.tool || read.token_budget != graph.token_budget ||
      read.tokens_used != graph.tokens_used ||
      read.symbols.size() != graph.symbols.size() ||
      read.edges.size() != graph.edges.size()) {
    return "reads another header or other counts";
  }
  std::map<std::string_view, int> uses;
  for (std::size_t i = 0; i < graph.symbols.size(); ++i) {
    if (!is_same(read.symbols[i], graph.symbols[i])) {
      return "reads another symbol " + std::to_string(i);
    }
    ++uses[graph.symbols[i].qualified_name];
  }
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    pith::graph::edge expected = graph.edges[i];
    if (uses[expected.source] == 1) expected.source_kind.clear();
    if (uses[expected.target] == 1) expected.target_kind.clear();
    if (expected.status == "unchanged") expected.status.clear();
    if (read.edges[i] != expected) {
      return "reads another edge " + std::to_string(i);
    }
  }
  return {};
}

class gcb_round_trip final : public pith_tests::property {
 public:
  std::string check(std::uint64_t seed) override {
    random_source random(seed);
    const payload graph = draw(random);
    const auto strict = pith::gcb::encode(graph);
    const auto bytes =
        strict ? strict
               : pith::gcb::encode(graph, {pith::gcb::allowed_losses::all()});
    if (!bytes) {
      // Kinds that are lost alike may make one symbol of two.
      return bytes.error().code == pith::error_code::duplicate_symbol
                 ? ""
                 : "does not encode: " + pith::message(bytes.error());
    }
    const auto read = pith::gcb::decode(*bytes);
    if (!read) return "does not decode: " + pith::message(read.error());
    if (pith::gcb::encode(*read).value_or("") != *bytes) {
      return "is not written again as it was read";
    }
    if (strict) {
      if (std::string why = compare(*read, graph); !why.empty()) return why;
    }
    return attack(*bytes, random);
  }

 private:
  std::string attack(const std::string& bytes, random_source& random) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (pith::gcb::decode(std::string_view(bytes).substr(0, i))) {
        return "decodes the first " + std::to_string(i) + " bytes";
      }
    }
    for (int i = 0; i < 50; ++i) {
      pith_tests::corrupt(bytes, random, changed_);
      const auto read = pith::gcb::decode(changed_);
      ++cases;
      if (read && pith::gcb::encode(*read).value_or("") != changed_) {
        return "decodes what it would write otherwise";
      }
      if (!read && read.error().offset > changed_.size()) {
        return "complains after the end";
      }
    }
    return {};
  }

  std::string changed_;
};

}  // namespace

int main(int argc, char** argv) {
  return pith_tests::run_property(argc, argv, {"gcb_round_trip", 3000}, [] {
    return std::make_unique<gcb_round_trip>();
  });
}
