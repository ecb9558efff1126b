// SPDX-License-Identifier: MIT
/// @file
/// Rows from and to CSV and TSV.
#ifndef PITH_APPS_PITH_ROWS_CSV_ROWS_HPP
#define PITH_APPS_PITH_ROWS_CSV_ROWS_HPP

#include <pith/builder.hpp>

#include "interchange/csv.hpp"
#include "rows/row_sink.hpp"
#include "rows/row_source.hpp"

namespace cli::rows {

/// Rows of a table, as pith::interchange::csv_reader reads them.
class csv_row_source final : public row_source {
 public:
  /// `from` must outlive the source. Of `format`, the bounds are not used.
  csv_row_source(byte_source& from,
                 const pith::interchange::csv_options& format,
                 const read_options& options = {});

  [[nodiscard]] std::span<const std::string> columns() const override {
    return reader_.header();
  }

 protected:
  pith::result<std::size_t> read(pith::document& rows) override;

 private:
  [[nodiscard]] pith::result<bool> feed();

  byte_source* from_;
  read_options options_;
  pith::interchange::csv_reader reader_;
  pith::builder builder_;
  bool is_input_read_ = false;
};

/// The columns are those of the first row; a row with others is a
/// misplaced_value, one with a nested value not_supported.
class csv_row_sink final : public row_sink {
 public:
  /// `out` must outlive the sink.
  csv_row_sink(pith::sink& out, const pith::interchange::csv_options& format)
      : writer_(out, format) {}

  pith::result<void> write(pith::value rows) override;
  void declare(std::span<const std::string> columns) override {
    writer_.declare(columns);
  }
  pith::result<void> finish() override { return writer_.finish(); }

 private:
  pith::interchange::csv_writer writer_;
};

}  // namespace cli::rows

#endif  // PITH_APPS_PITH_ROWS_CSV_ROWS_HPP
