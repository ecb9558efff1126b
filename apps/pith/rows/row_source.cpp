// SPDX-License-Identifier: MIT
#include "rows/row_source.hpp"

namespace cli::rows {

row_source::~row_source() = default;

std::optional<place> row_source::locate_row(std::size_t) const {
  return std::nullopt;
}

void row_source::add_rounded(std::size_t count, std::uint64_t offset) {
  if (count == 0) return;
  if (rounded_.count == 0) {
    rounded_.first_offset = offset;
    rounded_.where = locate(offset);
  }
  rounded_.count += count;
}

pith::result<bool> row_source::next() {
  first_row_ += count_;
  count_ = 0;
  if (failure_) return *failure_;
  if (is_at_end_) return false;
  const pith::result<std::size_t> count = read(rows_);
  if (!count) {
    failure_ = count.error();
    return *failure_;
  }
  count_ = *count;
  is_at_end_ = count_ == 0;
  return !is_at_end_;
}

pith::result<std::string_view> row_source::read_chunk(byte_source& from,
                                                      std::size_t most) {
  constexpr std::size_t kept = 64 * 1024;
  if (const std::size_t held = window_.text().size(); held >= 2 * kept) {
    window_.drop(held - kept);
  }
  const pith::result<std::size_t> count = window_.read(from, most);
  if (!count) return count.error();
  const std::string_view text = window_.text();
  return text.substr(text.size() - *count);
}

}  // namespace cli::rows
