// SPDX-License-Identifier: MIT
#include "property_run.hpp"

#include "read_number.hpp"
#include "run_settings.hpp"
#include "sanitized.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

namespace pith_tests {

namespace {

using clock_type = std::chrono::steady_clock;

bool read_settings(int argc, char** argv, run_settings& out) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i];
    std::uint64_t number = 0;
    if (!read_number(argv[i + 1], number)) return false;
    if (!out.set(name, number)) return false;
  }
  return argc % 2 == 1;
}

/// What all threads share.
struct progress {
  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> stop{false};
  std::mutex mutex;  // guards the rest
  std::uint64_t seeds = 0;
  std::uint64_t cases = 0;
  std::uint64_t failures = 0;
};

void work(const run_settings& with, const char* name, progress& shared,
          clock_type::time_point end, property& p) {
  std::uint64_t seeds = 0;
  while (!shared.stop.load(std::memory_order_relaxed)) {
    if (with.seconds != 0 && clock_type::now() >= end) break;
    const std::uint64_t index = shared.next.fetch_add(1);
    if (index >= with.count) break;
    const std::string complaint = p.check(with.seed + index);
    ++seeds;
    if (complaint.empty()) continue;
    shared.stop = true;
    const std::lock_guard<std::mutex> lock(shared.mutex);
    ++shared.failures;
    std::fprintf(stderr, "%s: seed %llu: %s\n", name,
                 static_cast<unsigned long long>(with.seed + index),
                 complaint.c_str());
  }
  const std::lock_guard<std::mutex> lock(shared.mutex);
  shared.seeds += seeds;
  shared.cases += seeds + p.cases;
}

}  // namespace

property::~property() = default;

int run_property(int argc, char** argv, const property_name& what,
                 const std::function<std::unique_ptr<property>()>& make) {
  run_settings with;
  if (!read_settings(argc, argv, with)) {
    std::fprintf(stderr,
                 "usage: %s [--seed S] [--count N] [--seconds T] "
                 "[--threads K]\n",
                 what.name);
    return 2;
  }
  if (with.is_endless()) with.count = rounds(what.default_count);
  const auto begin = clock_type::now();
  const auto end = begin + std::chrono::seconds(with.seconds);
  progress shared;
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < with.threads; ++i) {
    threads.emplace_back([&] {
      const std::unique_ptr<property> p = make();
      work(with, what.name, shared, end, *p);
    });
  }
  for (std::thread& t : threads) t.join();
  const double seconds =
      std::chrono::duration<double>(clock_type::now() - begin).count();
  std::printf("%s: %llu cases from %llu seeds, %llu failures, %.1f s\n",
              what.name, static_cast<unsigned long long>(shared.cases),
              static_cast<unsigned long long>(shared.seeds),
              static_cast<unsigned long long>(shared.failures), seconds);
  return shared.failures == 0 ? 0 : 1;
}

}  // namespace pith_tests
