// SPDX-License-Identifier: MIT
/// @file
/// What a producer remembers of the set that it sent last.
#ifndef PITH_GCF_DELTA_HELD_SET_HPP
#define PITH_GCF_DELTA_HELD_SET_HPP

#include <pith/document.hpp>
#include <pith/result.hpp>

#include "gcf/delta/identity_hashes.hpp"
#include "gcf/delta/record_set.hpp"
#include "gcf/delta/row_match.hpp"
#include "gcf/delta/schema.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0::gcf::keyed {

/// A copy of the rows, their records in order, the root, and which identities
/// there are. A turn that changes k of n rows costs n comparisons, k records
/// and the hashing of the records; no record is made twice and nothing is
/// sorted again.
class held_set {
 public:
  /// Takes a set that nothing is known about. Fails with invalid_identity.
  [[nodiscard]] result<void> assign(value set, const row_list& rows,
                                    std::string_view key);
  /// Takes the set that `changes` makes of this one. On failure the held set
  /// is of no use any more.
  [[nodiscard]] result<void> move_to(value set, const row_list& rows,
                                     const row_changes& changes,
                                     std::string_view key);

  void set_fields(const row_list& rows, const schema& fields,
                  std::string_view key);
  /// True when these are the fields of the held set, in any order.
  [[nodiscard]] bool has_fields(const row_list& rows, const schema& fields,
                                std::string_view key) const;

  [[nodiscard]] const row_list& rows() const noexcept { return rows_; }
  [[nodiscard]] std::size_t count() const noexcept { return rows_.count; }
  [[nodiscard]] const std::string& root() const noexcept { return root_; }
  [[nodiscard]] const identity_hashes& identities() const noexcept {
    return identities_;
  }

 private:
  [[nodiscard]] result<void> copy(value set, std::string_view key);

  document copy_;
  row_list rows_{};
  record_set records_;
  identity_hashes identities_;
  std::string root_;
  std::vector<std::string> fields_;  // sorted
  record_list gone_;
  record_list come_;
};

}  // namespace pith::inline v0::gcf::keyed

#endif  // PITH_GCF_DELTA_HELD_SET_HPP
