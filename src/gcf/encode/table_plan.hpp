// SPDX-License-Identifier: MIT
/// @file
/// How a set of objects becomes a table: its columns and their forms.
///
/// Planning looks at every row before the first is written (section 7.3), and
/// knows nothing about how cells are read or written: other front ends may
/// plan the same way over rows that never became a document.
#ifndef PITH_GCF_ENCODE_TABLE_PLAN_HPP
#define PITH_GCF_ENCODE_TABLE_PLAN_HPP

#include <pith/gcf.hpp>

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "gcf/encode/flat_index.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace pith::inline v0::gcf {

/// Consecutive values on the tape that are all objects: the elements of an
/// array, or the values of a map of objects.
struct row_span {
  std::size_t begin;
  std::size_t end;
  std::size_t count;
};

/// Kinds of value that a column has been seen to hold.
enum cell_kinds : std::uint8_t {
  cell_null = 1,
  cell_scalar = 2,
  cell_object = 4,
  cell_array = 8,
};

enum class column_form : std::uint8_t {
  plain,     ///< one cell; containers become attachments
  path,      ///< one cell per leaf of the nested object (7.4.6)
  appended,  ///< no cell: the name contains `>`, always an attachment
};

struct column {
  std::uint32_t key_id;
  column_form form;
  std::uint8_t kinds;       // of all rows
  std::uint8_t first_kind;  // of row 0; 0 when absent there
  bool is_flattenable;      // every object so far, and all of one structure
  bool has_records;         // every object so far: one shape, only scalars
  bool is_shareable;        // every array so far is a table of one field list
  bool has_inline_schema;
  bool has_shared_schema;
  std::uint32_t cells;         // how many this column has: 0, 1 or its leaves
  std::uint32_t cell_begin;    // cells of the columns before it
  std::size_t exemplar;        // the first object or array, on the tape
  std::uint32_t field_begin;   // of an array exemplar: its field union, in
  std::uint32_t field_count;   //   table_plan::fields_
  std::uint32_t row_shape_id;  // the one shape of its rows, if there is one
  std::size_t shared_plan;     // number of the plan of the shared schema, or 0
};

/// Whether rows of a shape have attachments.
enum class attaches : std::uint8_t { never, always, sometimes };

/// A piece of a row whose members stand in the order of the columns.
struct cell_run {
  enum class what : std::uint8_t {
    scalars,  ///< `count` members that hold no containers in any row
    missing,  ///< `count` cells without a member
    member,   ///< one that needs a look; `count` is the number of its column
  };
  what kind;
  std::uint32_t count;
};

/// Where the members of the rows of one shape go.
struct row_shape {
  std::uint32_t shape_id;
  std::uint32_t first_slot;  // slots[first_slot + i]: column of member i
  std::uint32_t first_run;   // in `runs`, when is_ordered
  std::uint32_t run_count;
  bool is_ordered;         // members stand in the order of the columns
  bool is_full;            // ordered, and no column is missing
  bool has_mixed_columns;  // some column holds containers in some row
  attaches attachments;
};

/// Memory that planning needs beyond a plan; shared by all plans.
class plan_scratch {
 public:
  void reset(const detail::document_data& data);

  const detail::document_data* data = nullptr;
  flat_index flat;

  /// Starts an empty map from key to number. Constant time.
  void clear_numbers() noexcept { ++stamp_; }
  void set_number(std::uint32_t key_id, std::uint32_t n) noexcept {
    numbers_[key_id] = {stamp_, n};
  }
  /// The number of a key, or `absent`.
  [[nodiscard]] std::uint32_t number(std::uint32_t key_id) const noexcept {
    const stamped s = numbers_[key_id];
    return s.stamp == stamp_ ? s.number : absent;
  }
  static constexpr std::uint32_t absent = ~std::uint32_t{0};

  /// Names a plan for the memo below.
  [[nodiscard]] std::uint32_t new_plan() noexcept { return ++plans_; }
  /// Where a plan keeps a shape, if it was the last to say so, or `absent`.
  [[nodiscard]] std::uint32_t position(std::uint32_t plan,
                                       std::uint32_t shape_id) const noexcept {
    const stamped s = positions_[shape_id];
    return s.stamp == plan ? s.number : absent;
  }
  void set_position(std::uint32_t plan, std::uint32_t shape_id,
                    std::uint32_t n) noexcept {
    positions_[shape_id] = {plan, n};
  }

 private:
  struct stamped {
    std::uint32_t stamp;
    std::uint32_t number;
  };
  detail::pod_buffer<stamped> numbers_;    // by key id
  detail::pod_buffer<stamped> positions_;  // by shape id
  std::uint32_t stamp_ = 0;
  std::uint32_t plans_ = 0;
};

class table_plan {
 public:
  /// Plans the table of `rows`. Afterwards has_cells() tells whether there is
  /// one: rows without any key that can be a column are not a table. The keys
  /// in `first_fields` come first and are columns even if no row has them.
  void build(plan_scratch& scratch, row_span rows,
             const encode_options& options,
             std::span<const std::uint32_t> first_fields = {});

  [[nodiscard]] bool has_cells() const noexcept { return cell_count_ != 0; }
  [[nodiscard]] std::uint32_t cell_count() const noexcept {
    return cell_count_;
  }
  /// True when the cells of a row of this shape and these flags are its
  /// values, one by one.
  [[nodiscard]] bool is_plain(const row_shape& shape,
                              std::uint8_t row_flags) const noexcept {
    return shape.is_full && !has_paths_ && !has_appended_ &&
           row_flags <= detail::has_scalar;
  }

  detail::pod_buffer<column> columns;
  detail::pod_buffer<std::uint32_t> slots;
  detail::pod_buffer<cell_run> runs;

  /// The row shape of an object's shape, added when a shared schema meets it
  /// for the first time (its keys are known to be columns).
  [[nodiscard]] const row_shape& find_shape(plan_scratch& scratch,
                                            std::uint32_t shape_id) {
    const std::uint32_t known = scratch.position(serial_, shape_id);
    return shapes_[known != plan_scratch::absent ? known
                                                 : look_up(scratch, shape_id)];
  }

 private:
  [[nodiscard]] std::uint32_t look_up(plan_scratch& scratch,
                                      std::uint32_t shape_id);
  [[nodiscard]] std::uint32_t position_of(
      std::uint32_t shape_id) const noexcept;
  void add_shape(plan_scratch& scratch, std::uint32_t shape_id);
  std::uint32_t add_column(plan_scratch& scratch, std::uint32_t key_id,
                           bool is_reserved);
  void index_shape(std::uint32_t position);
  void inspect(plan_scratch& scratch, row_span rows);
  void inspect_row(plan_scratch& scratch, std::size_t row, bool is_first);
  void inspect_object(plan_scratch& scratch, column& c, std::size_t object);
  void inspect_array(plan_scratch& scratch, column& c, std::size_t array);
  void list_fields(plan_scratch& scratch, column& c);
  [[nodiscard]] bool has_fields_of(plan_scratch& scratch, const column& c,
                                   std::size_t array) const;
  void decide(plan_scratch& scratch, const encode_options& options);
  void finish_shape(row_shape& s, std::uint32_t count) const noexcept;
  void list_runs(row_shape& s, std::uint32_t count);

  detail::pod_buffer<row_shape> shapes_;
  detail::pod_buffer<std::uint32_t> shape_slots_;  // open addressing
  detail::pod_buffer<std::uint32_t> fields_;       // key ids
  std::uint32_t serial_ = 0;  // names this plan to the scratch
  std::uint32_t cell_count_ = 0;
  bool has_appended_ = false;
  bool has_paths_ = false;
};

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_ENCODE_TABLE_PLAN_HPP
