// SPDX-License-Identifier: MIT
/// @file
/// Rows as GCF.
#ifndef PITH_APPS_PITH_ROWS_GCF_ROW_SINK_HPP
#define PITH_APPS_PITH_ROWS_GCF_ROW_SINK_HPP

#include <pith/builder.hpp>
#include <pith/gcf_stream.hpp>

#include "rows/row_shape.hpp"
#include "rows/row_sink.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace cli::rows {

/// How rows are written.
enum class row_form : std::uint8_t {
  automatic,  ///< as a whole if they are few; else as the rows suggest
  table,      ///< `## [?]{a,b}`: the fewest tokens; all rows have these fields
  list,       ///< `## [?]`: any rows, each by itself
};

struct gcf_row_options {
  row_form form = row_form::automatic;
  /// What a first pass over all rows found; must outlive the sink. Without it
  /// the rows that are held back decide, and a later one may not fit.
  const row_shape* shape = nullptr;
  /// How many rows, and how many bytes of them as JSON, are held back before
  /// the form is chosen. An input that ends within them is written as
  /// gcf::encode() writes the array.
  std::size_t held_rows = 1000;
  std::size_t held_bytes = std::size_t{1} << 20;
};

/// Writes the array of all rows, in memory that does not grow with them. A row
/// that does not fit the table is a misplaced_value.
class gcf_row_sink final : public row_sink {
 public:
  /// `out` must outlive the sink.
  explicit gcf_row_sink(pith::sink& out, const gcf_row_options& options = {});

  pith::result<void> write(pith::value rows) override;
  pith::result<void> finish() override;

 private:
  [[nodiscard]] pith::result<void> hold(pith::value row);
  [[nodiscard]] pith::result<void> open();
  [[nodiscard]] pith::result<void> put_all(pith::value rows);
  [[nodiscard]] pith::result<void> put(pith::value row);

  pith::sink* out_;
  gcf_row_options options_;
  pith::builder held_;
  row_shape seen_;
  std::string text_;  // of a row that is held
  std::size_t held_bytes_ = 0;
  std::unique_ptr<pith::gcf::stream_writer> stream_;  // null while rows wait
  bool is_table_ = false;
};

}  // namespace cli::rows

#endif  // PITH_APPS_PITH_ROWS_GCF_ROW_SINK_HPP
