// SPDX-License-Identifier: MIT
/// @file
/// A keyed set that has been looked at: its rows, its fields, its identities.
#ifndef PITH_GCF_DELTA_SCHEMA_HPP
#define PITH_GCF_DELTA_SCHEMA_HPP

#include <pith/gcf_delta.hpp>

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "gcf/delta/record_set.hpp"
#include "gcf/identity/keyed_rows.hpp"

#include <cstddef>
#include <cstdint>

namespace pith::inline v0::gcf::keyed {

/// Fails with invalid_identity when `key` cannot stand in a header and in a
/// declaration.
[[nodiscard]] result<void> check_key(std::string_view key) noexcept;

/// The fields of all rows, those that the caller named first; and how many
/// cells there are at least.
struct schema {
  detail::pod_buffer<std::uint32_t> fields;  ///< key ids
  std::size_t cells = 0;                     ///< members of all rows
};

/// Lists the fields of `rows`. Fails with invalid_identity when a field of a
/// map's rows has the name of the key column.
[[nodiscard]] result<void> list_fields(const row_list& rows,
                                       const keyed_set& set, schema& out);

/// Fails with invalid_identity when two rows have one identity, or a row has
/// none.
[[nodiscard]] result<void> check_unique(const row_list& rows);

/// The records of all rows, in the order of the rows.
void record_rows(const row_list& rows, std::string_view label,
                 record_list& out);

}  // namespace pith::inline v0::gcf::keyed

#endif  // PITH_GCF_DELTA_SCHEMA_HPP
