// SPDX-License-Identifier: MIT
#include "campaign.hpp"

#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <limits>
#include <mutex>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace pith_tests {

namespace {

bool read_number(std::string_view text, std::uint64_t& out) {
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, out);
  return problem == std::errc{} && stop == end;
}

bool read_words(int argc, char** argv, campaign& out) {
  for (int i = 1; i < argc; i += 2) {
    const std::string_view name = argv[i];
    std::uint64_t number = 0;
    if (i + 1 == argc || !read_number(argv[i + 1], number)) return false;
    if (name == "--seed") {
      out.seed = number;
    } else if (name == "--count") {
      out.count = number;
    } else if (name == "--seconds") {
      out.seconds = number;
      out.count = 0;
    } else if (name == "--threads" && number > 0 && number <= 1024) {
      out.threads = static_cast<unsigned>(number);
    } else {
      return false;
    }
  }
  return out.count != 0 || out.seconds != 0;
}

}  // namespace

bool read_campaign(int argc, char** argv, campaign& defaults) {
  if (read_words(argc, argv, defaults)) return true;
  std::fprintf(stderr,
               "usage: %s [--seed S] [--count N] [--seconds T] [--threads K]\n"
               "Checks the seeds S, S+1, ...: N of them, or as many as T "
               "seconds allow.\n",
               argc > 0 ? argv[0] : "program");
  return false;
}

int run_campaign(
    const campaign& settings,
    const std::function<std::function<campaign_step(std::uint64_t)>()>&
        make_check) {
  using clock = std::chrono::steady_clock;
  const auto end = clock::now() + std::chrono::seconds(settings.seconds);
  const std::uint64_t count = settings.count != 0
                                  ? settings.count
                                  : std::numeric_limits<std::uint64_t>::max();
  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> stop{false};
  std::mutex mutex;  // guards the rest
  std::uint64_t seeds = 0;
  std::uint64_t cases = 0;
  bool has_failed = false;
  const auto work = [&] {
    const auto check = make_check();
    while (!stop.load(std::memory_order_relaxed)) {
      const std::uint64_t i = next.fetch_add(1);
      if (i >= count) return;
      const campaign_step step = check(settings.seed + i);
      const std::lock_guard<std::mutex> lock(mutex);
      ++seeds;
      cases += step.cases;
      if (!step.complaint.empty()) {
        has_failed = true;
        stop = true;
        std::printf("seed %llu: %s\n",
                    static_cast<unsigned long long>(settings.seed + i),
                    step.complaint.c_str());
      }
      if (settings.seconds != 0 && clock::now() >= end) stop = true;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned t = 1; t < settings.threads; ++t) threads.emplace_back(work);
  work();
  for (std::thread& t : threads) t.join();
  std::printf("%llu seeds from %llu, %llu cases, %s\n",
              static_cast<unsigned long long>(seeds),
              static_cast<unsigned long long>(settings.seed),
              static_cast<unsigned long long>(cases),
              has_failed ? "failed" : "all hold");
  return has_failed ? 1 : 0;
}

}  // namespace pith_tests
