// SPDX-License-Identifier: MIT
/// @file
/// As many rows of a document as a number of tokens allows.
///
///     auto part = pith::encode_within(doc.root(), counter, 2000);
///     // part->text, part->rows, part->left_out, part->tokens
#ifndef PITH_ENCODE_WITHIN_HPP
#define PITH_ENCODE_WITHIN_HPP

#include <pith/auto_encode.hpp>
#include <pith/document.hpp>
#include <pith/result.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace pith::inline v0 {

/// A text that costs no more than its budget.
struct fitted_text {
  std::string text{};
  std::string name{};  ///< of the candidate that wrote it
  std::size_t rows = 0;
  std::size_t left_out = 0;  ///< rows after those
  std::size_t tokens = 0;
};

/// The cheapest faithful text of `v`, as auto_encode() makes it, if it costs
/// at most `budget` tokens; else that of `v` with only its first rows, as many
/// as fit. The rows of a value are those that find_rows() finds.
///
/// Fails as auto_encode() does, and with size_limit when not even the value
/// without rows fits, or when it has none. Encodes about 2 log2(rows) texts,
/// none but the first much above the budget.
[[nodiscard]] PITH_API result<fitted_text> encode_within(
    value v, token_meter tokens, std::size_t budget,
    const auto_options& options = {});

/// The rows of a document: the document itself if it is an array, else the
/// longest array among its members.
struct rows_place {
  std::optional<std::string_view> member;  ///< nothing: the document
  std::size_t count = 0;
  /// The rows are the members of an object, as find_rows_or_members() finds
  /// them.
  bool is_map = false;
};

/// Nothing when there is no array at either place. Linear in the members. The
/// name points into the document.
[[nodiscard]] PITH_API std::optional<rows_place> find_rows(value root);

/// The same, and objects whose members are all objects count as rows, too:
/// `{"a":{"n":1},"b":{"n":2}}` has two. The longest of all counts, an array
/// before an object; a document that is an array is always it.
[[nodiscard]] PITH_API std::optional<rows_place> find_rows_or_members(
    value root);

/// A copy of `root` with `count` rows from `first` on, or as many as there
/// are. Linear in what it copies and in `first`.
[[nodiscard]] PITH_API result<document> with_rows(value root,
                                                  const rows_place& place,
                                                  std::size_t first,
                                                  std::size_t count);

/// Makes the text of a document.
using encode_function = std::function<result<std::string>(value)>;

struct fitted_rows {
  std::string text{};
  std::size_t tokens = 0;
  std::size_t rows = 0;
  /// False: not even a text without rows fits, and there is no text.
  bool fits = false;
};

/// The most rows from `first` on with which the text costs at most `budget`
/// tokens, if more rows cost more: encode_within() with a format of one's own.
/// Encodes about 2 log2(rows) texts, none much above the budget. Fails when
/// `encode` does.
[[nodiscard]] PITH_API result<fitted_rows> fit_rows(
    value root, const rows_place& place, std::size_t first, std::size_t budget,
    const encode_function& encode, token_meter tokens);

}  // namespace pith::inline v0

#endif  // PITH_ENCODE_WITHIN_HPP
