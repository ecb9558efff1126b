// SPDX-License-Identifier: MIT
/// @file
/// Cuts a stream of bytes into lines of bounded length.
#ifndef PITH_MCP_PROCESS_LINE_CUTTER_HPP
#define PITH_MCP_PROCESS_LINE_CUTTER_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Takes the bytes of a stream as they come, gives lines without their line
/// feed. Every byte is looked at once and copied at most once, whatever the
/// length of the line.
class line_cutter {
 public:
  enum class excess : bool {
    refuse,  ///< feed() fails on a line that is too long
    cut,     ///< a line that is too long comes in pieces
  };

  line_cutter(std::size_t max_bytes, excess what) noexcept
      : max_bytes_(max_bytes == 0 ? 1 : max_bytes), excess_(what) {}

  /// Calls take(line) for every line that ends in `bytes`. Returns false when
  /// a line is too long; then nothing more may be fed.
  template <typename Take>
  [[nodiscard]] bool feed(std::string_view bytes, Take&& take) {
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      const std::string_view part = bytes.substr(0, end);
      if (!keep(part, end != std::string_view::npos, take)) return false;
      if (end == std::string_view::npos) return true;
      bytes.remove_prefix(end + 1);
    }
    return true;
  }

  /// The end of the stream: a last line without a line feed is a line.
  template <typename Take>
  void finish(Take&& take) {
    if (pending_.empty()) return;
    const std::string line = std::move(pending_);
    pending_.clear();
    take(std::string_view(line));
  }

 private:
  template <typename Take>
  [[nodiscard]] bool keep(std::string_view part, bool is_end, Take& take) {
    while (pending_.size() + part.size() > max_bytes_) {
      if (excess_ == excess::refuse) return false;
      const std::size_t room = max_bytes_ - pending_.size();
      pending_.append(part.substr(0, room));
      part.remove_prefix(room);
      take(std::string_view(pending_));
      pending_.clear();
    }
    if (!is_end) {
      pending_.append(part);
      return true;
    }
    if (pending_.empty()) {
      take(part);
      return true;
    }
    pending_.append(part);
    take(std::string_view(pending_));
    if (pending_.capacity() > large) pending_ = std::string();
    pending_.clear();
    return true;
  }

  // A buffer above this is given back after its line.
  static constexpr std::size_t large = 1U << 20U;

  std::size_t max_bytes_;
  excess excess_;
  std::string pending_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_PROCESS_LINE_CUTTER_HPP
