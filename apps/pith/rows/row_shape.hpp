// SPDX-License-Identifier: MIT
/// @file
/// What rows have in common.
#ifndef PITH_APPS_PITH_ROWS_ROW_SHAPE_HPP
#define PITH_APPS_PITH_ROWS_ROW_SHAPE_HPP

#include "rows/row_sink.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cli::rows {

/// Collects the fields of rows, to find out whether they are a table. As a
/// sink, so that a first pass over a file is a pump() like the second.
class row_shape final : public row_sink {
 public:
  pith::result<void> write(pith::value rows) override;
  pith::result<void> finish() override { return {}; }
  /// Rows that are not a table do not become one.
  [[nodiscard]] bool wants_more() const noexcept override { return is_flat_; }

  void add(pith::value row);

  /// Whether all rows were objects of scalars, whose names a streamed table can
  /// have (section 8.3 of the specification), and a table of them would have
  /// more cells than gaps: at least one in four.
  [[nodiscard]] bool suits_table() const noexcept;
  /// The fields in the order in which they came; valid until more are added.
  [[nodiscard]] const std::vector<std::string_view>& fields() const noexcept {
    return fields_;
  }

 private:
  /// More columns are not a table that anyone reads, and memory.
  static constexpr std::size_t max_fields = 10'000;

  [[nodiscard]] bool add_members(const pith::object_view& members);

  std::deque<std::string> names_;  // what the views point at
  std::vector<std::string_view> fields_;
  std::unordered_map<std::string_view, std::size_t> numbers_;
  std::uint64_t cells_ = 0;
  bool is_flat_ = true;
};

}  // namespace cli::rows

#endif  // PITH_APPS_PITH_ROWS_ROW_SHAPE_HPP
