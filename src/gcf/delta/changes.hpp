// SPDX-License-Identifier: MIT
/// @file
/// The rows of a delta as a document.
#ifndef PITH_GCF_DELTA_CHANGES_HPP
#define PITH_GCF_DELTA_CHANGES_HPP

#include <pith/builder.hpp>
#include <pith/gcf_delta.hpp>

#include "document/document_data.hpp"
#include "gcf/delta/row_match.hpp"
#include "gcf/delta/schema.hpp"
#include "gcf/identity/keyed_rows.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pith::inline v0::gcf::keyed {

/// Where the sections of delta::changes stand on its tape.
struct change_sections {
  const detail::document_data* data = nullptr;
  std::optional<std::size_t> added;
  std::optional<std::size_t> changed;
  std::optional<std::size_t> removed;  ///< an array of scalars
};

/// Fails with malformed_delta when the document has another form.
[[nodiscard]] result<change_sections> find_sections(const document& changes);

/// Adds a row with its identity as a field, whatever kind of set it is from.
void copy_row(builder& out, const row_list& rows, row_place row,
              std::string_view key);
/// Adds the identity of a row.
void copy_identity(builder& out, const row_list& rows, row_place row);

/// Makes the document of delta::changes.
[[nodiscard]] result<document> make_changes(const row_list& held,
                                            const row_list& next,
                                            const row_changes& changes,
                                            std::string_view key,
                                            const limits& bounds);

/// The names of fields, with the key of a map first.
[[nodiscard]] std::vector<std::string> field_names(const row_list& rows,
                                                   const schema& fields,
                                                   std::string_view key);

/// Records of rows that go and of rows that come.
void record_changes(const row_list& held, const row_list& next,
                    const row_changes& changes, std::string_view key,
                    record_list& gone, record_list& come);

/// The payloads, from what has been worked out before. They fail as the public
/// calls do.
[[nodiscard]] result<std::string> write_full(
    const row_list& rows, std::size_t table, const keyed_set& set,
    const schema& fields, std::string_view tool, std::string_view root,
    const limits& bounds);
[[nodiscard]] result<std::string> write_delta(const delta& d,
                                              const limits& bounds);

}  // namespace pith::inline v0::gcf::keyed

#endif  // PITH_GCF_DELTA_CHANGES_HPP
