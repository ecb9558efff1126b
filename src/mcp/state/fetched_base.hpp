// SPDX-License-Identifier: MIT
/// @file
/// An earlier answer that is being fetched.
#ifndef PITH_MCP_STATE_FETCHED_BASE_HPP
#define PITH_MCP_STATE_FETCHED_BASE_HPP

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace pith::mcp {

/// Is asked for while the server works, and mostly there before it answers.
/// Safe for several threads.
class fetched_base {
 public:
  /// Once; null: there is nothing.
  void set(std::shared_ptr<const std::string> bytes) {
    std::function<void()> then;
    {
      const std::lock_guard hold{lock_};
      bytes_ = std::move(bytes);
      is_there_ = true;
      then = std::exchange(then_, nullptr);
    }
    if (then) then();
  }
  [[nodiscard]] bool is_there() const {
    const std::lock_guard hold{lock_};
    return is_there_;
  }
  /// Null when there is nothing, or not yet.
  [[nodiscard]] std::shared_ptr<const std::string> bytes() const {
    const std::lock_guard hold{lock_};
    return bytes_;
  }
  /// Calls `then` once it is there: at once, or in the thread of set(). Only
  /// the last one is called.
  void when_there(std::function<void()> then) {
    {
      const std::lock_guard hold{lock_};
      if (!is_there_) {
        then_ = std::move(then);
        return;
      }
    }
    then();
  }

 private:
  mutable std::mutex lock_;
  bool is_there_ = false;
  std::shared_ptr<const std::string> bytes_;
  std::function<void()> then_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_STATE_FETCHED_BASE_HPP
