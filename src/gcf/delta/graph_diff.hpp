// SPDX-License-Identifier: MIT
/// @file
/// The difference of two graphs that have been looked at.
#ifndef PITH_GCF_DELTA_GRAPH_DIFF_HPP
#define PITH_GCF_DELTA_GRAPH_DIFF_HPP

#include <pith/gcf_graph_delta.hpp>

#include "gcf/delta/graph_records.hpp"

namespace pith::inline v0::gcf::keyed {

/// Lists what changes; roots are the caller's. Fails with delta_conflict when
/// no delta can say it.
[[nodiscard]] result<void> list_changes(const graph_view& base,
                                        const graph_view& next,
                                        graph_delta& out);

}  // namespace pith::inline v0::gcf::keyed

#endif  // PITH_GCF_DELTA_GRAPH_DIFF_HPP
