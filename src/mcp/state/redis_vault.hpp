// SPDX-License-Identifier: MIT
/// @file
/// Sealed values of owners in Redis, within the limits of each.
#ifndef PITH_MCP_STATE_REDIS_VAULT_HPP
#define PITH_MCP_STATE_REDIS_VAULT_HPP

#include "mcp/redis/client.hpp"
#include "mcp/state/key_ring.hpp"
#include "mcp/state/result_store.hpp"
#include "mcp/state/store_counts.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// What the server sees are names that tell nothing (`pith:1:{TAG}:r:ID`) and
/// bytes that are sealed. The names of one owner have one hash tag, so they are
/// in one slot of a cluster, and one script can keep their limits. A value
/// never changes; the marks of pages beside it only become more. Whatever is
/// wrong with the server, its answer or a value, there is nothing then, and
/// counts say why. Safe for several threads.
class redis_vault {
 public:
  struct options {
    std::chrono::seconds life{1800};
    /// Of a value as it is stored, and what it may unfold to.
    std::size_t max_stored_bytes = 256U << 10U;
    std::size_t max_value_bytes = 16U << 20U;
  };
  /// What one share may have; the oldest goes first.
  struct limits {
    std::size_t entries = 0;
    std::size_t bytes = 0;
  };
  /// What may be kept; each has limits of its own.
  enum class kind : char { result = 'r', base = 'b' };
  /// Where a value is.
  struct place {
    std::size_t key = 0;  ///< which secret
    std::string index{};  ///< the key of the list of all values of the share
    std::string value{};  ///< the key of the value
    std::string id{};     ///< its end
  };
  struct found_value {
    std::string bytes{};
    std::vector<page_mark> marks{};
  };

  /// `counts` must outlive it.
  redis_vault(std::unique_ptr<redis_client> client, store_counts& counts,
              std::shared_ptr<const key_ring> keys, const options& wanted);

  [[nodiscard]] std::shared_ptr<const key_ring> keys() const;
  void use_keys(std::shared_ptr<const key_ring> next);
  [[nodiscard]] const options& settings() const noexcept { return options_; }

  /// `id` must consist of hexadecimal digits.
  [[nodiscard]] static place place_of(const key_ring& keys, std::size_t key,
                                      const page_owner& owner, kind what,
                                      std::string_view id);

  /// Sends it off, and does not wait.
  void put(const page_owner& owner, const place& where, std::string_view bytes,
           const std::vector<page_mark>& marks, const limits& most);
  /// The same for one more mark, if there are `known` of them.
  void add_mark(const page_owner& owner, const place& where, std::size_t known,
                page_mark next);
  /// Keeps it for longer. `is_gone` runs in the thread of the client if there
  /// is nothing to keep.
  void touch(const place& where, std::function<void()> is_gone);
  void remove(const place& where);

  // These two wait for as long as the client does.

  [[nodiscard]] std::optional<found_value> get(const page_owner& owner,
                                               const place& where);
  /// Nothing when nobody knows; possibly none.
  [[nodiscard]] std::optional<std::vector<page_mark>> marks(
      const page_owner& owner, const place& where);

  /// Does not wait: `then` runs in the thread of the client, once, at the end
  /// of the client's time at the latest.
  void get(std::string owner, std::string tenant, place where,
           std::function<void(std::optional<found_value>)> then);

 private:
  using clock = std::chrono::steady_clock;
  [[nodiscard]] std::optional<found_value> read(const key_ring& keys,
                                                const page_owner& owner,
                                                const place& where,
                                                const redis_result& result);
  [[nodiscard]] std::optional<std::vector<page_mark>> read_marks(
      const key_ring& keys, const page_owner& owner, const place& where,
      std::string_view sealed);
  [[nodiscard]] std::string seal_mark(const key_ring& keys,
                                      const page_owner& owner,
                                      const place& where, std::size_t index,
                                      page_mark mark) const;
  /// True when the server answered; counts.
  bool note(const redis_result& result, clock::time_point since);
  void send(redis_command command, bool is_write);
  [[nodiscard]] std::string life_words() const;

  store_counts& counts_;
  options options_;
  mutable std::mutex lock_;
  std::shared_ptr<const key_ring> keys_;
  // The last, so that it goes first: what it calls uses the others.
  std::unique_ptr<redis_client> client_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_STATE_REDIS_VAULT_HPP
