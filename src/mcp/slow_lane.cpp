// SPDX-License-Identifier: MIT
#include "mcp/slow_lane.hpp"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace pith::mcp {

struct slow_lane::state {
  struct job {
    std::shared_ptr<server_room> room;
    std::function<void(interpreter&)> work;
  };

  std::mutex lock;
  std::condition_variable is_work;
  std::deque<job> jobs;
  bool is_ending = false;
  // Counters remember words, so the last few interpreters are worth keeping.
  std::deque<std::unique_ptr<interpreter>> readers;
  std::thread thread;

  interpreter* reader_of(const std::shared_ptr<server_room>& room) {
    for (const auto& known : readers) {
      if (&known->room() == room.get()) return known.get();
    }
    auto made = interpreter::make(room);
    if (!made) return nullptr;
    constexpr std::size_t most = 8;
    if (readers.size() == most) readers.pop_front();
    readers.push_back(std::move(made));
    return readers.back().get();
  }

  void run() {
    for (;;) {
      job next;
      {
        std::unique_lock hold{lock};
        is_work.wait(hold, [this] { return is_ending || !jobs.empty(); });
        if (is_ending) return;
        next = std::move(jobs.front());
        jobs.pop_front();
      }
      try {
        if (interpreter* reader = reader_of(next.room)) next.work(*reader);
      } catch (const std::exception&) {
        continue;  // this one is lost; the others must not be
      }
    }
  }
};

slow_lane::slow_lane() : state_(std::make_unique<state>()) {
  state_->thread = std::thread([s = state_.get()] { s->run(); });
}

slow_lane::~slow_lane() {
  {
    const std::lock_guard hold{state_->lock};
    state_->is_ending = true;
  }
  state_->is_work.notify_one();
  state_->thread.join();
}

void slow_lane::run(std::shared_ptr<server_room> room,
                    std::function<void(interpreter&)> work) {
  {
    const std::lock_guard hold{state_->lock};
    state_->jobs.push_back({std::move(room), std::move(work)});
  }
  state_->is_work.notify_one();
}

}  // namespace pith::mcp
