// SPDX-License-Identifier: MIT
/// @file
/// What each `operation` of a fixture does, and what becomes of it.
#ifndef PITH_TESTS_CONFORMANCE_SUITES_GCF_OPERATIONS_HPP
#define PITH_TESTS_CONFORMANCE_SUITES_GCF_OPERATIONS_HPP

#include <pith/document.hpp>
#include <pith/equality.hpp>
#include <pith/error.hpp>
#include <pith/graph.hpp>
#include <pith/json.hpp>
#include <pith/result.hpp>

#include "fixture_values.hpp"
#include "suites/way.hpp"

#include <string>
#include <string_view>

namespace suites {

using pith::member_order;
using pith_tests::count_of;
using pith_tests::limits_of;
using pith_tests::string_of;

/// What became of a fixture: nothing said means passed.
struct verdict {
  std::string complaint;
};

inline verdict fail(std::string_view what, std::string_view detail = {}) {
  std::string text(what);
  if (!detail.empty()) text.append(": ").append(detail);
  return {text};
}

inline std::string shown(pith::value v) { return *pith::json::write(v); }

inline bool is_graph(std::string_view wire) {
  return wire.starts_with("GCF profile=graph");
}

/// True when an error is the one that a fixture expects: by its category, or,
/// for a few of the suite, by words of its message.
bool is_expected(pith::value fixture, const pith::error& what);

/// A text is the one that the fixture expects, or its error is.
verdict compare_text(pith::value fixture,
                     const pith::result<std::string>& text);

/// The graph that a value is, as this way gives it.
pith::result<pith::graph::payload> graph_of(const way& by, pith::value v);
/// Encodes it.
pith::result<std::string> encode_graph(const way& by, pith::value v);
verdict run_encode_graph(const way& by, pith::value input,
                         std::string_view expected);
verdict run_decode_graph(const way& by, pith::value fixture,
                         std::string_view wire, pith::value expected,
                         member_order order);

verdict run_decode(const way& by, pith::value fixture, member_order order);
verdict run_encode(const way& by, pith::value fixture, member_order order);
verdict run_encode_error(const way& by, pith::value fixture,
                         member_order order);
verdict run_error(const way& by, pith::value fixture, member_order order);
verdict run_roundtrip_wire(const way& by, pith::value fixture,
                           member_order order);
verdict run_session(const way& by, pith::value fixture, member_order order);
verdict run_graph_stream(const way& by, pith::value fixture,
                         member_order order);
verdict run_delta(const way& by, pith::value fixture, member_order order);
verdict run_pack_root(const way& by, pith::value fixture, member_order order);
verdict run_generic_delta(const way& by, pith::value fixture,
                          member_order order);
verdict run_generic_delta_decode(const way& by, pith::value fixture,
                                 member_order order);
verdict run_generic_delta_session(const way& by, pith::value fixture,
                                  member_order order);
verdict run_generic_delta_verify(const way& by, pith::value fixture,
                                 member_order order);
verdict run_generic_pack_root(const way& by, pith::value fixture,
                              member_order order);

}  // namespace suites

#endif  // PITH_TESTS_CONFORMANCE_SUITES_GCF_OPERATIONS_HPP
