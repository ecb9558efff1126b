// SPDX-License-Identifier: MIT
/// @file
/// Applies a delta to a copy of its base.
#ifndef PITH_GCF_DELTA_APPLY_HPP
#define PITH_GCF_DELTA_APPLY_HPP

#include <pith/gcf_delta.hpp>

#include "gcf/delta/record_set.hpp"
#include "gcf/identity/keyed_rows.hpp"

namespace pith::inline v0::gcf::keyed {

/// What a delta makes of `base`, and the records of the rows that go and come.
/// Looks at identities, not at roots. Fails as gcf::apply().
[[nodiscard]] result<document> apply_changes(
    const row_list& base, std::string_view key, const delta& d,
    const limits& bounds, record_list& gone, record_list& come);

[[nodiscard]] inline error delta_conflict(const char* detail) noexcept {
  return {error_code::delta_conflict, 0, detail};
}
[[nodiscard]] inline error base_mismatch() noexcept {
  return {error_code::base_mismatch, 0,
          "the delta is for another base; ask for the full payload"};
}
[[nodiscard]] inline error root_mismatch() noexcept {
  return {error_code::root_mismatch, 0,
          "the rows do not have the announced root; ask for the full payload"};
}

}  // namespace pith::inline v0::gcf::keyed

#endif  // PITH_GCF_DELTA_APPLY_HPP
