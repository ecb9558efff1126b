// SPDX-License-Identifier: MIT
/// @file
/// Rows that are lines of JSON.
#ifndef PITH_APPS_PITH_ROWS_NDJSON_ROW_SOURCE_HPP
#define PITH_APPS_PITH_ROWS_NDJSON_ROW_SOURCE_HPP

#include <pith/json.hpp>

#include "rows/row_source.hpp"

namespace cli::rows {

/// One JSON value of any kind per line, as pith::json::parse_lines() reads
/// them. Errors are those of that function, line_limit and read_failed.
class ndjson_row_source final : public row_source {
 public:
  /// `from` must outlive the source.
  explicit ndjson_row_source(byte_source& from,
                             const read_options& options = {});

  [[nodiscard]] std::optional<place> locate_row(
      std::size_t index) const override;

 protected:
  pith::result<std::size_t> read(pith::document& rows) override;

 private:
  [[nodiscard]] pith::result<std::size_t> find_lines();
  [[nodiscard]] pith::result<std::size_t> parse(pith::document& rows,
                                                std::string_view lines);
  [[nodiscard]] std::size_t find_long_line(std::string_view lines) const;
  [[nodiscard]] pith::error too_long(std::size_t line_begin) const;

  byte_source* from_;
  read_options options_;
  pith::rounded_numbers batch_rounded_;
  pith::json::parser parser_;
  std::size_t batch_bytes_ = 0;  // at the beginning of the window
  std::size_t searched_ = 0;     // of the window, for the end of a line
  bool is_input_read_ = false;
};

}  // namespace cli::rows

#endif  // PITH_APPS_PITH_ROWS_NDJSON_ROW_SOURCE_HPP
