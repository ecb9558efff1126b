// SPDX-License-Identifier: MIT
/// @file
/// JSON text to document and back.
#ifndef PITH_JSON_HPP
#define PITH_JSON_HPP

#include <pith/document.hpp>
#include <pith/limits.hpp>
#include <pith/numbers.hpp>
#include <pith/result.hpp>
#include <pith/sink.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace pith::inline v0::json {

struct parse_options {
  limits bounds{};
  /// What becomes of literals that a double does not hold.
  number_options numbers{};
};

/// Parses one JSON text, strictly as RFC 8259 says, and beyond it:
/// - object keys must be unique, byte for byte (duplicate_key);
/// - an integer literal must fit int64, a real literal must be finite
///   (out_of_range); a real one with more digits than a double holds becomes
///   the nearest double, unless parse_options::numbers reports or refuses it;
/// - the text must be UTF-8 without a byte order mark, and `\u` escapes must
///   not leave a lone surrogate (invalid_utf8, invalid_surrogate).
///
/// The document owns a copy of what it needs; `text` may go away. Errors carry
/// the offset of the first offending byte. Linear time, no recursion.
[[nodiscard]] PITH_API result<document> parse(
    std::string_view text, const parse_options& options = {});

/// Parses JSON lines (NDJSON): one JSON text per line, strictly as parse()
/// reads each, and makes the array of them. Lines end with LF or CR LF, the
/// last one need not; lines of blanks are skipped, so an empty text is `[]`. A
/// text must not go on in the next line.
///
/// The limits are those of that array: max_depth counts it, max_items its
/// elements. Errors carry the offset in the whole text. Rows that follow one
/// another have much in common, so thousands of lines at once are read several
/// times as fast as one by one.
[[nodiscard]] PITH_API result<document> parse_lines(
    std::string_view text, const parse_options& options = {});

/// A parser that keeps its memory between texts. One thread at a time.
class PITH_API parser {
 public:
  explicit parser(const parse_options& options = {});
  parser(parser&&) noexcept;
  parser& operator=(parser&&) noexcept;
  ~parser();

  /// As json::parse, but reuses the memory of `target`, whose earlier values
  /// become invalid. On failure `target` holds `null`.
  result<void> parse_into(document& target, std::string_view text);
  /// As json::parse_lines, in the same way.
  result<void> parse_lines_into(document& target, std::string_view text);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

struct write_options {
  /// Spaces per level; 0 writes everything on one line without blanks.
  unsigned indent = 0;
  limits bounds{};
};

/// Writes a value as JSON. Integers as digits; reals in the shortest form that
/// reads back as the same double (plain notation for 1e-6 <= |x| < 2^53,
/// exponent otherwise; -0.0 is written as 0); strings as UTF-8 with only
/// `"`, `\` and control characters escaped. Appends no newline. Fails only
/// with expansion_limit (limits::max_expansion) or write_failed.
[[nodiscard]] PITH_API result<std::string> write(
    value v, const write_options& options = {});

/// Appends to `out`. On failure `out` is as long as before.
PITH_API result<void> append(std::string& out, value v,
                             const write_options& options = {});

/// Writes to a sink in constant memory.
PITH_API result<void> write_to(sink& out, value v,
                               const write_options& options = {});

/// Writes the elements of an array as JSON lines (NDJSON): each compact, with a
/// newline after it. Fails as write_to() does, and with misplaced_value for
/// another kind of value.
PITH_API result<void> write_lines_to(sink& out, value array,
                                     const limits& bounds = {});

}  // namespace pith::inline v0::json

#endif  // PITH_JSON_HPP
