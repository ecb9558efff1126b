// SPDX-License-Identifier: MIT
/// @file
/// Deltas as bindings have them: objects whose members have the names of the
/// parts, in the spelling of their language.
#ifndef PITH_GCF_DELTA_MEMBERS_HPP
#define PITH_GCF_DELTA_MEMBERS_HPP

#include <pith/document.hpp>
#include <pith/gcf_delta.hpp>
#include <pith/gcf_graph_delta.hpp>
#include <pith/result.hpp>

#include <string_view>

namespace pith::inline v0::gcf {

/// Names of more than one word; the others are the same everywhere.
struct delta_spelling {
  std::string_view base_root;
  std::string_view new_root;
  std::string_view delta_tokens;
  std::string_view full_tokens;
  std::string_view added_edges;
  std::string_view removed_edges;
};

inline constexpr delta_spelling snake_case{"base_root",    "new_root",
                                           "delta_tokens", "full_tokens",
                                           "added_edges",  "removed_edges"};
inline constexpr delta_spelling camel_case{"baseRoot",    "newRoot",
                                           "deltaTokens", "fullTokens",
                                           "addedEdges",  "removedEdges"};

/// The delta that an object is. What it lacks, and what has another type, is
/// empty; applying and encoding find what must not be. Linear.
[[nodiscard]] result<delta> delta_of(value given, const delta_spelling& names);

/// The object that a delta is: tool, key, both roots, fields, added, changed
/// and removed. Linear.
[[nodiscard]] result<document> members_of(const delta& given,
                                          const delta_spelling& names);

/// The delta of a graph that an object is. Fails as graph::from_value() does.
[[nodiscard]] result<graph_delta> graph_delta_of(value given,
                                                 const delta_spelling& names);

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_DELTA_MEMBERS_HPP
