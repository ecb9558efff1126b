// SPDX-License-Identifier: MIT
/// @file
/// The four properties of GOON's design, and that of our reader: the order of
/// nodes and edges does not matter; encoding is pure; the header comes first;
/// no line has control characters; what is read is written again.
///
/// Each seed is one response and checks each property once;
/// `goon_properties --seed N --count 1` repeats it.
#include <pith/goon.hpp>

#include "property_run.hpp"
#include "random.hpp"
#include "round_trip.hpp"

#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using pith::goon::graph_response;
using pith_tests::random_source;

constexpr const char* types[] = {"User", "Project", "Merge Request", "a:b(c)"};
constexpr const char* relations[] = {"AUTHORED", "IN", "a-->b", "x y"};
constexpr const char* keys[] = {"iid",  "name", "state",      "k",
                                "note", "a b",  "created_at", "title",
                                "x=y",  "body", "name_len",   "\xc3\xa9"};
constexpr const char* queries[] = {"traversal", "neighbors", "search",
                                   "path_finding", "aggregation"};

template <class T, std::size_t n>
T pick(random_source& random, T (&from)[n]) {
  return from[random.below(n)];
}

std::string random_text(random_source& random) {
  switch (random.below(8)) {
    case 0:
      return "2026-01-0" + std::to_string(random.below(10)) + " 10:00:00";
    case 1:
      return std::to_string(random.below(1000));
    case 2:
      return random.one_in(2) ? "true" : "null";
    case 3:
      return std::string(random.between(190, 210), 'x');
    default: {
      std::string made;
      const std::uint32_t length = random.below(12);
      for (std::uint32_t i = 0; i < length; ++i) {
        // Every control character, quotes, blanks and two bytes of UTF-8.
        const std::uint32_t c = random.below(0x90);
        if (c < 0x80) {
          made += static_cast<char>(c);
        } else {
          made += "\xc3\xa9";
        }
      }
      return made;
    }
  }
}

pith::goon::scalar random_value(random_source& random) {
  switch (random.below(7)) {
    case 0:
      return std::monostate{};
    case 1:
      return random.one_in(2);
    case 2:
      return static_cast<std::int64_t>(random.next());
    case 3:
      return random.next();
    case 4:
      return static_cast<double>(random.below(1000)) / 8.0;
    case 5:
      return pith::goon::json_text{"[\"" + std::to_string(random.below(9)) +
                                   "\"]"};
    default:
      return random_text(random);
  }
}

std::vector<pith::goon::property> random_properties(random_source& random) {
  std::vector<pith::goon::property> made;
  for (const char* key : keys) {
    if (random.one_in(4)) made.push_back({key, random_value(random)});
  }
  return made;
}

std::int64_t random_id(random_source& random) {
  return static_cast<std::int64_t>(random.below(12)) - 3;
}

pith::goon::edge random_edge(random_source& random) {
  pith::goon::edge e;
  e.from = pick(random, types);
  e.from_id = random_id(random);
  e.to = pick(random, types);
  e.to_id = random_id(random);
  e.type = pick(random, relations);
  if (random.one_in(3)) e.depth = random.below(3);
  if (random.one_in(3)) e.path_id = random.below(3);
  if (random.one_in(3)) e.step = random.below(3);
  return e;
}

graph_response random_response(random_source& random) {
  graph_response made{pick(random, queries)};
  const std::uint32_t nodes = random.below(16);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    made.nodes.push_back(
        {pick(random, types), random_id(random), random_properties(random)});
  }
  const std::uint32_t edges = random.below(31);
  for (std::uint32_t i = 0; i < edges; ++i) {
    made.edges.push_back(random_edge(random));
  }
  if (random.one_in(4)) {
    made.pagination = {random.one_in(2), random.below(1000)};
  }
  if (random.one_in(2)) return made;
  made.group_columns = {{"who", "node", "u", {}, "User"},
                        {"a b", "property", "u", "x,y"}};
  made.columns = {{"n", "count"}, {"s", "sum", "mr", "lines"}};
  std::vector<pith::goon::row> rows(random.below(5));
  for (pith::goon::row& r : rows) {
    if (random.chance(80)) {
      r.push_back(
          {"who", pith::goon::node{pick(random, types), random_id(random),
                                   random_properties(random)}});
    }
    for (const char* key : {"a b", "n", "s"}) {
      if (random.chance(70)) r.push_back({key, random_value(random)});
    }
  }
  made.rows = std::move(rows);
  return made;
}

template <class T>
void shuffle(std::vector<T>& list, random_source& random) {
  for (std::size_t i = list.size(); i > 1; --i) {
    std::swap(list[i - 1], list[random.below(static_cast<std::uint32_t>(i))]);
  }
}

class goon_properties final : public pith_tests::property {
 public:
  std::string check(std::uint64_t seed) override {
    random_source random(seed);
    const graph_response response = random_response(random);
    graph_response copy = response;
    const auto text = pith::goon::encode(response);
    if (!text) return "does not encode: " + pith::message(text.error());
    if (pith::goon::encode(response).value_or("") != *text ||
        response != copy) {
      return "encoding is not pure";
    }
    if (!text->starts_with("@header\nquery_type:")) {
      return "the header does not come first:\n" + *text;
    }
    for (const char c : *text) {
      const auto byte = static_cast<unsigned char>(c);
      if ((byte < 0x20 && c != '\n') || byte == 0x7F) {
        return "has a control character:\n" + *text;
      }
    }
    if (const std::string why = check_order(copy, *text, random);
        !why.empty()) {
      return why;
    }
    return check_reading(*text, random);
  }

 private:
  static std::string check_order(graph_response& copy, std::string_view text,
                                 random_source& random) {
    shuffle(copy.edges, random);
    for (pith::goon::node& n : copy.nodes) shuffle(n.properties, random);
    // An aggregation keeps the order of its nodes.
    if (copy.query_type != "aggregation") shuffle(copy.nodes, random);
    const std::string shuffled = pith::goon::encode(copy).value_or("error");
    if (shuffled == text) return {};
    return "the order matters:\n" + std::string(text) + shuffled;
  }

  std::string check_reading(const std::string& text, random_source& random) {
    const auto read = pith::goon::decode(text);
    if (!read) {
      return "does not decode: " + pith::message(read.error()) + " at " +
             std::to_string(read.error().offset) + "\n" + text;
    }
    for (int i = 0; i < 10; ++i) {
      pith_tests::corrupt(text, random, changed_);
      if (std::string why = check_stable(changed_); !why.empty()) return why;
      ++cases;
    }
    return check_stable(text);
  }

  static std::string check_stable(std::string_view text) {
    const auto read = pith::goon::decode(text);
    if (!read) {
      return read.error().offset <= text.size() ? "" : "complains after";
    }
    const auto written = pith::goon::encode(*read);
    if (!written) return "does not encode what it read";
    const auto again = pith::goon::decode(*written);
    if (!again) {
      return "does not read what it wrote: " + pith::message(again.error()) +
             "\n" + *written;
    }
    const auto rewritten = pith::goon::encode(*again);
    if (rewritten && *rewritten == *written) return {};
    return "does not come to rest:\n" + *written + rewritten.value_or("");
  }

  std::string changed_;
};

}  // namespace

int main(int argc, char** argv) {
  return pith_tests::run_property(argc, argv, {"goon_properties", 10000}, [] {
    return std::make_unique<goon_properties>();
  });
}
