// SPDX-License-Identifier: MIT
/// @file
/// TOON, Token-Oriented Object Notation (specification 4.1 with the behaviour
/// of the reference library 4.4.0).
#ifndef PITH_TOON_HPP
#define PITH_TOON_HPP

#include <pith/document.hpp>
#include <pith/limits.hpp>
#include <pith/numbers.hpp>
#include <pith/result.hpp>
#include <pith/sink.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace pith::inline v0::toon {

/// What stands between the values of a line.
enum class delimiter : std::uint8_t { comma, tab, pipe };

struct encode_options {
  toon::delimiter delimiter = toon::delimiter::comma;
  /// Spaces per level, at least 1.
  unsigned indent_size = 2;
  limits bounds{};
};

/// Encodes a value. Deterministic: one value and one set of options give one
/// text, without a line feed at its end. decode(encode(x)) equals x, up to the
/// order of members inside rows of tables, which takes the order of the
/// header: that of the first row.
///
/// Numbers: integers as their digits. Reals in the shortest form that reads
/// back as the same double, without an exponent for 1e-6 <= |x| < 1e21; from
/// 2^53 to 2^63 with all their digits, so that they read back as an integer of
/// the same value. Both zeros are written as 0.
///
/// Fails with depth_limit, field_limit, expansion_limit, write_failed, or
/// invalid_indent when indent_size is 0. Time linear in the document, but for
/// objects nested in objects of the same keys, where it may have a factor of
/// their depth's logarithm.
[[nodiscard]] PITH_API result<std::string> encode(
    value v, const encode_options& options = {});

/// Appends to `out`. On failure `out` is as long as before.
PITH_API result<void> append(std::string& out, value v,
                             const encode_options& options = {});

/// Writes to a sink. Memory beyond the document is proportional to its depth
/// and to the keys of one row.
PITH_API result<void> encode_to(sink& out, value v,
                                const encode_options& options = {});

struct decode_options {
  /// Spaces per level, at least 1.
  unsigned indent_size = 2;
  /// Without it, counts need not be right, duplicate keys replace what came
  /// before, blank lines may stand anywhere, and indentation may be uneven or
  /// have tabs, of which each is one level. What is malformed stays an error.
  bool strict = true;
  limits bounds{};
  /// As json::parse_options::numbers.
  number_options numbers{};
};

/// Decodes a text. Delimiters are found in the text itself. A text without
/// content is the empty object.
///
/// Numbers: an integer within int64 is an integer; what has a fraction or an
/// exponent is the nearest double, and out_of_range when there is none. An
/// integer outside int64 is read as a double when it is the very text that
/// this library would write for that double (`100000000000000000000`), and
/// otherwise out_of_range: nothing is rounded silently.
///
/// Errors carry the offset of the first offending byte; a blank line that must
/// not be there is such a byte. The text must be UTF-8 in both modes; one byte
/// order mark before it is skipped. The document owns a copy of what it needs.
/// Linear time, no recursion; when not strict, duplicate keys inside one
/// another may add a factor of their depth.
[[nodiscard]] PITH_API result<document> decode(
    std::string_view text, const decode_options& options = {});

/// A decoder that keeps its memory between texts. One thread at a time.
class PITH_API decoder {
 public:
  explicit decoder(const decode_options& options = {});
  decoder(decoder&&) noexcept;
  decoder& operator=(decoder&&) noexcept;
  ~decoder();

  /// As toon::decode, but reuses the memory of `target`, whose earlier values
  /// become invalid. On failure `target` holds `null`.
  result<void> decode_into(document& target, std::string_view text);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::inline v0::toon

#endif  // PITH_TOON_HPP
