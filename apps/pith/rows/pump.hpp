// SPDX-License-Identifier: MIT
/// @file
/// From a source of rows to a sink.
#ifndef PITH_APPS_PITH_ROWS_PUMP_HPP
#define PITH_APPS_PITH_ROWS_PUMP_HPP

#include "rows/row_sink.hpp"
#include "rows/row_source.hpp"

#include <cstdint>
#include <functional>
#include <optional>

namespace cli::rows {

struct progress {
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;  ///< of the input
};

/// Why rows stopped.
struct failure {
  /// With the offset in the whole input, if the input is what is wrong.
  pith::error what;
  /// The row that cannot be written, from 1; 0 when it is not about a row.
  std::uint64_t row = 0;
  /// The line of it, or of the offset, where it is known.
  std::optional<place> where{};
};

struct outcome {
  std::uint64_t rows = 0;  ///< that were written
  std::optional<failure> problem{};
};

/// Moves all rows and ends the output. `told` may be empty; it is called after
/// every batch.
[[nodiscard]] outcome pump(
    row_source& from, row_sink& to,
    const std::function<void(const progress&)>& told = {});

}  // namespace cli::rows

#endif  // PITH_APPS_PITH_ROWS_PUMP_HPP
