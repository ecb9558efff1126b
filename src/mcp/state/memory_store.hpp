// SPDX-License-Identifier: MIT
/// @file
/// Kept results in the memory of this process.
#ifndef PITH_MCP_STATE_MEMORY_STORE_HPP
#define PITH_MCP_STATE_MEMORY_STORE_HPP

#include "mcp/state/result_store.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// A result_store that ends with the process. When it is full, the oldest of
/// who holds most goes first, so that nobody can drive out what is kept for
/// others.
class memory_store final : public result_store {
 public:
  struct limits {
    std::size_t entries = 1'000;
    std::size_t bytes = 256U << 20U;
    std::chrono::seconds life{1800};
    /// The same of one tenant.
    std::size_t entries_each = 200;
    std::size_t bytes_each = 64U << 20U;
  };
  explicit memory_store(const limits& bounds);
  memory_store() : memory_store(limits{}) {}
  memory_store(const memory_store&) = delete;
  memory_store& operator=(const memory_store&) = delete;
  ~memory_store() override;

  void set_share(std::size_t entries_each, std::size_t bytes_each) override;
  [[nodiscard]] std::string keep(const page_owner& owner,
                                 std::string rest) override;
  /// The same under a handle of somebody else's making, which only this owner
  /// can have; one that is there is kept for longer. False when it is too large
  /// to keep.
  bool keep_as(const page_owner& owner, std::string handle, std::string rest);
  [[nodiscard]] std::shared_ptr<const std::string> find(
      const page_owner& owner, std::string_view handle) override;
  void forget(const page_owner& owner, std::string_view handle) override;
  [[nodiscard]] std::vector<page_mark> marks(const page_owner& owner,
                                             std::string_view handle) override;
  void add_mark(const page_owner& owner, std::string_view handle,
                std::size_t known, page_mark next) override;
  [[nodiscard]] std::shared_ptr<const made_value> find_made(
      const page_owner& owner, std::string_view handle,
      made_kind what) override;
  void keep_made(const page_owner& owner, std::string_view handle,
                 made_kind what, std::shared_ptr<const made_value> made,
                 std::size_t bytes) override;

  [[nodiscard]] std::size_t size() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_STATE_MEMORY_STORE_HPP
