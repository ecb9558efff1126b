// SPDX-License-Identifier: MIT
/// @file
/// Kept results that several gateways share.
#ifndef PITH_MCP_STATE_SHARED_STORE_HPP
#define PITH_MCP_STATE_SHARED_STORE_HPP

#include "mcp/state/memory_store.hpp"
#include "mcp/state/redis_vault.hpp"
#include "mcp/state/result_store.hpp"

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// A result_store in memory with Redis after it: what one gateway keeps,
/// another finds. A result goes off with its first mark, because before that
/// nobody can have been shown its handle. Handles are sealed (key_ring.hpp), so
/// those that were guessed, changed, stolen or have expired are known without
/// asking anybody. Whatever is wrong with Redis, a result is still there for
/// this gateway; for others it has expired.
class shared_store final : public result_store {
 public:
  /// `vault` must outlive it.
  shared_store(redis_vault& vault, const memory_store::limits& local);
  explicit shared_store(redis_vault& vault)
      : shared_store(vault, memory_store::limits{}) {}

  void set_share(std::size_t entries_each, std::size_t bytes_each) override;
  [[nodiscard]] std::string keep(const page_owner& owner,
                                 std::string rest) override;
  [[nodiscard]] std::shared_ptr<const std::string> find(
      const page_owner& owner, std::string_view handle) override;
  [[nodiscard]] std::shared_ptr<const std::string> find_here(
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

 private:
  /// Where a result is; nothing when the handle is none of this owner's.
  [[nodiscard]] std::optional<redis_vault::place> open(
      const page_owner& owner, std::string_view handle) const;
  void publish(const page_owner& owner, std::string_view handle,
               const redis_vault::place& where, page_mark first);

  redis_vault& vault_;
  memory_store::limits bounds_;
  memory_store local_;
  std::atomic<std::size_t> entries_each_;
  std::atomic<std::size_t> bytes_each_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_STATE_SHARED_STORE_HPP
