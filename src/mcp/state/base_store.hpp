// SPDX-License-Identifier: MIT
/// @file
/// What deltas begin with: earlier results, each under its root.
#ifndef PITH_MCP_STATE_BASE_STORE_HPP
#define PITH_MCP_STATE_BASE_STORE_HPP

#include "mcp/state/memory_store.hpp"
#include "mcp/state/redis_vault.hpp"
#include "mcp/state/result_store.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Bytes under names that their maker chose, such as a root, each for its owner
/// alone. They never change: put() of a name that is there keeps it
/// for longer, where others can find it, and nothing else.
/// Bounded in number, bytes and time for each tenant, the oldest goes first; a
/// base that is not there costs tokens, nothing else. Safe for several threads.
class base_store {
 public:
  /// Null when there is nothing, or not in time.
  using taker = std::function<void(std::shared_ptr<const std::string>)>;

  base_store() = default;
  base_store(const base_store&) = delete;
  base_store& operator=(const base_store&) = delete;
  virtual ~base_store() = default;

  /// Does not wait.
  virtual void put(const page_owner& owner, std::string_view root,
                   std::string bytes) = 0;
  /// Does not wait: `then` is called once, within some milliseconds, inside
  /// this call or in another thread. It must not take long.
  virtual void get(const page_owner& owner, std::string_view root,
                   taker then) = 0;
};

/// In the memory of this process.
class memory_base_store final : public base_store {
 public:
  static constexpr memory_store::limits usual{
      .entries = 8192,
      .bytes = 64U << 20U,
      .life = std::chrono::seconds{1800},
      .entries_each = 512,
      .bytes_each = 16U << 20U};

  explicit memory_base_store(const memory_store::limits& bounds = usual)
      : bases_(bounds) {}

  void put(const page_owner& owner, std::string_view root,
           std::string bytes) override;
  void get(const page_owner& owner, std::string_view root, taker then) override;
  /// Now; null when there is nothing.
  [[nodiscard]] std::shared_ptr<const std::string> find(const page_owner& owner,
                                                        std::string_view root);

 private:
  memory_store bases_;
};

/// In memory, with Redis after it.
class shared_base_store final : public base_store {
 public:
  /// `vault` must outlive it.
  explicit shared_base_store(
      redis_vault& vault,
      const memory_store::limits& bounds = memory_base_store::usual)
      : vault_(vault),
        bounds_(bounds),
        local_(std::make_shared<memory_base_store>(bounds)) {}

  void put(const page_owner& owner, std::string_view root,
           std::string bytes) override;
  void get(const page_owner& owner, std::string_view root, taker then) override;

 private:
  redis_vault& vault_;
  memory_store::limits bounds_;
  std::shared_ptr<memory_base_store> local_;  // answers may come later than us
};

}  // namespace pith::mcp

#endif  // PITH_MCP_STATE_BASE_STORE_HPP
