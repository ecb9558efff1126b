// SPDX-License-Identifier: MIT
/// @file
/// The fields that attachments of one table have in common (section 7.4.5.3).
#ifndef PITH_GCF_DECODE_SHARED_SCHEMAS_HPP
#define PITH_GCF_DECODE_SHARED_SCHEMAS_HPP

#include "document/pair_map.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace pith::inline v0::gcf::decoding {

/// What the first row of a table declared for an attachment holds for those of
/// the other rows: which layout, by the serial number of the table and the key.
class shared_schemas {
 public:
  void clear() noexcept {
    layouts_.clear();
    max_size_ = 0;
  }
  /// no_index when there is none.
  [[nodiscard]] std::uint32_t find(std::uint32_t table,
                                   std::uint32_t key_id) const noexcept {
    return layouts_.find(table, key_id);
  }
  void set(std::uint32_t table, std::uint32_t key_id, std::uint32_t layout) {
    layouts_.set(table, key_id, layout);
  }
  /// No table is open but `table`: those of the others may be forgotten, and
  /// are when there are many. Constant time on average.
  void keep_only(std::uint32_t table) {
    if (layouts_.size() <= max_size_) return;
    layouts_.keep_only(table);
    max_size_ = std::max(few, 2 * layouts_.size());
  }
  [[nodiscard]] std::size_t size() const noexcept { return layouts_.size(); }

 private:
  static constexpr std::size_t few = 1024;

  detail::pair_map layouts_;
  std::size_t max_size_ = 0;  // before another look at them
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_SHARED_SCHEMAS_HPP
