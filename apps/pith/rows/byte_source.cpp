// SPDX-License-Identifier: MIT
#include "rows/byte_source.hpp"

#include <algorithm>

namespace cli::rows {

byte_source::~byte_source() = default;

pith::result<std::size_t> text_bytes::read(std::span<char> into) {
  const std::size_t count = std::min(into.size(), rest_.size());
  std::copy_n(rest_.begin(), count, into.begin());
  rest_.remove_prefix(count);
  return count;
}

}  // namespace cli::rows
