// SPDX-License-Identifier: MIT
#include "rows/text_window.hpp"

#include <algorithm>

namespace cli::rows {

namespace {

/// Line by line, which is faster than byte by byte.
std::uint64_t count_line_ends(std::string_view text) noexcept {
  std::uint64_t count = 0;
  std::size_t at = 0;
  while ((at = text.find('\n', at)) != std::string_view::npos) {
    ++count;
    ++at;
  }
  return count;
}

}  // namespace

pith::result<std::size_t> text_window::read(byte_source& from,
                                            std::size_t most) {
  if (buffer_.size() - end_ < most) {
    std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
              buffer_.begin() + static_cast<std::ptrdiff_t>(end_),
              buffer_.begin());
    end_ -= begin_;
    begin_ = 0;
    if (buffer_.size() - end_ < most) buffer_.resize(end_ + most);
  }
  const pith::result<std::size_t> count =
      from.read({buffer_.data() + end_, most});
  if (count) end_ += *count;
  return count;
}

void text_window::drop(std::size_t count) {
  const std::string_view gone = text().substr(0, count);
  const std::size_t last = gone.rfind('\n');
  if (last != std::string_view::npos) {
    lines_ += count_line_ends(gone);
    line_offset_ = offset_ + last + 1;
  }
  begin_ += count;
  offset_ += count;
}

std::optional<place> text_window::locate(std::uint64_t offset) const {
  const std::string_view all = text();
  if (offset < offset_ || offset > offset_ + all.size()) return std::nullopt;
  const auto at = static_cast<std::size_t>(offset - offset_);
  const std::string_view before = all.substr(0, at);
  const std::size_t last = before.rfind('\n');
  const bool has_begin = last != std::string_view::npos;
  if (!has_begin && line_offset_ != offset_) return std::nullopt;
  const std::size_t begin = has_begin ? last + 1 : 0;
  std::string_view line = all.substr(begin);
  line = line.substr(0, line.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return place{lines_ + count_line_ends(before) + 1, offset_ + begin,
               std::string(line), at - begin};
}

}  // namespace cli::rows
