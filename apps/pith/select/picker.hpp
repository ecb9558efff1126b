// SPDX-License-Identifier: MIT
/// @file
/// Takes what is wanted out of one value after another.
#ifndef PITH_APPS_PITH_SELECT_PICKER_HPP
#define PITH_APPS_PITH_SELECT_PICKER_HPP

#include <pith/builder.hpp>
#include <pith/document.hpp>

#include "select/fields.hpp"
#include "select/path.hpp"

#include <span>
#include <string>
#include <vector>

namespace cli::select {

/// What was asked for. Nothing of both: everything.
struct wanted {
  path where{};
  std::vector<field> fields{};

  [[nodiscard]] bool is_everything() const noexcept {
    return where.empty() && fields.empty();
  }
};

/// Copies from rows what is wanted of them, and remembers which fields it never
/// met. Holds nothing of the rows but words about the first one.
class picker {
 public:
  /// `asked` must outlive the picker.
  explicit picker(const wanted& asked);

  /// Follows the path from `record`, and adds what is there, or its fields, to
  /// `to`. False, with nothing added, when the path leads nowhere or, with
  /// fields, not to an object; fault() says why. A field that is missing is
  /// left out.
  bool add(pith::builder& to, pith::value record);
  /// The same without the path.
  bool add_fields(pith::builder& to, pith::value row);

  /// Why add() was false: a sentence without a full stop.
  [[nodiscard]] const std::string& fault() const noexcept { return fault_; }

  /// A field that no row had, in words; empty when all were met, and when
  /// there were no rows.
  [[nodiscard]] std::string never_met() const;

 private:
  void remember_first(pith::value row);

  const wanted* asked_;
  std::vector<bool> is_met_;
  std::vector<std::string> first_words_;  // per field, of the first row
  bool has_first_ = false;
  std::string fault_;
};

/// What picking from a document gives: a view into it or a new document, or
/// words about why not.
struct picked {
  /// Valid as long as `from`, or as `made` if that is what it is in.
  pith::value root{};
  pith::document made{};
  bool is_made = false;
  std::string fault{};
};

/// Of a document of records (`are_records`: NDJSON, CSV) the path begins at
/// each record, else at the root. Fields are those of the elements of an
/// array, or of one object. Only fields, and paths into records, are copied.
/// `from` must outlive the view.
[[nodiscard]] picked pick(pith::value from, const wanted& asked,
                          bool are_records);

}  // namespace cli::select

#endif  // PITH_APPS_PITH_SELECT_PICKER_HPP
