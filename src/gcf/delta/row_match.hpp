// SPDX-License-Identifier: MIT
/// @file
/// What makes one keyed set of another.
#ifndef PITH_GCF_DELTA_ROW_MATCH_HPP
#define PITH_GCF_DELTA_ROW_MATCH_HPP

#include <pith/result.hpp>

#include "document/pod_buffer.hpp"
#include "gcf/delta/identity_hashes.hpp"
#include "gcf/delta/record_writer.hpp"
#include "gcf/identity/keyed_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcf::keyed {

/// A row: where its object stands, and its number in the set.
struct row_place {
  std::size_t at;
  std::uint32_t number;
};

/// A row before and after.
struct row_pair {
  row_place held;
  row_place next;
};

struct row_changes {
  detail::pod_buffer<row_place> added;    ///< in the order of the next set
  detail::pod_buffer<row_pair> changed;   ///< in the order of the next set
  detail::pod_buffer<row_place> removed;  ///< in the order of the held set

  [[nodiscard]] bool empty() const noexcept {
    return added.empty() && changed.empty() && removed.empty();
  }
};

/// Compares two sets row by row.
///
/// Most rows stand where they stood, or a few places further on: they are
/// found by looking ahead and cost one comparison. Only the others go through
/// a table. Rows are compared value by value, and by their canonical records
/// where that does not decide.
class row_match {
 public:
  /// Lists the changes. `held` is known to be sound; fails with
  /// invalid_identity when `next` is not: `known` are the identities of
  /// `held`. `label` names the keys of maps. Linear.
  [[nodiscard]] result<void> run(const row_list& held, const row_list& next,
                                 std::string_view label,
                                 const identity_hashes& known,
                                 row_changes& changes);

 private:
  static constexpr int look_ahead = 8;

  [[nodiscard]] bool are_plain(detail::word held, detail::word next);
  [[nodiscard]] bool is_plain_copy(const row_walk& held, const row_walk& next);
  [[nodiscard]] bool is_same_identity(row_walk& held, row_walk& next);
  [[nodiscard]] bool find_ahead(row_walk& held, const identity& id);
  void compare(const row_walk& held, const row_walk& next,
               row_changes& changes);
  [[nodiscard]] bool is_same_row(std::size_t held, std::size_t next,
                                 std::uint32_t held_key,
                                 std::uint32_t next_key);
  [[nodiscard]] bool have_same_keys(std::uint32_t held_shape,
                                    std::uint32_t next_shape);
  [[nodiscard]] result<void> match_leftovers(const identity_hashes& known,
                                             row_changes& changes);

  struct leftover {
    row_place row;
    identity id;
    bool is_taken;
  };
  const row_list* held_ = nullptr;
  const row_list* next_ = nullptr;
  record_writer held_writer_;
  record_writer next_writer_;
  record_list held_record_;
  record_list next_record_;
  detail::pod_buffer<leftover> left_held_;
  detail::pod_buffer<leftover> left_next_;
  std::uint32_t held_shape_ = ~std::uint32_t{0};  // compared last
  std::uint32_t next_shape_ = ~std::uint32_t{0};
  bool is_same_shape_ = false;
};

}  // namespace pith::inline v0::gcf::keyed

#endif  // PITH_GCF_DELTA_ROW_MATCH_HPP
