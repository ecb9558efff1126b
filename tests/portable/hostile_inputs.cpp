// SPDX-License-Identifier: MIT
/// @file
/// Prints the table of attacks for those who run it elsewhere: records of name,
/// operation, outcome, limits and input, as peer_feed.hpp describes them.
///
///     hostile_inputs [DIVISOR]

#include <pith/error.hpp>

#include "hostile/attacks.hpp"
#include "peer_feed.hpp"
#include "read_number.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>

namespace {

using pith_tests::attack;
using pith_tests::operation;

/// From which format to which; empty: it is for the library in C++ only.
std::string route_of(operation what) {
  switch (what) {
    case operation::parse:
      return "json json";
    case operation::encode:
      return "json gcf";
    case operation::decode:
    case operation::decode_graph:
    case operation::write:
      return "gcf json";
    case operation::encode_graph:
      return "json gcf graph";
    case operation::encode_gcb:
      return "json gcb";
    case operation::decode_gcb:
      return "gcb json";
    case operation::encode_tron:
      return "json tron";
    case operation::decode_tron:
    case operation::write_tron:
      return "tron json";
    case operation::encode_toon:
      return "json toon";
    case operation::decode_toon:
      return "toon json";
    case operation::encode_goon:
      return "json goon";
    case operation::decode_goon:
      return "goon json";
    case operation::markdown:
      return "json markdown";
    case operation::read_chunks:
      return "chunks";
    case operation::session:
      return "session";
    case operation::update:
      return "update";
    case operation::update_graph:
      return "update graph";
    default:
      return {};
  }
}

int print_attack(const attack& a, std::size_t divisor) {
  const std::string route = route_of(a.what);
  if (route.empty()) return 0;
  const std::string outcome =
      a.outcome ? std::string(pith::name(*a.outcome)) : "success";
  const std::string limits = std::to_string(a.bounds.max_depth) + " " +
                             std::to_string(a.bounds.max_items) + " " +
                             std::to_string(a.bounds.max_expansion);
  for (std::size_t i = 0; i < a.variants; ++i) {
    const std::string input =
        a.make(std::max<std::size_t>(a.scale / divisor, 1), i);
    const int status =
        pith_tests::print_record({a.name, route, outcome, limits, input});
    if (status != 0) return status;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t divisor = 1;
  if (argc > 2 || (argc == 2 && (!pith_tests::read_number(argv[1], divisor) ||
                                 divisor == 0))) {
    std::printf("usage: hostile_inputs [DIVISOR]\n");
    return 2;
  }
  for (const auto part :
       {pith_tests::json_attacks(), pith_tests::encode_attacks(),
        pith_tests::gcf_attacks(), pith_tests::table_attacks(),
        pith_tests::graph_attacks(), pith_tests::delta_attacks(),
        pith_tests::gcb_attacks(), pith_tests::goon_attacks(),
        pith_tests::markup_attacks(), pith_tests::toon_attacks(),
        pith_tests::tron_attacks()}) {
    for (const attack& a : part) {
      const int status = print_attack(a, static_cast<std::size_t>(divisor));
      if (status != 0) return status;
    }
  }
  return 0;
}
