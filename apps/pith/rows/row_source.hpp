// SPDX-License-Identifier: MIT
/// @file
/// Rows that come from an input of any length, a batch at a time.
#ifndef PITH_APPS_PITH_ROWS_ROW_SOURCE_HPP
#define PITH_APPS_PITH_ROWS_ROW_SOURCE_HPP

#include <pith/document.hpp>
#include <pith/limits.hpp>
#include <pith/result.hpp>

#include "rows/text_window.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cli::rows {

struct read_options {
  /// How much is asked for at once. A batch is what the complete rows of it
  /// make, so this also says how much memory is used; results do not depend on
  /// it.
  std::size_t chunk_bytes = 128 * 1024;
  /// A longer row is a line_limit or a size_limit: the memory that an input can
  /// make us take.
  std::size_t max_row_bytes = std::size_t{1} << 30;
  /// Containers inside one another, with the array of all rows.
  std::size_t max_depth = pith::limits{}.max_depth;
  /// A number that a double does not hold is an out_of_range.
  bool exact_numbers = false;
};

/// The numbers of an input that were rounded.
struct rounded_rows {
  std::uint64_t count = 0;
  std::uint64_t first_offset = 0;
  std::optional<place> where{};  ///< of the first, if it was still held
};

/// Gives the rows of an input in order:
///
///     while (auto more = source.next(); more && *more) use(source.rows());
///
/// Rows come in batches, because what a row costs by itself (a parser that
/// starts, a shape that is found again) is shared by all rows of a batch. Rows
/// before an error are given before it, however the input is cut into chunks.
class row_source {
 public:
  row_source() = default;
  row_source(const row_source&) = delete;
  row_source& operator=(const row_source&) = delete;
  virtual ~row_source();

  /// Reads a batch; false at the end. Errors carry the offset in the whole
  /// input and are final: further calls return the same.
  pith::result<bool> next();

  /// The array of the rows that next() read; never empty when it returned true.
  /// Valid until the next call of it.
  [[nodiscard]] pith::value rows() const noexcept { return rows_.root(); }
  /// How many rows came before these.
  [[nodiscard]] std::uint64_t first_row() const noexcept { return first_row_; }
  /// Bytes that were taken from the input so far.
  [[nodiscard]] std::uint64_t bytes_read() const noexcept {
    return window_.bytes_read();
  }

  /// The line of an offset of the whole input, if it is still held: so of the
  /// error that next() returned, unless a row is very long.
  [[nodiscard]] std::optional<place> locate(std::uint64_t offset) const {
    return window_.locate(offset);
  }
  /// The line of rows()[index], where rows are lines; else nothing.
  [[nodiscard]] virtual std::optional<place> locate_row(
      std::size_t index) const;

  /// Of all rows so far.
  [[nodiscard]] const rounded_rows& rounded() const noexcept {
    return rounded_;
  }

  /// The columns, where the input names them apart from its rows.
  [[nodiscard]] virtual std::span<const std::string> columns() const {
    return {};
  }

 protected:
  /// Fills `rows` with an array and returns how many rows it has; 0 only at
  /// the end.
  virtual pith::result<std::size_t> read(pith::document& rows) = 0;
  /// Reads the next chunk, which is empty at the end. The window keeps some
  /// text before it, for messages.
  [[nodiscard]] pith::result<std::string_view> read_chunk(byte_source& from,
                                                          std::size_t most);
  /// Says what is wrong after the rows that read() is about to return.
  void fail_later(const pith::error& what) noexcept { failure_ = what; }
  /// Says that `count` more numbers were rounded, of which the first stands
  /// there in the whole input.
  void add_rounded(std::size_t count, std::uint64_t offset);

  text_window window_;

 private:
  pith::document rows_;
  std::uint64_t first_row_ = 0;
  std::size_t count_ = 0;
  std::optional<pith::error> failure_;
  bool is_at_end_ = false;
  rounded_rows rounded_;
};

}  // namespace cli::rows

#endif  // PITH_APPS_PITH_ROWS_ROW_SOURCE_HPP
