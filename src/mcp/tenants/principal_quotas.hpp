// SPDX-License-Identifier: MIT
/// @file
/// How much of the gateway one principal may have at once, so that none can
/// take all of it.
#ifndef PITH_MCP_TENANTS_PRINCIPAL_QUOTAS_HPP
#define PITH_MCP_TENANTS_PRINCIPAL_QUOTAS_HPP

#include "mcp/config/configuration.hpp"
#include "mcp/net/server/http_server.hpp"
#include "mcp/tenants/call_rate.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// What is counted for each principal.
enum class quota : unsigned char { in_flight, sessions, children, streams };
inline constexpr std::size_t quota_count = 4;

/// Whom something is counted for.
struct tenant {
  /// A principal, or an address when there are no tokens; addresses of IPv6
  /// that one network can make up at will are one. Empty: nobody.
  std::string key{};
  /// Without a token on this machine: a person's own clients, or a proxy that
  /// speaks for many. Only what is configured limits it.
  bool is_local = false;
};
[[nodiscard]] tenant tenant_of(std::string_view principal,
                               std::string_view address);
[[nodiscard]] tenant tenant_of(const http_exchange& exchange);

/// Whose share what is kept of results belongs to; empty: nobody limits it.
[[nodiscard]] std::string share_of(const tenant& who,
                                   const gateway_limits& limits);

/// Counts what principals have. Safe for several threads.
class principal_quotas : public std::enable_shared_from_this<principal_quotas> {
 public:
  /// One of what is counted, until the pointer goes.
  using lease = std::shared_ptr<void>;

  /// One more, or null: `who` has as many as it may. When four fifths of what
  /// all may have together are taken, nobody gets more than an equal share, of
  /// which one is left for whoever comes next.
  [[nodiscard]] lease take(quota what, const tenant& who,
                           const gateway_limits& limits);
  /// As many as this, or none at all.
  [[nodiscard]] std::vector<lease> take(quota what, const tenant& who,
                                        const gateway_limits& limits,
                                        std::size_t count);
  /// The same for `count` requests, with the answer to what is refused: 429,
  /// which limit it is, and what to do. Requests in flight count towards the
  /// rate of calls, too. `id` is that of the request, raw; empty stands for
  /// null. `into` holds the leases of what is let in.
  [[nodiscard]] std::optional<http_response> admit(
      quota what, const tenant& who, const gateway_limits& limits,
      std::string_view id, std::size_t count, std::vector<lease>& into);
  [[nodiscard]] std::size_t held(quota what, const tenant& who) const;

 private:
  struct counts {
    std::map<std::string, std::size_t, std::less<>> by_key;
    std::size_t all = 0;
  };
  class place;
  [[nodiscard]] static bool has_room(const counts& of, quota what,
                                     const tenant& who,
                                     const gateway_limits& limits,
                                     std::size_t count);
  void give_back(quota what, const std::string& key, std::size_t count);

  mutable std::mutex lock_;
  std::array<counts, quota_count> held_;
  call_rate rate_;
};

/// 429 for what take() refused: which limit it is, and what to do. `id` is
/// that of the request, raw; empty stands for null.
[[nodiscard]] http_response refuse_quota(quota what, const tenant& who,
                                         const gateway_limits& limits,
                                         std::string_view id,
                                         std::size_t count = 1);

/// The same exchange, which holds `lease` as long as it lives.
[[nodiscard]] std::shared_ptr<http_exchange> with_lease(
    std::shared_ptr<http_exchange> exchange, std::shared_ptr<void> lease);

}  // namespace pith::mcp

#endif  // PITH_MCP_TENANTS_PRINCIPAL_QUOTAS_HPP
