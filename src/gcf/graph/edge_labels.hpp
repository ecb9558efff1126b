// SPDX-License-Identifier: MIT
/// @file
/// Types and statuses of edges as small numbers.
#ifndef PITH_GCF_GRAPH_EDGE_LABELS_HPP
#define PITH_GCF_GRAPH_EDGE_LABELS_HPP

#include "document/hash.hpp"
#include "document/pod_buffer.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcf::graph_profile {

/// What is written after the ends of an edge.
struct edge_label {
  std::string_view type;
  std::string_view status;  ///< as on the wire

  friend bool operator==(const edge_label& a, const edge_label& b) noexcept {
    return a.type == b.type && a.status == b.status;
  }
  friend bool operator<(const edge_label& a, const edge_label& b) noexcept {
    const int order = a.type.compare(b.type);
    return order != 0 ? order < 0 : a.status < b.status;
  }
};

/// A graph has few of them. Edges that are sorted by their ends are far from
/// where they stood in the payload; with the label's number at hand, nobody
/// has to go back there. Texts are not copied.
class edge_labels {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  edge_labels() : seed_(detail::hash_seed()) { clear(); }

  void clear() noexcept {
    labels_.clear();
    slots_.clear();
    recent_.fill(none);
  }
  [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }

  /// The number of a label. Equal labels have equal numbers; a label that is
  /// new has the number size() - 1.
  [[nodiscard]] std::uint32_t number_of(const edge_label& label) {
    std::uint32_t& recent = recent_[recent_slot(label)];
    if (recent != none && labels_[recent] == label) return recent;
    if (labels_.size() * 2 >= slots_.size()) grow();
    std::uint32_t& slot = slots_[slot_of(label)];
    if (slot == none) {
      slot = static_cast<std::uint32_t>(labels_.size());
      labels_.push_back(label);
    }
    recent = slot;
    return slot;
  }
  [[nodiscard]] const edge_label& operator[](std::uint32_t i) const noexcept {
    return labels_[i];
  }

 private:
  /// A few types make up nearly all edges.
  static constexpr std::size_t recent_count = 64;

  [[nodiscard]] static std::size_t recent_slot(
      const edge_label& label) noexcept {
    const std::size_t first =
        label.type.empty() ? 0 : static_cast<unsigned char>(label.type[0]);
    return (label.type.size() * 7 + first + label.status.size() * 17) %
           recent_count;
  }
  [[nodiscard]] std::size_t slot_of(const edge_label& label) const noexcept {
    const std::size_t mask = slots_.size() - 1;
    const std::uint64_t hash =
        detail::hash_bytes(label.status, detail::hash_bytes(label.type, seed_));
    std::size_t slot = static_cast<std::size_t>(hash) & mask;
    while (slots_[slot] != none && !(labels_[slots_[slot]] == label)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
  void grow() {
    const std::size_t size = slots_.empty() ? 64 : slots_.size() * 2;
    slots_.clear();
    slots_.resize(size, none);
    for (std::uint32_t i = 0; i < labels_.size(); ++i) {
      slots_[slot_of(labels_[i])] = i;
    }
  }

  std::uint64_t seed_;
  detail::pod_buffer<edge_label> labels_;
  detail::pod_buffer<std::uint32_t> slots_;  // open addressing
  std::array<std::uint32_t, recent_count> recent_{};
};

}  // namespace pith::inline v0::gcf::graph_profile

#endif  // PITH_GCF_GRAPH_EDGE_LABELS_HPP
