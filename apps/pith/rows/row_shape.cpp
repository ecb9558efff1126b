// SPDX-License-Identifier: MIT
#include "rows/row_shape.hpp"

namespace cli::rows {

row_sink::~row_sink() = default;

pith::result<void> row_shape::write(pith::value rows) {
  const auto array = rows.get_array();
  if (!array) return not_an_array();
  for (const pith::value row : *array) {
    if (!is_flat_) break;
    add(row);
  }
  return {};
}

void row_shape::add(pith::value row) {
  count_rows(1);
  const auto members = row.get_object();
  is_flat_ = is_flat_ && members && add_members(*members);
}

bool row_shape::add_members(const pith::object_view& members) {
  std::size_t expected = 0;  // rows mostly have the order of the fields
  for (const pith::member m : members) {
    const pith::kind type = m.value.type();
    if (type == pith::kind::array || type == pith::kind::object) return false;
    ++cells_;
    if (expected < fields_.size() && fields_[expected] == m.key) {
      ++expected;
      continue;
    }
    if (const auto found = numbers_.find(m.key); found != numbers_.end()) {
      expected = found->second + 1;
      continue;
    }
    if (fields_.size() == max_fields ||
        m.key.find('>') != std::string_view::npos) {
      return false;
    }
    names_.emplace_back(m.key);
    numbers_.emplace(names_.back(), fields_.size());
    fields_.emplace_back(names_.back());
    expected = fields_.size();
  }
  return true;
}

bool row_shape::suits_table() const noexcept {
  return is_flat_ && !fields_.empty() &&
         cells_ >= row_count() * fields_.size() / 4;
}

}  // namespace cli::rows
