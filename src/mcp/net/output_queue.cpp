// SPDX-License-Identifier: MIT
#include "mcp/net/output_queue.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <span>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::size_t joined_bytes = 8U << 10U;
constexpr std::size_t pieces_at_once = 32;

}  // namespace

void output_queue::push(std::string bytes) {
  if (bytes.empty()) return;
  size_ += bytes.size();
  if (!pieces_.empty() &&
      pieces_.back().size() + bytes.size() <= joined_bytes) {
    pieces_.back() += bytes;
  } else {
    pieces_.push_back(std::move(bytes));
  }
}

std::size_t output_queue::send(http_channel& channel,
                               boost::system::error_code& error) {
  std::size_t sent = 0;
  while (size_ > 0) {
    std::array<boost::asio::const_buffer, pieces_at_once> buffers;
    const std::size_t n = std::min(pieces_at_once, pieces_.size() - first_);
    for (std::size_t i = 0; i < n; ++i) {
      buffers[i] = boost::asio::buffer(pieces_[first_ + i]);
    }
    buffers[0] += offset_;
    const std::size_t taken =
        channel.try_write(std::span(buffers).first(n), error);
    if (error) break;
    drop(taken);
    sent += taken;
  }
  return sent;
}

void output_queue::drop(std::size_t bytes) noexcept {
  size_ -= bytes;
  if (size_ == 0) return clear();
  offset_ += bytes;
  while (offset_ >= pieces_[first_].size()) {
    offset_ -= pieces_[first_].size();
    pieces_[first_++] = std::string();
  }
  // Without this a queue that is never empty would only grow.
  if (first_ >= pieces_at_once && first_ * 2 >= pieces_.size()) {
    pieces_.erase(pieces_.begin(),
                  pieces_.begin() + static_cast<std::ptrdiff_t>(first_));
    first_ = 0;
  }
}

void output_queue::clear() noexcept {
  if (pieces_.capacity() > pieces_at_once) {
    pieces_ = std::vector<std::string>();
  } else {
    pieces_.clear();
  }
  first_ = offset_ = size_ = 0;
}

}  // namespace pith::mcp
