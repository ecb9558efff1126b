// SPDX-License-Identifier: MIT
#include "work/selecting_sink.hpp"

#include <algorithm>
#include <vector>

namespace cli {

namespace {

pith::error not_selected() noexcept {
  return {pith::error_code::missing_member, 0,
          "what was selected is not in this row"};
}

}  // namespace

pith::result<void> selecting_sink::pass_on(pith::value rows) {
  const auto done = to_->write(rows);
  set_row_count(to_->row_count());
  return done;
}

pith::result<void> selecting_sink::write(pith::value rows) {
  if (asked_->is_everything()) return pass_on(rows);
  const auto all = rows.get_array();
  if (!all) return not_an_array();
  builder_.begin_array();
  for (const pith::value row : *all) {
    if (picker_.add(builder_, row)) continue;
    fault_ = picker_.fault();
    break;
  }
  if (const auto made = builder_.end_array().finish_into(batch_); !made) {
    return made;
  }
  // Rows before the one at fault go on, as they do before any other fault.
  if (const auto done = pass_on(batch_.root()); !done) {
    fault_.clear();
    return done;
  }
  if (!fault_.empty()) return not_selected();
  return {};
}

void selecting_sink::declare(std::span<const std::string> columns) {
  if (asked_->fields.empty()) {
    if (asked_->where.empty()) to_->declare(columns);
    return;
  }
  std::vector<std::string> kept;
  for (const select::field& one : asked_->fields) {
    if (std::ranges::find(columns, one.name) != columns.end()) {
      kept.push_back(one.name);
    }
  }
  to_->declare(kept);
}

pith::result<void> selecting_sink::finish() {
  is_ended_ = true;
  fault_ = picker_.never_met();
  if (!fault_.empty()) return not_selected();
  const auto done = to_->finish();
  set_row_count(to_->row_count());
  return done;
}

}  // namespace cli
