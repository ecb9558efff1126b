// SPDX-License-Identifier: MIT
/// @file
/// Leaves rows out until the rest fits a number of tokens.
#ifndef PITH_APPS_PITH_WORK_FIT_ROWS_HPP
#define PITH_APPS_PITH_WORK_FIT_ROWS_HPP

#include <pith/auto_encode.hpp>
#include <pith/document.hpp>
#include <pith/result.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace cli {

/// The rows of a document: the document itself if it is an array, else the
/// longest array among its members.
struct rows_place {
  std::optional<std::string_view> member;  ///< nothing: the document
  std::size_t count = 0;
};

/// Nothing when there is no array at either place. Linear in the members.
std::optional<rows_place> find_rows(pith::value root);

/// A copy of `root` with `count` rows from `first` on.
pith::result<pith::document> with_rows(pith::value root,
                                       const rows_place& place,
                                       std::size_t first, std::size_t count);

/// Makes the text of a document.
using encode_function = std::function<pith::result<std::string>(pith::value)>;

struct fitted_rows {
  std::string text{};
  std::size_t tokens = 0;
  std::size_t rows = 0;
  /// False: not even a text without rows fits, and there is no text.
  bool fits = false;
};

/// The most rows from `first` on with which the text costs at most `budget`
/// tokens, if more rows cost more. Encodes about 2 log2(rows) texts, none much
/// above the budget.
pith::result<fitted_rows> fit_rows(pith::value root, const rows_place& place,
                                   std::size_t first, std::size_t budget,
                                   const encode_function& encode,
                                   pith::token_meter tokens);

}  // namespace cli

#endif  // PITH_APPS_PITH_WORK_FIT_ROWS_HPP
