// SPDX-License-Identifier: MIT
/// @file
/// What a run of the load generator comes to.
#ifndef PITH_TESTS_MCP_LOAD_REPORT_HPP
#define PITH_TESTS_MCP_LOAD_REPORT_HPP

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace load {

/// What an agent that asks for changes was told.
enum answer_kind : std::size_t { full, delta, unchanged };

/// User and system time of this process so far.
inline double cpu_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto of = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) +
           static_cast<double>(time.tv_usec) / 1e6;
  };
  return of(used.ru_utime) + of(used.ru_stime);
}

struct report {
  std::uint64_t calls = 0;
  std::uint64_t errors = 0;      ///< another status, an error, no result
  std::uint64_t lost = 0;        ///< connections that ended before the answer
  std::uint64_t foreign = 0;     ///< answers with the id or token of another
  std::uint64_t duplicated = 0;  ///< more than one answer
  std::uint64_t open = 0;        ///< streams
  std::uint64_t closed = 0;      ///< streams that the other side ended
  std::uint64_t bytes = 0;       ///< of the bodies of answers
  std::array<std::uint64_t, 3> kinds{};  ///< of answers to agents
  double cpu_before = 0;
  std::string first_problem;
  std::vector<float> latencies;  ///< in milliseconds

  /// From here on, this process's time counts.
  void begin() { cpu_before = cpu_seconds(); }

  [[nodiscard]] bool is_clean() const noexcept {
    return errors + lost + foreign + duplicated + closed == 0;
  }

  /// One line of JSON.
  void print(double seconds) {
    std::sort(latencies.begin(), latencies.end());
    std::string words;
    for (const char c : first_problem) {
      if (c == '"' || c == '\\') words += '\\';
      words += c >= ' ' && c < 127 ? c : ' ';
    }
    std::printf(
        "{\"calls\":%ju,\"seconds\":%.3f,\"calls_per_second\":%.0f,"
        "\"mean_ms\":%.3f,\"p50_ms\":%.3f,\"p99_ms\":%.3f,\"max_ms\":%.3f,"
        "\"bytes\":%ju,\"cpu_seconds\":%.4f,\"full\":%ju,\"deltas\":%ju,"
        "\"unchanged\":%ju,\"errors\":%ju,"
        "\"lost\":%ju,\"foreign\":%ju,\"duplicated\":%ju,\"streams\":%ju,"
        "\"streams_closed\":%ju,\"first_problem\":\"%s\"}\n",
        std::uintmax_t{calls}, seconds, static_cast<double>(calls) / seconds,
        mean(), quantile(0.5), quantile(0.99), quantile(1.0),
        std::uintmax_t{bytes}, cpu_seconds() - cpu_before,
        std::uintmax_t{kinds[full]}, std::uintmax_t{kinds[delta]},
        std::uintmax_t{kinds[unchanged]}, std::uintmax_t{errors},
        std::uintmax_t{lost}, std::uintmax_t{foreign},
        std::uintmax_t{duplicated}, std::uintmax_t{open},
        std::uintmax_t{closed}, words.c_str());
  }

 private:
  [[nodiscard]] double mean() const {
    double sum = 0;
    for (const float each : latencies) sum += static_cast<double>(each);
    return latencies.empty() ? 0 : sum / static_cast<double>(latencies.size());
  }
  // Of sorted latencies.
  [[nodiscard]] double quantile(double q) const {
    if (latencies.empty()) return 0;
    const double at = std::ceil(q * static_cast<double>(latencies.size()));
    return static_cast<double>(
        latencies[static_cast<std::size_t>(std::max(at, 1.0)) - 1]);
  }
};

}  // namespace load

#endif  // PITH_TESTS_MCP_LOAD_REPORT_HPP
