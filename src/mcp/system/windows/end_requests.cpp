// SPDX-License-Identifier: MIT
#include "mcp/system/end_requests.hpp"

#include <windows.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace pith::mcp {

namespace {

namespace asio = boost::asio;

/// Whom the system's own thread tells. It may outlive the object that listens.
struct console_listener {
  std::mutex mutex;
  asio::io_context* io = nullptr;  // null: nobody listens
  std::function<void()> then;
};

console_listener& the_listener() {
  static console_listener one;
  return one;
}

BOOL WINAPI on_console_event(DWORD kind) {
  console_listener& to = the_listener();
  {
    const std::lock_guard lock(to.mutex);
    if (to.io == nullptr) return FALSE;
    asio::post(*to.io, [] {
      console_listener& at = the_listener();
      std::function<void()> then;
      {
        const std::lock_guard again(at.mutex);
        then = at.then;
      }
      if (then) then();
    });
  }
  // The system ends the process when this returns, or after some seconds.
  if (kind != CTRL_C_EVENT && kind != CTRL_BREAK_EVENT) ::Sleep(INFINITE);
  return TRUE;
}

}  // namespace

class end_requests::state {
 public:
  explicit state(asio::io_context& io) : io_(io) {
    ::SetConsoleCtrlHandler(on_console_event, TRUE);
  }

  ~state() {
    ::SetConsoleCtrlHandler(on_console_event, FALSE);
    console_listener& at = the_listener();
    const std::lock_guard lock(at.mutex);
    at.io = nullptr;
    at.then = nullptr;
  }

  void listen(std::function<void()> then) {
    work_.emplace(io_.get_executor());
    console_listener& at = the_listener();
    const std::lock_guard lock(at.mutex);
    at.io = &io_;
    at.then = std::move(then);
  }

 private:
  asio::io_context& io_;
  std::optional<asio::executor_work_guard<asio::io_context::executor_type>>
      work_;
};

end_requests::end_requests(asio::io_context& io)
    : state_(std::make_unique<state>(io)) {}
end_requests::~end_requests() = default;

void end_requests::listen(std::function<void()> then) {
  state_->listen(std::move(then));
}

}  // namespace pith::mcp
