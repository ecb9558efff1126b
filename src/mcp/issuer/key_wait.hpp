// SPDX-License-Identifier: MIT
/// @file
/// What requests wait for while the keys of an issuer are being fetched.
#ifndef PITH_MCP_ISSUER_KEY_WAIT_HPP
#define PITH_MCP_ISSUER_KEY_WAIT_HPP

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace pith::mcp {

/// The end of one fetch, for all that wait for it. Safe for several threads.
class key_wait {
 public:
  /// Calls `go_on` once: at the end, in the thread that ends it, or at once
  /// when that has come. It must not block.
  void then(std::function<void()> go_on) {
    {
      const std::lock_guard guard(lock_);
      if (!is_over_) {
        waiting_.push_back(std::move(go_on));
        return;
      }
    }
    go_on();
  }
  void finish() {
    std::vector<std::function<void()>> all;
    {
      const std::lock_guard guard(lock_);
      is_over_ = true;
      all.swap(waiting_);
    }
    for (const auto& go_on : all) go_on();
  }

 private:
  std::mutex lock_;
  bool is_over_ = false;
  std::vector<std::function<void()>> waiting_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_ISSUER_KEY_WAIT_HPP
