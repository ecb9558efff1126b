// SPDX-License-Identifier: MIT
#include "gcf/graph/document_terms.hpp"

#include <cstring>

namespace pith::inline v0::gcf::graph_profile {

namespace {

constexpr std::span<const std::string_view> all_fields[] = {
    payload_fields, symbol_fields, edge_fields};

}  // namespace

std::size_t document_terms::bytes(const graph::kind_names& kinds) noexcept {
  std::size_t sum = 0;
  for (const auto& fields : all_fields) {
    for (const std::string_view key : fields) sum += key.size();
  }
  for (std::size_t i = 0; i < kinds.size(); ++i) sum += kinds[i].kind.size();
  return sum;
}

void document_terms::add(detail::document_data& data,
                         const graph::kind_names& kinds) {
  const auto add_text = [&](std::string_view text) -> place {
    const std::size_t offset = data.text.size();
    data.text.append(text.data(), text.size());
    return {offset, text.size()};
  };
  keys_.clear();
  for (const auto& fields : all_fields) {
    for (const std::string_view key : fields) keys_.push_back(add_text(key));
  }
  kinds_.clear();
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    kinds_.push_back(add_text(kinds[i].kind));
  }
  // The padding after a text belongs to no text.
  data.text.ensure(detail::text_padding);
  std::memset(data.text.end(), 0, detail::text_padding);
}

/// Moves along a key that the object does not have yet.
void document_terms::move_along(detail::shape_tree& shapes,
                                detail::shape_cursor& cursor,
                                std::string_view key,
                                std::size_t number) const {
  static_cast<void>(
      shapes.advance(cursor, key, [&] { return keys_[number].offset; }));
}

std::uint32_t document_terms::make_shape(
    detail::shape_tree& shapes, std::span<const std::string_view> fields,
    std::size_t first_key) const {
  detail::shape_cursor cursor;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    move_along(shapes, cursor, fields[i], first_key + i);
  }
  return shapes.shape_at(cursor.node);
}

std::uint32_t document_terms::edge_shape(detail::shape_tree& shapes,
                                         bool has_source_kind,
                                         bool has_target_kind) const {
  detail::shape_cursor cursor;
  for (std::size_t i = 0; i < edge_fields.size(); ++i) {
    const bool is_there =
        i < plain_edge_fields ||
        (i == plain_edge_fields ? has_source_kind : has_target_kind);
    if (is_there)
      move_along(shapes, cursor, edge_fields[i], first_edge_key + i);
  }
  return shapes.shape_at(cursor.node);
}

}  // namespace pith::inline v0::gcf::graph_profile
