// SPDX-License-Identifier: MIT
/// @file
/// Where rows go.
#ifndef PITH_APPS_PITH_ROWS_ROW_SINK_HPP
#define PITH_APPS_PITH_ROWS_ROW_SINK_HPP

#include <pith/document.hpp>
#include <pith/result.hpp>
#include <pith/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace cli::rows {

/// Takes rows a batch at a time.
class row_sink {
 public:
  row_sink() = default;
  row_sink(const row_sink&) = delete;
  row_sink& operator=(const row_sink&) = delete;
  virtual ~row_sink();

  /// Takes all elements of an array. When it fails, row_count() rows were good
  /// and the one after them is what is wrong, unless it is a write_failed.
  virtual pith::result<void> write(pith::value rows) = 0;
  /// Hears the columns of a table that turned out to have no rows.
  virtual void declare(std::span<const std::string> /*columns*/) {}
  /// Ends the output; call once.
  virtual pith::result<void> finish() = 0;
  /// False when more rows would make no difference.
  [[nodiscard]] virtual bool wants_more() const noexcept { return true; }

  [[nodiscard]] std::uint64_t row_count() const noexcept { return rows_; }

 protected:
  void count_rows(std::uint64_t more) noexcept { rows_ += more; }
  void set_row_count(std::uint64_t rows) noexcept { rows_ = rows; }
  [[nodiscard]] static pith::error not_an_array() noexcept {
    return {pith::error_code::misplaced_value, 0, "rows come in an array"};
  }
  [[nodiscard]] static pith::error refused() noexcept {
    return {pith::error_code::write_failed, 0, "the sink refused bytes"};
  }

 private:
  std::uint64_t rows_ = 0;
};

}  // namespace cli::rows

#endif  // PITH_APPS_PITH_ROWS_ROW_SINK_HPP
