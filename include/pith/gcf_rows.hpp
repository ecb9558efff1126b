// SPDX-License-Identifier: MIT
/// @file
/// Tables of plain structs:
///
///     pith::gcf::write_table(out, orders,
///                            pith::gcf::column("id", &order::id),
///                            pith::gcf::column("total", &order::total));
#ifndef PITH_GCF_ROWS_HPP
#define PITH_GCF_ROWS_HPP

#include <pith/gcf_stream.hpp>

#include <array>
#include <concepts>
#include <iterator>
#include <string_view>
#include <utility>

namespace pith::inline v0::gcf {

/// A field of a table and where its cells come from; see column().
template <class Read>
struct table_column {
  std::string_view name;
  Read read;
};

/// `read` is a pointer to a member, or a function that takes a row and returns
/// what a cell can be made of. `name` must stay until the table is written.
template <class Read>
[[nodiscard]] constexpr table_column<Read> column(
    std::string_view name PITH_LIFETIMEBOUND, Read read) {
  return {name, std::move(read)};
}

}  // namespace pith::inline v0::gcf

namespace pith::inline v0::detail {
/// What range-based for takes, other than a name.
template <class Rows>
concept row_range =
    !std::convertible_to<Rows, std::string_view> && requires(Rows& rows) {
      std::begin(rows);
      std::end(rows);
    };

template <class Rows, class... Reads>
result<void> write_rows(gcf::table_writer& out, Rows&& rows,
                        const gcf::table_column<Reads>&... columns) {
  for (auto&& row : rows) {
    const std::array<gcf::cell, sizeof...(Reads)> cells{
        gcf::cell(call(columns.read, row))...};
    if (result<void> done = out.row(cells); !done) return done;
  }
  return out.finish();
}
}  // namespace pith::inline v0::detail

namespace pith::inline v0::gcf {

/// Writes a range of structs as a document that is one table, row by row and
/// in constant memory, as table_writer does. An empty std::optional is null.
///
/// Stops at the first row that is refused, and the text has no summary then;
/// cell_place() tells row and column of the error. Fails as table_writer does.
template <detail::row_range Rows, class... Reads>
  requires(sizeof...(Reads) > 0)
result<void> write_table(sink& out, Rows&& rows,
                         const table_column<Reads>&... columns) {
  table_writer table(out, {columns.name...});
  return detail::write_rows(table, rows, columns...);
}

/// The same for the document `{name: [rows]}`.
template <detail::row_range Rows, class... Reads>
  requires(sizeof...(Reads) > 0)
result<void> write_table(sink& out, std::string_view name, Rows&& rows,
                         const table_column<Reads>&... columns) {
  table_writer table(out, name, {columns.name...});
  return detail::write_rows(table, rows, columns...);
}

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_ROWS_HPP
