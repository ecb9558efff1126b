// SPDX-License-Identifier: MIT
/// @file
/// Whole inputs from files and pipes; output to a file descriptor.
#ifndef PITH_APPS_PITH_IO_HPP
#define PITH_APPS_PITH_IO_HPP

#include <pith/sink.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace cli {

/// A text and the name under which messages speak of it.
struct input {
  std::string name;
  std::string text;
  /// errno of the failed open or read; 0 when the text is complete.
  int failure = 0;
};

/// Reads a file to its end; "-" is standard input. Stops one byte behind
/// `max_bytes`, so that an endless input ends as a size_limit of the reader.
input read_input(const std::string& file, std::size_t max_bytes);

/// Writes to a file descriptor through a buffer of 64 KiB. Short writes are
/// continued; the first failure is kept in failure().
class fd_sink final : public pith::sink {
 public:
  explicit fd_sink(int fd);

  bool write(std::string_view bytes) override;
  /// Writes what is buffered.
  bool flush();
  /// Flushes and closes the descriptor, because some file systems report a
  /// full disk only then. Call once, at the end.
  bool finish();
  /// errno of the first failure; 0 when there was none.
  [[nodiscard]] int failure() const noexcept { return failure_; }
  /// Whether the last byte that was written ends a line.
  [[nodiscard]] bool ends_line() const noexcept { return ends_line_; }

 private:
  bool write_through(std::string_view bytes);

  int fd_;
  int failure_ = 0;
  bool ends_line_ = false;
  std::string buffer_;
};

}  // namespace cli

#endif  // PITH_APPS_PITH_IO_HPP
