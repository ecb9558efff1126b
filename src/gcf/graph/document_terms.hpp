// SPDX-License-Identifier: MIT
/// @file
/// What the document of a graph has in it and the wire has not.
#ifndef PITH_GCF_GRAPH_DOCUMENT_TERMS_HPP
#define PITH_GCF_GRAPH_DOCUMENT_TERMS_HPP

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "document/shape_tree.hpp"
#include "document/tape_writer.hpp"
#include "gcf/graph/rows.hpp"
#include "graph/kinds.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace pith::inline v0::gcf::graph_profile {

/// The members of a payload, of a symbol and of an edge, in their order.
inline constexpr std::array<std::string_view, 6> payload_fields = {
    "tool", "tokenBudget", "tokensUsed", "packRoot", "symbols", "edges"};
inline constexpr std::array<std::string_view, 5> symbol_fields = {
    "qualifiedName", "kind", "score", "provenance", "distance"};
/// The kinds only where the name does not say which symbol it is.
inline constexpr std::array<std::string_view, 6> edge_fields = {
    "source", "target", "edgeType", "status", "sourceKind", "targetKind"};
inline constexpr std::size_t plain_edge_fields = 4;

/// Of symbols and edges.
inline constexpr std::uint8_t scalars_only =
    detail::has_scalar | detail::is_scalar_tree;

/// Keys and the full forms of kinds, as texts of one document.
class document_terms {
 public:
  /// Where a text stands.
  struct place {
    std::size_t offset;
    std::size_t length;
  };

  [[nodiscard]] static std::size_t bytes(
      const graph::kind_names& kinds) noexcept;

  /// Adds the texts to those of `data`, and padding after them. The texts
  /// before do not move if there is room for bytes() and the padding.
  void add(detail::document_data& data, const graph::kind_names& kinds);

  /// The full form of the kind with this number (kind_names::find).
  [[nodiscard]] place kind(std::size_t number) const noexcept {
    return kinds_[number];
  }

  [[nodiscard]] std::uint32_t payload_shape(detail::shape_tree& shapes) const {
    return make_shape(shapes, payload_fields, first_payload_key);
  }
  [[nodiscard]] std::uint32_t symbol_shape(detail::shape_tree& shapes) const {
    return make_shape(shapes, symbol_fields, first_symbol_key);
  }
  [[nodiscard]] std::uint32_t edge_shape(detail::shape_tree& shapes,
                                         bool has_source_kind,
                                         bool has_target_kind) const;

 private:
  static constexpr std::size_t first_payload_key = 0;
  static constexpr std::size_t first_symbol_key = payload_fields.size();
  static constexpr std::size_t first_edge_key =
      first_symbol_key + symbol_fields.size();

  void move_along(detail::shape_tree& shapes, detail::shape_cursor& cursor,
                  std::string_view key, std::size_t number) const;
  [[nodiscard]] std::uint32_t make_shape(
      detail::shape_tree& shapes, std::span<const std::string_view> fields,
      std::size_t first_key) const;

  detail::pod_buffer<place> keys_;
  detail::pod_buffer<place> kinds_;
};

/// Writes a symbol. `offset_of` says where one of its texts stands in the
/// document, other than the name and the kind.
template <class OffsetOf>
inline void write_symbol(detail::tape_writer tape, std::uint32_t shape,
                         const symbol_row& row, document_terms::place name,
                         document_terms::place kind, OffsetOf&& offset_of) {
  const std::size_t at = tape.open();
  tape.string(name.offset, name.length);
  tape.string(kind.offset, kind.length);
  tape.real(row.score, row.score_literal.empty()
                           ? 0
                           : detail::pack_text(offset_of(row.score_literal),
                                               row.score_literal.size()));
  tape.string(offset_of(row.provenance), row.provenance.size());
  tape.integer(row.distance);
  tape.close_object(at, shape, scalars_only);
}

}  // namespace pith::inline v0::gcf::graph_profile

#endif  // PITH_GCF_GRAPH_DOCUMENT_TERMS_HPP
