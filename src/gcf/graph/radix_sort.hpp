// SPDX-License-Identifier: MIT
/// @file
/// Sorts numbered keys in linear time.
#ifndef PITH_GCF_GRAPH_RADIX_SORT_HPP
#define PITH_GCF_GRAPH_RADIX_SORT_HPP

#include "document/pod_buffer.hpp"

#include <cstdint>

namespace pith::inline v0::gcf::graph_profile {

struct keyed {
  std::uint64_t key;
  std::uint32_t index;
};

/// Sorts by key; items with equal keys keep their order. `scratch` is memory
/// to be reused. Linear in the number of items.
void radix_sort(detail::pod_buffer<keyed>& items,
                detail::pod_buffer<keyed>& scratch);

}  // namespace pith::inline v0::gcf::graph_profile

#endif  // PITH_GCF_GRAPH_RADIX_SORT_HPP
