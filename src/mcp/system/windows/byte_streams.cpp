// SPDX-License-Identifier: MIT
/// @file
/// Standard streams of Windows are consoles, files, or pipes that somebody else
/// made, most often without overlapped operations: a thread waits for each. It
/// does nothing that nobody asked for, so a stream that is not read fills up
/// and its writer feels it.
#include "mcp/system/byte_streams.hpp"

#include "mcp/system/windows/owned_handle.hpp"

#include <io.h>
#include <windows.h>

#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

namespace pith::mcp {

namespace {

namespace asio = boost::asio;
using error_code = boost::system::error_code;

// A read of this many bytes that brought nothing is the end.
constexpr int max_empty_reads = 16;
// How often a thread is told to give up, a few milliseconds apart.
constexpr int max_cancels = 20;

error_code failure(DWORD code) {
  switch (code) {
    case ERROR_BROKEN_PIPE:
    case ERROR_HANDLE_EOF:
    case ERROR_PIPE_NOT_CONNECTED:
      return asio::error::eof;
    default:
      return {static_cast<int>(code), boost::system::system_category()};
  }
}

/// A handle that is read or written by calls that wait, also if whoever made it
/// meant it for overlapped operations.
class waiting_file {
 public:
  explicit waiting_file(int descriptor)
      : handle_(handle_of(descriptor)),
        event_(::CreateEventW(nullptr, TRUE, FALSE, nullptr)),
        is_pipe_(::GetFileType(handle_) == FILE_TYPE_PIPE) {}

  error_code read(std::span<char> into, std::size_t& size) {
    for (int tries = 0;; ++tries) {
      OVERLAPPED how{};
      how.hEvent = event_.get();
      DWORD moved = 0;
      const BOOL done =
          ::ReadFile(handle_, into.data(), static_cast<DWORD>(into.size()),
                     &moved, is_pipe_ ? &how : nullptr);
      const DWORD code = finish(done, how, moved);
      size = moved;
      if (code != ERROR_SUCCESS) return failure(code);
      if (moved > 0) return {};
      // Somebody may have written nothing at all into the pipe.
      if (!is_pipe_ || tries == max_empty_reads) return asio::error::eof;
      ::Sleep(1);
    }
  }

  error_code write(std::string_view bytes) {
    constexpr std::size_t most = 1U << 20U;
    while (!bytes.empty()) {
      OVERLAPPED how{};
      how.hEvent = event_.get();
      DWORD moved = 0;
      const BOOL done =
          ::WriteFile(handle_, bytes.data(),
                      static_cast<DWORD>(std::min(bytes.size(), most)), &moved,
                      is_pipe_ ? &how : nullptr);
      const DWORD code = finish(done, how, moved);
      if (code != ERROR_SUCCESS) return failure(code);
      bytes.remove_prefix(moved);
    }
    return {};
  }

  void cancel() noexcept { ::CancelIoEx(handle_, nullptr); }

 private:
  static HANDLE handle_of(int descriptor) {
    const std::intptr_t found = ::_get_osfhandle(descriptor);
    // -2: a program without a console, which has no standard streams.
    return found < 0 ? INVALID_HANDLE_VALUE : reinterpret_cast<HANDLE>(found);
  }

  DWORD finish(BOOL done, OVERLAPPED& how, DWORD& moved) {
    if (done != 0) return ERROR_SUCCESS;
    const DWORD code = ::GetLastError();
    if (code != ERROR_IO_PENDING) return code;
    return ::GetOverlappedResult(handle_, &how, &moved, TRUE) != 0
               ? ERROR_SUCCESS
               : ::GetLastError();
  }

  HANDLE handle_;  // not ours
  owned_handle event_;
  bool is_pipe_;
};

using work_guard = asio::executor_work_guard<asio::io_context::executor_type>;

/// What a thread and the object that it works for share. The thread may be
/// stuck in a call that cannot be cancelled: then it is left to itself, and
/// this lives as long as it does.
struct shared_work {
  shared_work(asio::io_context& context, int descriptor)
      : io(context), file(descriptor) {}

  asio::io_context& io;  // not touched once it is closed
  waiting_file file;
  std::mutex mutex;
  std::condition_variable changed;
  bool is_closed = false;
  bool is_over = false;  // the thread has ended
  std::function<void()> task;
  std::optional<work_guard> guard;  // while somebody waits for the task
};

void run_tasks(const std::shared_ptr<shared_work>& at) {
  std::unique_lock lock(at->mutex);
  for (;;) {
    at->changed.wait(lock, [&] { return at->is_closed || at->task; });
    if (at->is_closed) break;
    const std::function<void()> task = std::exchange(at->task, nullptr);
    lock.unlock();
    task();
    lock.lock();
  }
  at->is_over = true;
  at->changed.notify_all();
}

class worker {
 public:
  worker(asio::io_context& io, int descriptor)
      : shared_(std::make_shared<shared_work>(io, descriptor)),
        thread_([shared = shared_] { run_tasks(shared); }) {}

  ~worker() {
    std::unique_lock lock(shared_->mutex);
    shared_->is_closed = true;
    shared_->task = nullptr;
    shared_->guard.reset();
    shared_->changed.notify_all();
    for (int i = 0; i < max_cancels && !shared_->is_over; ++i) {
      lock.unlock();
      ::CancelSynchronousIo(thread_.native_handle());
      shared_->file.cancel();
      lock.lock();
      shared_->changed.wait_for(lock, std::chrono::milliseconds(5),
                                [&] { return shared_->is_over; });
    }
    const bool is_over = shared_->is_over;
    lock.unlock();
    if (is_over) {
      thread_.join();
    } else {
      thread_.detach();
    }
  }
  worker(const worker&) = delete;
  worker& operator=(const worker&) = delete;

  [[nodiscard]] const std::shared_ptr<shared_work>& shared() const {
    return shared_;
  }

  void give(std::function<void()> task) {
    const std::lock_guard lock(shared_->mutex);
    shared_->task = std::move(task);
    shared_->guard.emplace(shared_->io.get_executor());
    shared_->changed.notify_all();
  }

 private:
  std::shared_ptr<shared_work> shared_;
  std::thread thread_;
};

/// From the thread: `then` runs where the io_context runs, unless nobody is
/// there any more.
void report(const std::shared_ptr<shared_work>& at,
            std::function<void()> then) {
  const std::lock_guard lock(at->mutex);
  if (at->is_closed) return;
  asio::post(at->io, [at, then = std::move(then)] {
    if (!at->is_closed) then();
  });
  at->guard.reset();
}

}  // namespace

class byte_source::state : public worker {
 public:
  using worker::worker;
};

byte_source::byte_source(asio::io_context& io, int descriptor)
    : state_(std::make_unique<state>(io, descriptor)) {}
byte_source::~byte_source() = default;

void byte_source::read(std::span<char> into, bytes_moved then) {
  const auto at = state_->shared();
  // Bytes of its own: `into` may be gone when the call returns.
  const auto bytes = std::make_shared<std::string>(into.size(), '\0');
  state_->give([at, bytes, into, then = std::move(then)] {
    std::size_t size = 0;
    const error_code failed = at->file.read(*bytes, size);
    report(at, [failed, size, bytes, into, then] {
      if (size > 0) std::memcpy(into.data(), bytes->data(), size);
      then(failed, size);
    });
  });
}

class byte_sink::state : public worker {
 public:
  using worker::worker;
};

byte_sink::byte_sink(asio::io_context& io, int descriptor)
    : state_(std::make_unique<state>(io, descriptor)) {}
byte_sink::~byte_sink() = default;

void byte_sink::write(std::string bytes, bytes_moved then) {
  const auto at = state_->shared();
  const auto kept = std::make_shared<std::string>(std::move(bytes));
  state_->give([at, kept, then = std::move(then)] {
    const error_code failed = at->file.write(*kept);
    report(at, [failed, size = kept->size(), then] { then(failed, size); });
  });
}

}  // namespace pith::mcp
