// SPDX-License-Identifier: MIT
/// @file
/// Which server of a Redis Cluster has a key.
#ifndef PITH_MCP_REDIS_SLOTS_HPP
#define PITH_MCP_REDIS_SLOTS_HPP

#include "mcp/redis/address.hpp"
#include "mcp/redis/reply.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pith::mcp {

inline constexpr std::size_t redis_slot_count = 16'384;

/// The slot of a key: CRC16 (XMODEM) of its hash tag, which is what is between
/// the first '{' and the next '}' if that is not empty, else of all of it.
[[nodiscard]] std::size_t redis_slot(std::string_view key) noexcept;

/// The masters of a cluster, and which slots they have.
class redis_slot_map {
 public:
  static constexpr std::size_t max_masters = 1'000;

  /// The reply to CLUSTER SLOTS; `asked` is who gave it. Nothing when it is not
  /// such a reply, or names more masters than are bearable. Slots that it does
  /// not name, or names with an address that cannot be read, have no master.
  [[nodiscard]] static std::optional<redis_slot_map> read(
      const redis_reply& reply, const redis_address& asked);

  [[nodiscard]] const std::vector<redis_address>& masters() const noexcept {
    return masters_;
  }
  /// Null when nobody has it.
  [[nodiscard]] const redis_address* master_of(std::size_t slot) const noexcept;
  /// From now on `where` has the slot, as a server said.
  void move(std::size_t slot, const redis_address& where);

 private:
  static constexpr std::uint16_t nobody = 0xFFFF;
  redis_slot_map() noexcept { owner_.fill(nobody); }
  /// Its place among the masters; `nobody` when there are too many.
  std::uint16_t add(const redis_address& master);

  std::vector<redis_address> masters_;
  std::array<std::uint16_t, redis_slot_count> owner_{};
};

/// Where a server of a cluster sends those who ask it.
struct redis_redirect {
  bool is_ask = false;  ///< for this one command; else for good
  std::size_t slot = 0;
  redis_address to{};
};

/// "MOVED 3999 127.0.0.1:6381" and "ASK 3999 127.0.0.1:6381"; nothing for any
/// other text.
[[nodiscard]] std::optional<redis_redirect> read_redis_redirect(
    std::string_view error, const redis_address& asked);

}  // namespace pith::mcp

#endif  // PITH_MCP_REDIS_SLOTS_HPP
