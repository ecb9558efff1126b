// SPDX-License-Identifier: MIT
/// @file
/// Deltas of GCF (sections 10 and 10a of the specification): a consumer that
/// holds a set of rows, or a graph, is sent only what has changed.
#ifndef PITH_GCF_DELTA_HPP
#define PITH_GCF_DELTA_HPP

#include <pith/document.hpp>
#include <pith/limits.hpp>
#include <pith/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0::gcf {

/// How a value is a keyed set: rows in any order, told apart by one field.
///
/// The value is an array of objects, of which `key` names the identity field,
/// or an object of objects, whose keys are the identities; `key` then is the
/// label of the key column (section 10a.7). An identity is any scalar, unique
/// in the set. 1 and "1" are two identities, 1 and 1.0 are one.
struct keyed_set {
  /// Printable ASCII without spaces, since it stands in the header; without
  /// `>`, since it must be a column. Anything else is invalid_identity.
  std::string key = "id";
  /// The section that holds the rows. Empty stands for `rows`; for a map, for
  /// none: the map is the whole document.
  std::string name{};
  /// Which columns come first. Names that no row has are passed over; fields
  /// that are not named follow as they are met.
  std::vector<std::string> fields{};
};

/// The root of a keyed set: `sha256:` and 64 hexadecimal digits
/// (gcf-pack-root-v1, section 10a.3). Neither the order of rows nor that of
/// members counts. What the specification leaves open is in docs/deltas.md.
/// Fails with invalid_identity when the value is no keyed set. n log n time,
/// memory proportional to the set.
[[nodiscard]] PITH_API result<std::string> pack_root(value rows,
                                                     const keyed_set& set);

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_DELTA_HPP
