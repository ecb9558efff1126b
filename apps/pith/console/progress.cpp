// SPDX-License-Identifier: MIT
#include "console/progress.hpp"

#include "console/diagnostics.hpp"
#include "line/reading_options.hpp"
#include "system/descriptors.hpp"
#include "terminal/layout.hpp"
#include "terminal/terminal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace cli {

namespace {

// There is one standard error, and so there is one of these.
progress* drawn_progress = nullptr;

/// "512 B", "1.5 MiB".
std::string size_text(double bytes) {
  constexpr std::array<std::string_view, 5> units = {"B", "KiB", "MiB", "GiB",
                                                     "TiB"};
  std::size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < units.size()) {
    bytes /= 1024;
    ++unit;
  }
  const long long tenths = std::llround(bytes * 10);
  std::string number = std::to_string(tenths / 10);
  if (unit > 0) number += '.' + std::to_string(tenths % 10);
  return number + ' ' + std::string(units[unit]);
}

/// "0:07", "12:34", "1:02:03".
std::string time_text(double seconds) {
  constexpr double most = 360'000;  // four days: nobody waits for the rest
  const auto whole = static_cast<unsigned>(std::clamp(seconds, 0.0, most));
  const auto two = [](unsigned n) {
    return (n < 10 ? "0" : "") + std::to_string(n);
  };
  const unsigned minutes = whole / 60 % 60;
  const unsigned hours = whole / 3600;
  if (hours == 0) return std::to_string(minutes) + ':' + two(whole % 60);
  return std::to_string(hours) + ':' + two(minutes) + ':' + two(whole % 60);
}

}  // namespace

std::string progress_line(std::uint64_t done_bytes, std::uint64_t total_bytes,
                          double seconds, std::size_t width) {
  const auto done = static_cast<double>(done_bytes);
  const double rate = seconds > 0 ? done / seconds : 0;
  const std::string amount = size_text(done) + "  " + size_text(rate) + "/s  ";
  if (total_bytes == 0) return cut_to(amount + time_text(seconds), width, "");
  const auto total = static_cast<double>(std::max(total_bytes, done_bytes));
  const double share = done / total;
  const std::string percent =
      padded(std::to_string(static_cast<int>(share * 100)) + '%', 4, true);
  const std::string left =
      rate > 0 ? time_text((total - done) / rate) + " left" : "-:-- left";
  const std::string words = percent + "  " + amount + left;
  // Two brackets, and two blanks after them.
  constexpr std::size_t frame = 4;
  constexpr std::size_t least = 8;
  constexpr std::size_t most = 40;
  if (words.size() + frame + least > width) return cut_to(words, width, "");
  const std::size_t room = std::min(width - words.size() - frame, most);
  const auto filled =
      static_cast<std::size_t>(share * static_cast<double>(room));
  std::string bar(filled, '=');
  if (filled < room) bar += '>';
  bar.resize(room, ' ');
  return '[' + bar + "]  " + words;
}

std::uint64_t size_of_files(std::span<const std::string> files) {
  std::uint64_t sum = 0;
  for (const std::string& file : files) {
    const auto bytes =
        file == "-" ? regular_size(standard_input) : regular_size(file);
    if (!bytes) return 0;
    sum += *bytes;
  }
  return sum;
}

std::string stage_line(std::string_view stage, std::uint64_t total_bytes,
                       double seconds, std::size_t width) {
  std::string line{stage};
  if (total_bytes != 0) {
    line += "  " + size_text(static_cast<double>(total_bytes));
  }
  return cut_to(line + "  " + time_text(seconds), width, "");
}

progress::progress(const arguments& args, std::uint64_t total_bytes)
    : total_bytes_(total_bytes) {
  if (!is_terminal(standard_error) || args.has(no_progress_option) ||
      args.has(quiet_option)) {
    return;
  }
  drawn_progress = this;
  thread_ = std::thread([this] { draw_until_stopped(); });
}

void progress::draw_until_stopped() {
  std::unique_lock lock(mutex_);
  const auto stops = [this] { return stops_; };
  auto next = std::chrono::milliseconds(1000);
  while (!is_over_.wait_for(lock, next, stops)) {
    // Under the lock: after stop() nothing is drawn.
    draw();
    next = std::chrono::milliseconds(100);
  }
}

void progress::draw() {
  const std::chrono::duration<double> passed = clock::now() - start_;
  // The last column stays free: some terminals break the line there.
  const std::size_t width = terminal_width(standard_error) - 1;
  const std::uint64_t done = done_bytes_;
  const char* const stage = stage_;
  std::string line =
      done == 0 && stage != nullptr
          ? stage_line(stage, total_bytes_, passed.count(), width)
          : progress_line(done, total_bytes_, passed.count(), width);
  say_passing(line);
}

void progress::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stops_ = true;
  }
  is_over_.notify_one();
  thread_.join();
  end_passing();
}

progress::~progress() {
  stop();
  if (drawn_progress == this) drawn_progress = nullptr;
}

void now(const char* stage) noexcept {
  if (drawn_progress != nullptr) drawn_progress->stage_ = stage;
}

void end_progress() {
  if (drawn_progress != nullptr) drawn_progress->stop();
  end_passing();
}

}  // namespace cli
