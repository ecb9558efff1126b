// SPDX-License-Identifier: MIT
/// @file
/// What may stand in the fields of a line. An encoder that checks these lets
/// nothing through that could end a field, a line or a header value early.
#ifndef PITH_GCF_GRAPH_FIELDS_HPP
#define PITH_GCF_GRAPH_FIELDS_HPP

#include <string_view>

namespace pith::inline v0::gcf::graph_profile {

/// Printable ASCII without spaces, and not empty: qualified names,
/// provenances, edge types (section 4).
[[nodiscard]] bool is_word(std::string_view field) noexcept;

/// A kind: a letter or `_`, then letters, digits and `_`.
[[nodiscard]] bool is_kind(std::string_view field) noexcept;

/// A header value that we write: a word without `=`, so that nobody takes it
/// for a field of its own.
[[nodiscard]] bool is_header_value(std::string_view field) noexcept;

}  // namespace pith::inline v0::gcf::graph_profile

#endif  // PITH_GCF_GRAPH_FIELDS_HPP
