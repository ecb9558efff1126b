// SPDX-License-Identifier: MIT
/// @file
/// How far a long piece of work is, for whoever waits for it.
#ifndef PITH_APPS_PITH_CONSOLE_PROGRESS_HPP
#define PITH_APPS_PITH_CONSOLE_PROGRESS_HPP

#include "line/arguments.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace cli {

/// One line of at most `width` columns: a bar, the share, the bytes, the rate
/// and the time left; without a bar when the total is 0, that is unknown.
[[nodiscard]] std::string progress_line(std::uint64_t done_bytes,
                                        std::uint64_t total_bytes,
                                        double seconds, std::size_t width);

/// The bytes of all these files together; 0 when one is not a regular file.
[[nodiscard]] std::uint64_t size_of_files(std::span<const std::string> files);

/// Draws a progress_line() on standard error, which goes away before any other
/// words there, and at the end. Only when
/// that is a terminal and the data does not go to one, and not in the first
/// second; at most ten times per second. It draws only when it is told of
/// something, so calling it often is cheap and not calling it shows nothing.
class progress {
 public:
  explicit progress(const arguments& args, std::uint64_t total_bytes = 0);
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;
  ~progress();

  /// All bytes that are done.
  void reach(std::uint64_t done_bytes);
  /// So many more bytes are done.
  void advance(std::uint64_t bytes) { reach(done_bytes_ + bytes); }

 private:
  using clock = std::chrono::steady_clock;

  bool is_wanted_;
  std::uint64_t done_bytes_ = 0;
  std::uint64_t total_bytes_;
  clock::time_point start_ = clock::now();
  clock::time_point next_draw_ = start_ + std::chrono::seconds(1);
};

}  // namespace cli

#endif  // PITH_APPS_PITH_CONSOLE_PROGRESS_HPP
