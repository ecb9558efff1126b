// SPDX-License-Identifier: MIT
/// @file
/// The columns of rows that are objects, and which of them fit a width.
#ifndef PITH_APPS_PITH_VIEW_COLUMNS_HPP
#define PITH_APPS_PITH_VIEW_COLUMNS_HPP

#include <pith/document.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// One column of a table. The name points into the document.
struct table_column {
  std::string_view name;
  unsigned kinds = 0;     ///< a bit for each kind of value that was seen
  std::size_t count = 0;  ///< rows that have it
  std::size_t width = 0;  ///< what it would like, then what it gets
  bool is_missing_somewhere = false;

  [[nodiscard]] bool is_number() const noexcept;
  /// "integer", "string?" (absent or null in some row), "mixed".
  [[nodiscard]] std::string type() const;
};

/// All keys of the rows, in the order in which they are first met. Linear in
/// the members.
std::vector<table_column> columns_of_rows(pith::array_view rows);

/// Which columns are shown: the first `left` and the last `right`.
struct shown_columns {
  std::size_t left = 0;
  std::size_t right = 0;
};

/// Sets the widths so that a frame around the columns, with a column for the
/// ellipsis of `gap` columns if some are left out, takes at most `width`. Wide
/// columns of text give way first, then columns in the middle. At least one
/// column stays, cut to what there is.
shown_columns fit_columns(std::vector<table_column>& columns, std::size_t width,
                          std::size_t gap);

}  // namespace cli

#endif  // PITH_APPS_PITH_VIEW_COLUMNS_HPP
