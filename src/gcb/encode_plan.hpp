// SPDX-License-Identifier: MIT
/// @file
/// What a payload becomes on the wire, before anything is written.
#ifndef PITH_GCB_ENCODE_PLAN_HPP
#define PITH_GCB_ENCODE_PLAN_HPP

#include <pith/gcb.hpp>

#include "document/pod_buffer.hpp"
#include "gcb/names.hpp"
#include "graph/symbol_index.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pith::inline v0::gcb {

struct symbol_numbers {
  std::uint8_t kind;
  std::uint8_t provenance;
  std::uint8_t distance;
};

struct edge_numbers {
  std::uint32_t source;
  std::uint32_t target;
  std::uint8_t type;
  std::uint8_t status;
};

/// Checks everything, so that writing cannot fail half-way, and finds the
/// numbers of names and ends.
class encode_plan {
 public:
  explicit encode_plan(const allowed_losses& allow) noexcept : allow_(allow) {}

  /// Fails as gcb::encode() does.
  [[nodiscard]] result<void> make(const graph::payload& graph);

  [[nodiscard]] const symbol_numbers& symbol(std::size_t i) const noexcept {
    return symbols_[i];
  }
  /// Those that are written, in the order of the payload.
  [[nodiscard]] const detail::pod_buffer<edge_numbers>& edges() const noexcept {
    return edges_;
  }
  [[nodiscard]] const encode_summary& summary() const noexcept {
    return summary_;
  }

 private:
  result<void> add_symbol(const graph::symbol& s);
  result<void> add_edges(const graph::payload& graph, std::size_t first,
                         std::size_t count);
  result<void> add_edge(const graph::edge& e, std::uint32_t source,
                        std::uint32_t target);
  /// The number of a name; false when there is none and that is not a loss that
  /// is allowed.
  [[nodiscard]] bool take(std::optional<std::uint8_t> found,
                          std::uint8_t& into);
  [[nodiscard]] std::uint32_t find_end(std::string_view kind,
                                       std::string_view name) const noexcept;

  allowed_losses allow_;
  encode_summary summary_;
  graph::symbol_index index_;
  detail::pod_buffer<symbol_numbers> symbols_;
  detail::pod_buffer<edge_numbers> edges_;
};

}  // namespace pith::inline v0::gcb

#endif  // PITH_GCB_ENCODE_PLAN_HPP
