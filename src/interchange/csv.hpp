// SPDX-License-Identifier: MIT
/// @file
/// Rows of CSV and TSV texts, one by one and in constant memory.
///
/// RFC 4180 with types: a bare cell is null when it is empty, a boolean when
/// it is `true` or `false`, a number when it is spelt as JSON's writer spells
/// that number, and else a string; a quoted cell is a string. So `007`, `1.50`
/// and `+1` keep their bytes, and what is written is read back as it was.
#ifndef PITH_INTERCHANGE_CSV_HPP
#define PITH_INTERCHANGE_CSV_HPP

#include <pith/builder.hpp>
#include <pith/codec.hpp>
#include <pith/document.hpp>
#include <pith/limits.hpp>
#include <pith/result.hpp>
#include <pith/sink.hpp>

#include "interchange/key_hash.hpp"
#include "text/output.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pith::interchange {

struct csv_options {
  char delimiter = ',';
  /// False: every cell is a string, also an empty one.
  bool infers_types = true;
  /// Reading, cells that a row lacks at its end are null. Writing, so are those
  /// of members that a row lacks, and declare() names the columns first.
  bool fills = false;
  /// Of these, max_items (columns), max_fields and max_line_bytes (one row)
  /// count here; all rows together may be of any size.
  limits bounds{};
};

/// The options `delimiter`, `types` and `fill` of the codecs; those that are
/// not given are as for CSV or TSV, which the delimiter tells. invalid_option
/// for a value that they do not have; others are for codec::check_options() to
/// find.
[[nodiscard]] result<csv_options> csv_options_of(const codec_settings& settings,
                                                 char usual_delimiter);

/// Reads a text that comes in chunks:
///
///     reader.feed(chunk);
///     while ((row = reader.next(into)) && *row) { ... }
///
/// The first line is the header. Lines end with LF or CR LF; a byte order mark
/// is skipped, and so are empty lines, unless the table has one column: there
/// they are rows. Linear in the text whatever the chunks; holds one chunk and
/// one row.
class csv_reader {
 public:
  explicit csv_reader(const csv_options& options = {});

  /// Appends to the text; copies what is not read yet.
  void feed(std::string_view chunk);
  /// Says that the text is complete.
  void finish() noexcept { is_finished_ = true; }

  /// Puts the next row into `into`, as an object with a member per column.
  /// False when the row is not complete: feed() more, or after finish() there
  /// is none. Errors, with the offset in the whole text:
  /// - duplicate_field_name, field_limit and item_limit in the header;
  /// - row_width_mismatch at the first cell too many, or at the end of a row
  ///   with too few;
  /// - unterminated_quote at the opening quote; unexpected_character at a
  ///   quote inside a bare cell or a CR without LF; trailing_characters after
  ///   a closing quote;
  /// - invalid_utf8, line_limit, and what the builder says, at the row.
  /// Each is final: further calls return the same.
  [[nodiscard]] result<bool> next(builder& into);

  /// The names of the columns; empty until the header was read. Valid as long
  /// as the reader.
  [[nodiscard]] std::span<const std::string> header() const noexcept {
    return header_;
  }
  /// Where the row that next() gave last begins.
  [[nodiscard]] std::size_t row_offset() const noexcept { return row_offset_; }

 private:
  enum class place : std::uint8_t {
    cell_start,
    bare,
    quoted,
    after_quote,  // a quote inside quotes: the end, or the first of two
    after_return,
  };
  /// Of the row under way; offsets from its first byte, without the quotes.
  struct cell {
    std::size_t begin;
    std::size_t end;
    bool is_quoted;
    bool has_quotes;  // doubled ones inside
  };

  [[nodiscard]] result<bool> step(builder& into);
  [[nodiscard]] result<bool> skip_mark();
  [[nodiscard]] result<bool> scan();
  [[nodiscard]] result<bool> scan_end();
  [[nodiscard]] result<void> begin_cell(bool is_quoted);
  void end_cell(std::size_t at) noexcept { cells_.back().end = at; }
  [[nodiscard]] bool ends_cell(char c) const noexcept {
    return c == options_.delimiter || c == '\n' || c == '\r';
  }
  [[nodiscard]] result<void> check_row();
  [[nodiscard]] result<void> read_header();
  [[nodiscard]] result<void> check_names() const;
  [[nodiscard]] result<void> put_row(builder& into);
  void put_cell(builder& into, const cell& c);
  [[nodiscard]] std::string_view text_of(const cell& c);
  [[nodiscard]] std::size_t offset_of(std::size_t at) const noexcept {
    return base_ + at;
  }
  [[nodiscard]] error fail(error_code code, std::size_t at,
                           const char* detail) noexcept;

  csv_options options_;
  std::string buffer_;
  std::size_t base_ = 0;       // offset of buffer_[0] in the text
  std::size_t row_begin_ = 0;  // in the buffer
  std::size_t at_ = 0;         // the next byte to look at
  std::size_t row_offset_ = 0;
  place place_ = place::cell_start;
  bool is_finished_ = false;
  bool has_header_ = false;
  bool mark_checked_ = false;
  bool has_failed_ = false;
  error failure_{};
  std::vector<cell> cells_;
  std::vector<std::string> header_;
  std::string unquoted_;
};

/// Writes rows as CSV: the header with the first one, LF after every line.
/// Strings that would be read as something else are quoted.
class csv_writer {
 public:
  /// Writes at most `max_bytes` to `out`, which must outlive the writer.
  explicit csv_writer(sink& out, const csv_options& options = {},
                      std::size_t max_bytes = ~std::size_t{0});

  /// Writes an object of scalars whose keys are those of the first one, in
  /// any order. Errors: misplaced_value for another kind of row, for a row
  /// without members and for other keys; not_supported for a nested value;
  /// write_failed as soon as it is known. A row that fails is not written.
  [[nodiscard]] result<void> row(value object);
  /// Names the columns of a table that has no rows; without effect after a
  /// row.
  void declare(std::span<const std::string> columns);
  /// Hands over what is left: write_failed or expansion_limit.
  [[nodiscard]] result<void> finish();

 private:
  [[nodiscard]] result<void> collect(const object_view& members);
  [[nodiscard]] result<void> collect_some(const object_view& members,
                                          const error& unknown);
  [[nodiscard]] std::size_t column_of(std::string_view key);
  void put_header();
  [[nodiscard]] result<void> put_cell(value v);
  void put_string(std::string_view text);
  [[nodiscard]] bool needs_quotes(std::string_view text) const;

  csv_options options_;
  text::output out_;
  bool has_header_ = false;
  std::vector<std::string> header_;
  // Views of the header, made when a row has another order.
  std::unordered_map<std::string_view, std::size_t, key_hash> columns_;
  std::vector<value> values_;  // of the row under way, by column
  std::string line_;
};

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_CSV_HPP
