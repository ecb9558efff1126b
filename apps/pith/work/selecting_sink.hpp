// SPDX-License-Identifier: MIT
/// @file
/// Rows of which only a part goes on.
#ifndef PITH_APPS_PITH_WORK_SELECTING_SINK_HPP
#define PITH_APPS_PITH_WORK_SELECTING_SINK_HPP

#include <pith/builder.hpp>
#include <pith/document.hpp>

#include "rows/row_sink.hpp"
#include "select/picker.hpp"

#include <span>
#include <string>

namespace cli {

/// Gives another sink what is wanted of each row, a batch at a time; when that
/// is everything, the rows as they are.
class selecting_sink final : public rows::row_sink {
 public:
  /// Both must outlive the sink.
  selecting_sink(const select::wanted& asked, rows::row_sink& to)
      : asked_(&asked), picker_(asked), to_(&to) {}

  pith::result<void> write(pith::value rows) override;
  void declare(std::span<const std::string> columns) override;
  /// Fails with missing_member when no row had a field.
  pith::result<void> finish() override;
  [[nodiscard]] bool wants_more() const noexcept override {
    return to_->wants_more();
  }

  /// Why the selection failed; empty when something else did, or nothing.
  [[nodiscard]] const std::string& fault() const noexcept { return fault_; }
  /// Whether that is about the row after the last good one, not about all.
  [[nodiscard]] bool is_row_at_fault() const noexcept { return !is_ended_; }

 private:
  [[nodiscard]] pith::result<void> pass_on(pith::value rows);

  const select::wanted* asked_;
  select::picker picker_;
  rows::row_sink* to_;
  pith::builder builder_;
  pith::document batch_;
  std::string fault_;
  bool is_ended_ = false;
};

}  // namespace cli

#endif  // PITH_APPS_PITH_WORK_SELECTING_SINK_HPP
