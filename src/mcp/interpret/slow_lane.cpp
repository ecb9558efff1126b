// SPDX-License-Identifier: MIT
#include "mcp/interpret/slow_lane.hpp"

#include "mcp/tenants/fair_queue.hpp"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace pith::mcp {

struct slow_lane::state {
  struct job {
    std::shared_ptr<server_state> server;
    std::function<void(message_interpreter&)> work;
  };

  static constexpr std::size_t max_bytes = 256U << 20U;

  std::mutex lock;
  std::condition_variable is_work;
  fair_queue<job> jobs;
  bool is_ending = false;
  // Counters remember words, so the last few interpreters are worth keeping.
  std::deque<std::unique_ptr<message_interpreter>> readers;
  std::thread thread;

  message_interpreter* interpreter_of(
      const std::shared_ptr<server_state>& server) {
    for (const auto& known : readers) {
      if (&known->server() == server.get()) return known.get();
    }
    auto made = message_interpreter::make(server);
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
        next = jobs.pop();
      }
      try {
        if (message_interpreter* interpreter = interpreter_of(next.server))
          next.work(*interpreter);
      } catch (const std::exception&) {
        continue;  // this one is lost; the others must not be
      }
    }
  }
};

slow_lane::slow_lane() : state_(std::make_unique<state>()) {
  state_->thread = std::thread([s = state_.get()] { s->run(); });
}

slow_lane::~slow_lane() { stop(); }

void slow_lane::run(std::shared_ptr<server_state> server, std::size_t bytes,
                    std::function<void(message_interpreter&)> work,
                    std::string whose) {
  {
    const std::lock_guard hold{state_->lock};
    if (state_->is_ending) return;
    state_->jobs.push(std::move(whose), bytes,
                      {std::move(server), std::move(work)});
  }
  state_->is_work.notify_one();
}

bool slow_lane::is_full() const {
  const std::lock_guard hold{state_->lock};
  return state_->jobs.bytes() > state::max_bytes;
}

void slow_lane::stop() {
  {
    const std::lock_guard hold{state_->lock};
    state_->is_ending = true;
  }
  state_->is_work.notify_one();
  if (state_->thread.joinable()) state_->thread.join();
  state_->jobs.clear();
}

}  // namespace pith::mcp
