// SPDX-License-Identifier: MIT
/// @file
/// How far a long piece of work is, for whoever waits for it.
#ifndef PITH_APPS_PITH_CONSOLE_PROGRESS_HPP
#define PITH_APPS_PITH_CONSOLE_PROGRESS_HPP

#include "line/arguments.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <thread>

namespace cli {

/// One line of at most `width` columns: a bar, the share, the bytes, the rate
/// and the time left; without a bar when the total is 0, that is unknown.
[[nodiscard]] std::string progress_line(std::uint64_t done_bytes,
                                        std::uint64_t total_bytes,
                                        double seconds, std::size_t width);

/// The bytes of all these files together; 0 when one is not a regular file.
[[nodiscard]] std::uint64_t size_of_files(std::span<const std::string> files);

/// What is being done, how large it is, if that is known, and since when:
/// "parsing  34.0 MiB  0:03", of at most `width` columns.
[[nodiscard]] std::string stage_line(std::string_view stage,
                                     std::uint64_t total_bytes, double seconds,
                                     std::size_t width);

/// Draws a progress_line() on standard error, or a stage_line() while no bytes
/// are done. It goes away before any other words there, and at the end. Only
/// when standard error is a terminal, without --no-progress and --quiet, and
/// not in the first second; then ten times per second, by a thread of its own,
/// so that what takes long need not know of it. One at a time.
class progress {
 public:
  explicit progress(const arguments& args, std::uint64_t total_bytes = 0);
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;
  ~progress();

  /// All bytes that are done.
  void reach(std::uint64_t done_bytes) noexcept { done_bytes_ = done_bytes; }
  /// So many more bytes are done.
  void advance(std::uint64_t bytes) noexcept { done_bytes_ += bytes; }

 private:
  friend void now(const char* stage) noexcept;
  friend void end_progress();
  using clock = std::chrono::steady_clock;

  void draw();
  void draw_until_stopped();
  void stop();

  std::atomic<std::uint64_t> done_bytes_ = 0;
  std::atomic<const char*> stage_ = nullptr;
  std::uint64_t total_bytes_;
  clock::time_point start_ = clock::now();
  std::mutex mutex_;
  std::condition_variable is_over_;
  bool stops_ = false;
  std::thread thread_;  // none when nothing is to be drawn
};

/// What the command does from now on, as a word that lives forever:
/// "parsing". Nothing without a progress.
void now(const char* stage) noexcept;

/// From now on the progress, if there is one, draws nothing: data comes.
void end_progress();

}  // namespace cli

#endif  // PITH_APPS_PITH_CONSOLE_PROGRESS_HPP
