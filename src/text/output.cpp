// SPDX-License-Identifier: MIT
#include "text/output.hpp"

namespace pith::inline v0::text {

void output::put(std::string_view bytes) {
  while (bytes.size() > room()) {
    const std::size_t now = room();
    std::memcpy(cursor(), bytes.data(), now);
    commit(cursor() + now);
    bytes.remove_prefix(now);
    flush();
    if (failed()) return;
  }
  if (bytes.empty()) return;
  std::memcpy(cursor(), bytes.data(), bytes.size());
  commit(cursor() + bytes.size());
}

void output::fill(char c, std::size_t n) {
  while (n != 0) {
    const std::size_t now = n < chunk_bytes ? n : chunk_bytes;
    char* p = reserve(now);
    std::memset(p, c, now);
    commit(p + now);
    n -= now;
    if (failed()) return;
  }
}

void output::flush() {
  const std::size_t n = buffer_.size();
  buffer_.clear();
  if (n == 0 || failed()) return;
  if (n > left_) {
    state_ = status::over_limit;
    return;
  }
  left_ -= n;
  if (!target_->write({buffer_.data(), n})) state_ = status::refused;
}

bool output::close() {
  flush();
  return !failed();
}

}  // namespace pith::inline v0::text
