// SPDX-License-Identifier: MIT
/// @file
/// Rows of an input file, and what is said when one of them is wrong.
#ifndef PITH_APPS_PITH_WORK_ROW_INPUT_HPP
#define PITH_APPS_PITH_WORK_ROW_INPUT_HPP

#include "console/io.hpp"
#include "interchange/csv.hpp"
#include "rows/byte_source.hpp"
#include "rows/pump.hpp"
#include "rows/row_source.hpp"
#include "work/convert_rows.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cli {

/// A whole document is written in fewer tokens, and this much always fits.
inline constexpr std::size_t few_row_bytes = std::size_t{8} << 20;

/// The bytes of an input after its byte order mark, and why they ended.
class input_bytes final : public rows::byte_source {
 public:
  explicit input_bytes(const std::string& file) : file_(file) {}

  pith::result<std::size_t> read(std::span<char> into) override;

  /// The first bytes, which read() gives once more; valid until then. Empty
  /// after a failure, which read() reports. Waits for one piece of the input.
  std::string_view peek();
  /// Whether what peek() gave is all of a regular file.
  [[nodiscard]] bool is_ended() const noexcept;

  [[nodiscard]] const input_file& file() const noexcept { return file_; }

 private:
  std::optional<std::size_t> read_after_mark(std::span<char> into);

  std::string peeked_;
  std::size_t peeked_read_ = 0;  // how many of them read() has given

  input_file file_;
  bool is_begun_ = false;
};

/// CSV and TSV are the only formats of rows that have options.
[[nodiscard]] pith::result<pith::interchange::csv_options> csv_options_of(
    const row_format& f);

/// The rows of an input in NDJSON, GCF, CSV or TSV. `bytes` must outlive them.
[[nodiscard]] pith::result<std::unique_ptr<rows::row_source>> row_source_of(
    const row_format& from, rows::byte_source& bytes,
    const rows::read_options& reading);

/// Says what went wrong, and returns how to end.
exit_code say_why(const input_bytes& from, const rows::failure& problem);

/// Says, once for all inputs, that numbers of rows were rounded.
void say_rounded_rows(const std::string& name,
                      const rows::rounded_rows& rounded);

}  // namespace cli

#endif  // PITH_APPS_PITH_WORK_ROW_INPUT_HPP
