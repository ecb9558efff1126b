// SPDX-License-Identifier: MIT
/// @file
/// Rows as lines of JSON, and as one array.
#ifndef PITH_APPS_PITH_ROWS_JSON_ROW_SINKS_HPP
#define PITH_APPS_PITH_ROWS_JSON_ROW_SINKS_HPP

#include "rows/row_sink.hpp"

#include <string>

namespace cli::rows {

/// One compact JSON text per line. `out` must outlive the sink.
class ndjson_row_sink final : public row_sink {
 public:
  explicit ndjson_row_sink(pith::sink& out) noexcept : out_(&out) {}
  pith::result<void> write(pith::value rows) override;
  pith::result<void> finish() override { return {}; }

 private:
  pith::sink* out_;
};

/// One compact array and a newline. `out` must outlive the sink.
class json_row_sink final : public row_sink {
 public:
  explicit json_row_sink(pith::sink& out) noexcept : out_(&out) {}
  pith::result<void> write(pith::value rows) override;
  pith::result<void> finish() override;

 private:
  pith::sink* out_;
  std::string text_;
};

}  // namespace cli::rows

#endif  // PITH_APPS_PITH_ROWS_JSON_ROW_SINKS_HPP
