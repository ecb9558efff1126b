// SPDX-License-Identifier: MIT
/// @file
/// The part of a long text that is at hand.
#ifndef PITH_APPS_PITH_ROWS_TEXT_WINDOW_HPP
#define PITH_APPS_PITH_ROWS_TEXT_WINDOW_HPP

#include <pith/result.hpp>

#include "rows/byte_source.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli::rows {

/// A line of an input, for messages.
struct place {
  std::uint64_t line = 0;       ///< from 1
  std::uint64_t offset = 0;     ///< of the line's first byte in the input
  std::string text{};           ///< the line without its end
  std::size_t text_offset = 0;  ///< in `text`, of what was looked for
};

/// Grows at its end and is dropped from its beginning; knows where it stands in
/// the whole text, which may have any length.
class text_window {
 public:
  /// What is held; valid until the next call that is not const.
  [[nodiscard]] std::string_view text() const noexcept {
    return {buffer_.data() + begin_, end_ - begin_};
  }
  /// Where text() begins in the whole.
  [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }
  [[nodiscard]] std::uint64_t bytes_read() const noexcept {
    return offset_ + (end_ - begin_);
  }

  /// Reads up to `most` bytes more and says how many; 0 at the end.
  pith::result<std::size_t> read(byte_source& from, std::size_t most);
  /// Forgets the first bytes.
  void drop(std::size_t count);

  /// The line of an offset in the whole text; nothing when it is not held.
  [[nodiscard]] std::optional<place> locate(std::uint64_t offset) const;

 private:
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t lines_ = 0;        // that end before the window
  std::uint64_t line_offset_ = 0;  // of the line in which the window begins
};

}  // namespace cli::rows

#endif  // PITH_APPS_PITH_ROWS_TEXT_WINDOW_HPP
