// SPDX-License-Identifier: MIT
/// @file
/// Random documents, by the billion, through encode, decode and encode again;
/// and their wires, damaged, through the decoder. A document is named by one
/// number: `gauntlet --seed N --count 1` repeats the check of document N.

#include <pith/json.hpp>

#include "random_document.hpp"
#include "read_number.hpp"
#include "round_trip.hpp"
#include "run_settings.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using pith_tests::random_source;
using clock_type = std::chrono::steady_clock;

struct settings : pith_tests::run_settings {
  std::uint64_t corrupt_every = 64;
};

constexpr std::string_view usage =
    "usage: gauntlet [--seed S] [--count N] [--seconds T] [--threads K]\n"
    "                [--corrupt-every M]\n"
    "Checks the documents of the seeds S, S+1, ... (N of them, or as many as\n"
    "T seconds allow). Every M-th one is also written as JSON and read back,\n"
    "encoded with forms switched off, spelled differently, cut short at every\n"
    "byte and damaged.\n";

bool read_settings(int argc, char** argv, settings& out) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    std::uint64_t number = 0;
    if (i + 1 == argc || !pith_tests::read_number(argv[++i], number)) {
      return false;
    }
    if (name == "--corrupt-every" && number > 0) {
      out.corrupt_every = number;
    } else if (!out.set(name, number)) {
      return false;
    }
  }
  if (out.is_endless()) out.count = 1'000'000;
  return true;
}

// The seed that this thread works on, for the message of a crash.
thread_local volatile std::uint64_t current_seed = 0;

// Only calls that are safe inside a signal handler.
extern "C" void report_crash(int signal_number) {
  char text[96];
  std::size_t size = 0;
  for (const char* p = "gauntlet: crash in the document of seed "; *p != 0;
       ++p) {
    text[size++] = *p;
  }
  char digits[24];
  std::size_t count = 0;
  std::uint64_t left = current_seed;
  do {
    digits[count++] = static_cast<char>('0' + left % 10);
    left /= 10;
  } while (left != 0);
  while (count != 0) {
    text[size++] = digits[--count];
  }
  text[size++] = '\n';
  if (::write(2, text, size) < 0) {
    // Nothing is left to be done about it.
  }
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

/// What all threads share.
struct progress {
  static constexpr std::uint64_t block = 512;

  std::atomic<std::uint64_t> next{0};  // index of the next free document
  std::atomic<bool> stop{false};
  std::mutex mutex;  // guards the rest
  std::uint64_t documents = 0;
  std::uint64_t values = 0;
  std::uint64_t attacks = 0;
  std::uint64_t survivors = 0;
  std::uint64_t settled = 0;
  std::uint64_t failures = 0;
};

/// Where one thread is, for the watchdog.
struct heartbeat {
  std::atomic<std::uint64_t> seed{0};
  std::atomic<std::uint64_t> documents{0};
};

class worker {
 public:
  worker(const settings& with, progress& shared, heartbeat& pulse)
      : settings_(with), shared_(shared), pulse_(pulse) {}

  void run() {
    while (!shared_.stop.load(std::memory_order_relaxed)) {
      const std::uint64_t first = shared_.next.fetch_add(progress::block);
      if (first >= settings_.count) {
        break;
      }
      const std::uint64_t size =
          std::min(progress::block, settings_.count - first);
      for (std::uint64_t i = 0; i < size; ++i) {
        if (!check(settings_.seed + first + i)) {
          shared_.stop = true;
          break;
        }
      }
      // A block once begun is finished, so that a run of any length covers a
      // range of seeds without holes.
    }
    const std::lock_guard<std::mutex> lock(shared_.mutex);
    shared_.documents += documents_;
    shared_.values += values_;
    shared_.attacks += trip_.attacks();
    shared_.survivors += trip_.survivors();
    shared_.settled += trip_.settled();
  }

 private:
  bool check(std::uint64_t seed) {
    current_seed = seed;
    pulse_.seed.store(seed, std::memory_order_relaxed);
    const pith::result<void> done = source_.draw_into(drawn_, seed);
    if (!done) {
      report(seed, "cannot be built: " + pith::message(done.error()), {}, {});
      return false;
    }
    values_ += source_.values();
    if (!properties(drawn_, seed)) {
      std::string json;
      if (!pith::json::append(json, drawn_.root())) {
        json = "(not written)";
      }
      report(seed, trip_.complaint(), json, trip_.wire());
      return false;
    }
    ++documents_;
    pulse_.documents.store(documents_, std::memory_order_relaxed);
    return true;
  }

  bool properties(const pith::document& x, std::uint64_t seed) {
    if (!trip_.canonical(x)) {
      return false;
    }
    if (seed % settings_.corrupt_every != 0) {
      return true;
    }
    random_source random(random_source::mix(~seed));
    return trip_.dialects(x, 4, random) && trip_.corruptions(16, random) &&
           trip_.prefixes(256, random) && trip_.json(x) &&
           trip_.reduced(x, random.below(16));
  }

  void report(std::uint64_t seed, std::string_view what, std::string_view json,
              std::string_view wire) {
    const std::lock_guard<std::mutex> lock(shared_.mutex);
    ++shared_.failures;
    const std::string text = "gauntlet: the document of seed " +
                             std::to_string(seed) + " " + std::string(what) +
                             "\njson: " + std::string(json) + "\nwire:\n" +
                             std::string(wire) + "\n(end of wire)\n";
    std::fwrite(text.data(), 1, text.size(), stderr);
  }

  const settings& settings_;
  progress& shared_;
  heartbeat& pulse_;
  pith_tests::random_documents source_;
  pith::document drawn_;
  pith_tests::round_trip trip_;
  std::uint64_t documents_ = 0;
  std::uint64_t values_ = 0;
};

// Ends the run at its time, and the process when a document takes so long
// that something must hang.
void watch(const settings& with, progress& shared,
           const std::vector<heartbeat>& pulses, clock_type::time_point begin) {
  constexpr auto patience = std::chrono::seconds(60);
  struct last_seen {
    std::uint64_t documents = 0;
    std::uint64_t seed = 0;
    clock_type::time_point when;
  };
  std::vector<last_seen> seen(pulses.size(), {0, 0, begin});
  const auto end = begin + std::chrono::seconds(with.seconds);
  while (!shared.stop.load()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const auto now = clock_type::now();
    if (with.seconds != 0 && now >= end) {
      shared.stop = true;
    }
    for (std::size_t i = 0; i < pulses.size(); ++i) {
      const std::uint64_t documents = pulses[i].documents.load();
      const std::uint64_t seed = pulses[i].seed.load();
      if (documents != seen[i].documents || seed != seen[i].seed) {
        seen[i] = {documents, seed, now};
      } else if (now - seen[i].when > patience &&
                 shared.next.load() < with.count) {
        std::fprintf(stderr, "gauntlet: the document of seed %llu hangs\n",
                     static_cast<unsigned long long>(seed));
        std::_Exit(1);
      }
    }
  }
}

int run(const settings& with) {
  progress shared;
  std::vector<heartbeat> pulses(with.threads);
  const auto begin = clock_type::now();
  std::vector<std::thread> threads;
  threads.reserve(with.threads);
  for (std::uint64_t i = 0; i < with.threads; ++i) {
    threads.emplace_back([&with, &shared, &pulse = pulses[i]] {
      // The generator and the checks hold large buffers.
      std::make_unique<worker>(with, shared, pulse)->run();
    });
  }
  std::thread watchdog([&] { watch(with, shared, pulses, begin); });
  for (std::thread& thread : threads) {
    thread.join();
  }
  shared.stop = true;
  watchdog.join();

  const double seconds =
      std::chrono::duration<double>(clock_type::now() - begin).count();
  const auto documents = static_cast<double>(shared.documents);
  std::fprintf(stderr,
               "gauntlet: %.1f s, %.0f documents per second, %.2f us per "
               "document and thread, %.2f values per document, %llu damaged "
               "texts decoded, %llu documents reordered\n",
               seconds, documents / seconds,
               1e6 * seconds * static_cast<double>(with.threads) /
                   std::max(documents, 1.0),
               static_cast<double>(shared.values) / std::max(documents, 1.0),
               static_cast<unsigned long long>(shared.survivors),
               static_cast<unsigned long long>(shared.settled));
  const std::uint64_t last =
      with.seed + std::max<std::uint64_t>(shared.documents, 1) - 1;
  std::printf(
      "gauntlet: %llu documents, %llu corruptions, seeds %llu..%llu, "
      "%llu failures\n",
      static_cast<unsigned long long>(shared.documents),
      static_cast<unsigned long long>(shared.attacks),
      static_cast<unsigned long long>(with.seed),
      static_cast<unsigned long long>(last),
      static_cast<unsigned long long>(shared.failures));
  return shared.failures == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  settings with;
  if (!read_settings(argc, argv, with)) {
    std::fwrite(usage.data(), 1, usage.size(), stderr);
    return 2;
  }
  std::signal(SIGSEGV, report_crash);
  std::signal(SIGABRT, report_crash);
  std::signal(SIGBUS, report_crash);
  return run(with);
}
