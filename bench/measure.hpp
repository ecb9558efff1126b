// SPDX-License-Identifier: MIT
/// @file
/// CPU time of several operations, interleaved so that a noisy machine hurts
/// all of them alike.
#ifndef PITH_BENCH_MEASURE_HPP
#define PITH_BENCH_MEASURE_HPP

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace pith_bench {

/// Seconds of CPU that this thread has used.
inline double cpu_seconds() noexcept {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) +
         static_cast<double>(now.tv_nsec) * 1e-9;
}

struct operation {
  std::string name;
  std::function<void()> run;
  std::size_t repeats = 1;        // calls per sample
  std::vector<double> samples{};  // seconds per call

  [[nodiscard]] double median() const {
    std::vector<double> sorted = samples;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[middle]
                                  : (sorted[middle - 1] + sorted[middle]) / 2;
  }
  [[nodiscard]] double best() const {
    return *std::min_element(samples.begin(), samples.end());
  }
};

inline double sample(const operation& of) {
  const double begin = cpu_seconds();
  for (std::size_t i = 0; i < of.repeats; ++i) {
    of.run();
  }
  return (cpu_seconds() - begin) / static_cast<double>(of.repeats);
}

/// Warms every operation up, chooses how often to call it per sample (about
/// 30 ms), then takes `repetitions` samples of each, in turn.
inline void measure(std::vector<operation>& all, std::size_t repetitions) {
  constexpr double target = 0.03;
  constexpr double most = 20'000;
  for (operation& each : all) {
    each.repeats = 1;
    sample(each);
    const double once = std::max(sample(each), 1e-9);
    each.repeats =
        static_cast<std::size_t>(std::clamp(target / once, 1.0, most));
    each.samples.clear();
  }
  for (std::size_t i = 0; i < repetitions; ++i) {
    for (operation& each : all) {
      each.samples.push_back(sample(each));
    }
  }
}

}  // namespace pith_bench

#endif  // PITH_BENCH_MEASURE_HPP
