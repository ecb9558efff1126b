// SPDX-License-Identifier: MIT
/// @file
/// Where earlier answers are kept that a model may name, so that it is sent
/// only what has changed since.
#ifndef PITH_MCP_STATE_BASE_STORE_HPP
#define PITH_MCP_STATE_BASE_STORE_HPP

#include "mcp/state/memory_store.hpp"
#include "mcp/state/result_store.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace pith::mcp {

/// Bytes under handles that whoever keeps them makes of the bytes and their
/// owner, so that the same handle always stands for the same bytes. A handle of
/// somebody else is the same as none. Bounded in number, bytes and time. Safe
/// for several threads.
///
/// It may lose anything at any time: then everything is sent again. It must
/// never give bytes to anybody but their owner; that they are those of the
/// handle, whoever asks checks itself.
class base_store {
 public:
  /// Takes what is kept; null when there is nothing, or not soon enough.
  using taker = std::function<void(std::shared_ptr<const std::string> bytes)>;

  base_store() = default;
  base_store(const base_store&) = delete;
  base_store& operator=(const base_store&) = delete;
  virtual ~base_store() = default;

  /// Keeps it, or keeps it for longer. Nobody waits for that.
  virtual void put(const page_owner& owner, std::string_view handle,
                   std::string bytes) = 0;
  /// What this process has itself; null when that is nothing. Never waits.
  [[nodiscard]] virtual std::shared_ptr<const std::string> find(
      std::string_view owner, std::string_view handle) = 0;
  /// Calls `then` once: before it returns, or soon, in any thread.
  virtual void get(std::string_view owner, std::string_view handle,
                   taker then) = 0;
};

/// In the memory of this process, within the limits of a store of results.
class memory_bases final : public base_store {
 public:
  /// The store must outlive it.
  explicit memory_bases(memory_store& store) noexcept : store_(store) {}

  void put(const page_owner& owner, std::string_view handle,
           std::string bytes) override {
    store_.keep_as(owner, handle, std::move(bytes));
  }
  [[nodiscard]] std::shared_ptr<const std::string> find(
      std::string_view owner, std::string_view handle) override {
    return store_.find(owner, handle);
  }
  void get(std::string_view owner, std::string_view handle,
           taker then) override {
    then(find(owner, handle));
  }

 private:
  memory_store& store_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_STATE_BASE_STORE_HPP
