// SPDX-License-Identifier: MIT
/// @file
/// The secrets that all replicas of a gateway share, and what they seal: values
/// in a store that others can read, and handles.
#ifndef PITH_MCP_STATE_KEY_RING_HPP
#define PITH_MCP_STATE_KEY_RING_HPP

#include "mcp/state/result_store.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// A handle that was opened.
struct opened_handle {
  std::size_t key = 0;     ///< which secret sealed it
  std::string id{};        ///< 16 hexadecimal digits
  std::int64_t expires{};  ///< seconds since 1970
};

/// Secrets in an order: the first seals, all of them open. Never changed once
/// it is made; safe for several threads.
class key_ring {
 public:
  static constexpr std::size_t max_secrets = 8;
  static constexpr std::size_t min_secret_bytes = 32;

  /// At least one secret.
  explicit key_ring(const std::vector<std::string>& secrets);

  [[nodiscard]] std::size_t size() const noexcept { return keys_.size(); }

  /// What stands for whose share something is in the names of keys: 32
  /// hexadecimal digits that tell nobody else who it is.
  [[nodiscard]] std::string tag(std::size_t key, const page_owner& owner) const;
  /// The same for a thing of this owner, such as a root.
  [[nodiscard]] std::string name(std::size_t key, const page_owner& owner,
                                 std::string_view what) const;

  /// `bytes` compressed (zstd), with the SHA-256 of them, sealed (AES-256-GCM)
  /// for this owner and this place. Empty when that fails.
  [[nodiscard]] std::string seal(std::size_t key, const page_owner& owner,
                                 std::string_view place,
                                 std::string_view bytes) const;
  /// What was sealed. Nothing when it is not what this owner sealed for this
  /// place, or has more than `max_bytes`.
  [[nodiscard]] std::optional<std::string> open(std::size_t key,
                                                const page_owner& owner,
                                                std::string_view place,
                                                std::string_view sealed,
                                                std::size_t max_bytes) const;
  /// The same for something small: not compressed, so that its size is known.
  [[nodiscard]] std::string seal_small(std::size_t key, const page_owner& owner,
                                       std::string_view place,
                                       std::string_view bytes) const;
  [[nodiscard]] std::optional<std::string> open_small(
      std::size_t key, const page_owner& owner, std::string_view place,
      std::string_view sealed) const;
  /// What seal_small() adds.
  static constexpr std::size_t seal_bytes = 12 + 16;

  /// A handle for this owner until `expires`: 32 hexadecimal digits, one block
  /// of AES-256 with a random id, the time and 32 bits that must be zero. To
  /// whoever does not have the key it is random; a guess is right once in 2^50.
  /// Empty when there is no randomness.
  [[nodiscard]] std::string make_handle(const page_owner& owner,
                                        std::int64_t expires) const;
  /// Nothing when no secret made it for this owner, or its time is not within
  /// `now` and `latest`.
  [[nodiscard]] std::optional<opened_handle> open_handle(
      const page_owner& owner, std::string_view handle, std::int64_t now,
      std::int64_t latest) const;

 private:
  struct keys {
    std::string tag;
    std::string name;
    std::string value;
    std::string handle;
  };
  std::vector<keys> keys_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_STATE_KEY_RING_HPP
