// SPDX-License-Identifier: MIT
/// @file
/// Decides whether objects are rows of a table, and of which one.
#ifndef PITH_TOON_ENCODE_TABLE_PLAN_HPP
#define PITH_TOON_ENCODE_TABLE_PLAN_HPP

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"

#include <cstddef>
#include <cstdint>

namespace pith::inline v0::toon {

/// A field of a table: a column, or a group of fields for a nested object.
/// The fields of one group stand together.
struct field {
  std::uint32_t key_id;
  std::uint32_t shape;        ///< of the first row's object, in groups
  std::uint32_t first_inner;  ///< in groups; never 0
  std::uint32_t inner_count;  ///< 0 for columns
  std::uint32_t column;       ///< of columns, from 0

  [[nodiscard]] bool is_group() const noexcept { return inner_count != 0; }
};

/// The fields of a table. The first row decides about their order. Most rows
/// have it too; in the others every value is looked for.
///
/// Rows make a table when all of them are objects with the same keys, and
/// under each key there are only scalars or only objects of which the same
/// holds. No object is empty.
class table_plan {
 public:
  explicit table_plan(const detail::document_data& data) noexcept
      : data_(data) {}

  /// Plans a table of the `count` values from `first` on, which stand one
  /// after another and are objects. False when they are none. Time linear in
  /// the rows.
  [[nodiscard]] bool make(const detail::word* first, std::size_t count);

  /// The first is the row itself, a group.
  [[nodiscard]] const field* fields() const noexcept { return fields_.data(); }
  [[nodiscard]] std::size_t column_count() const noexcept {
    return column_count_;
  }
  /// Objects in one another, the row included.
  [[nodiscard]] std::size_t depth() const noexcept { return depth_; }

  /// All rows have the order of the first.
  [[nodiscard]] bool is_ordered() const noexcept { return is_ordered_; }
  /// One row has it.
  [[nodiscard]] bool is_ordered(const detail::word* row) const noexcept;
  /// Of an ordered row: header words between the value of column `i` and the
  /// one before. All are 0 unless there are groups.
  [[nodiscard]] bool has_groups() const noexcept { return depth_ > 1; }
  [[nodiscard]] std::size_t skip(std::size_t column) const noexcept {
    return skips_[column];
  }
  /// Finds the values of any row, by column. Valid until the next call.
  [[nodiscard]] const detail::word* const* gather(const detail::word* row);

 private:
  /// The object whose members are next, of a row that is looked at.
  struct level {
    const detail::word* next;
    std::uint32_t left;   ///< members
    std::uint32_t inner;  ///< the field of the next one
    std::size_t places;   ///< in places_, when it has another order
    bool is_ordered;
  };
  /// The steps from value to value through an ordered row.
  struct step {
    std::uint32_t shape;
    bool is_group;
  };

  [[nodiscard]] bool make_flat(const detail::word* first, std::size_t count);
  [[nodiscard]] bool list_fields(const detail::word* first, std::size_t most);
  void list_steps();
  /// Looks at every value of a row; false when it does not fit.
  [[nodiscard]] bool visit(const detail::word* row);
  [[nodiscard]] bool enter(const detail::word* object, std::uint32_t group);
  void index_group(std::uint32_t group);

  const detail::document_data& data_;
  detail::pod_buffer<field> fields_;
  detail::pod_buffer<step> steps_;
  detail::pod_buffer<std::uint32_t> skips_;          // by column
  detail::pod_buffer<const detail::word*> objects_;  // of groups, by field
  detail::pod_buffer<const detail::word*> values_;   // by column
  detail::pod_buffer<level> levels_;
  detail::pod_buffer<std::uint32_t> places_;  // fields of levels_, in turn
  /// By key: the group that was indexed last and the field in it.
  struct inner_place {
    std::uint32_t turn;
    std::uint32_t field;
  };
  detail::pod_buffer<inner_place> inner_of_key_;
  std::uint32_t indexed_group_ = 0;
  std::uint32_t turn_ = 0;
  std::size_t column_count_ = 0;
  std::size_t depth_ = 0;
  bool is_ordered_ = false;
};

}  // namespace pith::inline v0::toon

#endif  // PITH_TOON_ENCODE_TABLE_PLAN_HPP
