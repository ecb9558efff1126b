// SPDX-License-Identifier: MIT
/// @file
/// Work of several tenants of which none can delay the others.
#ifndef PITH_MCP_TENANTS_FAIR_QUEUE_HPP
#define PITH_MCP_TENANTS_FAIR_QUEUE_HPP

#include <algorithm>
#include <cstddef>
#include <deque>
#include <list>
#include <string>
#include <unordered_map>
#include <utility>

namespace pith::mcp {

/// A queue for each tenant, in order. Tenants take turns by the bytes of their
/// jobs (deficit round robin): whoever has jobs of 10 MB runs one while
/// another runs 40 of 256 KiB. Not safe for several threads.
template <class Job>
class fair_queue {
 public:
  /// What a turn is worth. A job costs at least that, for its work need not
  /// show in its bytes.
  static constexpr std::size_t quantum = 256U << 10U;

  void push(std::string whose, std::size_t bytes, Job job) {
    bytes_ += bytes;
    auto& place = places_[whose];
    if (place == nullptr) {
      lines_.push_back({std::move(whose), {}, 0});
      place = &lines_.back();
    }
    place->jobs.push_back({bytes, std::move(job)});
  }

  /// The next in turn. There must be one. Takes as many steps as there are
  /// tenants for each 256 KiB of the smallest first job.
  [[nodiscard]] Job pop() {
    for (;;) {
      line& first = lines_.front();
      const std::size_t cost = std::max(first.jobs.front().bytes, quantum);
      if (cost <= first.credit) {
        first.credit -= cost;
        return take_first();
      }
      first.credit += quantum;
      if (cost <= first.credit) continue;  // its turn is enough
      lines_.splice(lines_.end(), lines_, lines_.begin());
    }
  }

  [[nodiscard]] bool empty() const noexcept { return lines_.empty(); }
  /// Of all jobs together.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  void clear() {
    places_.clear();
    lines_.clear();
    bytes_ = 0;
  }

 private:
  struct entry {
    std::size_t bytes = 0;
    Job job;
  };
  struct line {
    std::string whose;
    std::deque<entry> jobs;  ///< never empty
    std::size_t credit = 0;  ///< goes with the line: nobody saves up
  };

  Job take_first() {
    line& first = lines_.front();
    entry next = std::move(first.jobs.front());
    first.jobs.pop_front();
    bytes_ -= next.bytes;
    if (first.jobs.empty()) {
      places_.erase(first.whose);
      lines_.pop_front();
    } else {
      lines_.splice(lines_.end(), lines_, lines_.begin());
    }
    return std::move(next.job);
  }

  std::list<line> lines_;                          ///< the next in turn first
  std::unordered_map<std::string, line*> places_;  ///< in lines_, by tenant
  std::size_t bytes_ = 0;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_TENANTS_FAIR_QUEUE_HPP
