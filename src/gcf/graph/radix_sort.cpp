// SPDX-License-Identifier: MIT
#include "gcf/graph/radix_sort.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace pith::inline v0::gcf::graph_profile {

namespace {

constexpr unsigned digit_bits = 11;
/// Both halves of a key begin a digit: ids of edges are two numbers.
constexpr unsigned shifts[] = {0, 11, 22, 32, 43, 54};
constexpr std::size_t digit_values = std::size_t{1} << digit_bits;
/// Below this, clearing the counters would cost more than comparing.
constexpr std::size_t min_items = 512;

std::size_t digit_of(std::uint64_t key, unsigned shift) noexcept {
  const std::size_t mask =
      shift == 22 ? digit_values / 2 - 1 : digit_values - 1;
  return static_cast<std::size_t>(key >> shift) & mask;
}

}  // namespace

void radix_sort(detail::pod_buffer<keyed>& items,
                detail::pod_buffer<keyed>& scratch) {
  const auto by_key = [](const keyed& a, const keyed& b) {
    return a.key < b.key;
  };
  if (items.size() < min_items) {
    std::stable_sort(items.begin(), items.end(), by_key);
    return;
  }
  std::uint64_t varying = 0;
  for (const keyed& item : items) varying |= item.key ^ items[0].key;
  scratch.resize(items.size());
  for (const unsigned shift : shifts) {
    if (digit_of(varying, shift) == 0) continue;
    std::array<std::uint32_t, digit_values> places{};
    for (const keyed& item : items) ++places[digit_of(item.key, shift)];
    std::uint32_t before = 0;
    for (std::uint32_t& place : places) {
      before += std::exchange(place, before);
    }
    for (const keyed& item : items) {
      scratch[places[digit_of(item.key, shift)]++] = item;
    }
    std::swap(items, scratch);
  }
}

}  // namespace pith::inline v0::gcf::graph_profile
