// SPDX-License-Identifier: MIT
#include "mcp/tenants/principal_quotas.hpp"

#include "mcp/http/address_range.hpp"
#include "mcp/protocol/rpc_response.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <utility>

namespace pith::mcp {

namespace {

struct quota_bounds {
  std::size_t each = 0;
  std::size_t all = 0;
  bool is_shared = true;  ///< equally, when there is little left
};

quota_bounds bounds_of(quota what, const tenant& who,
                       const gateway_limits& limits) {
  const auto bounds = [&who](const std::optional<std::size_t>& configured,
                             std::size_t usual, std::size_t all) {
    return quota_bounds{configured.value_or(who.is_local ? all : usual), all,
                        configured || !who.is_local};
  };
  switch (what) {
    case quota::in_flight:
      return bounds(limits.in_flight_per_client,
                    gateway_limits::usual_in_flight, limits.in_flight);
    case quota::sessions:
      return bounds(limits.sessions_per_client, gateway_limits::usual_sessions,
                    limits.sessions);
    case quota::children:
      return bounds(limits.children_per_client, gateway_limits::usual_children,
                    limits.children);
    case quota::streams:
      break;
  }
  return {limits.streams_per_client, 0, false};
}

/// What people call it, where its limit is configured, what to do, and after
/// how many seconds it is worth trying again.
struct quota_words {
  std::string_view name;
  std::string_view key;
  std::string_view advice;
  std::string_view seconds;
};

quota_words words_of(quota what) noexcept {
  switch (what) {
    case quota::in_flight:
      return {"requests in flight", "limits.in_flight_per_client",
              "wait for an answer, or cancel a request", "1"};
    case quota::sessions:
      return {"sessions", "limits.sessions_per_client",
              "end one that you do not need with DELETE", "10"};
    case quota::children:
      return {"server processes", "limits.children_per_client",
              "end a session that you do not need with DELETE", "10"};
    case quota::streams:
      break;
  }
  return {"open streams", "limits.streams_per_client",
          "close one that you do not need", "5"};
}

/// The first 64 bits of an IPv6 address: the rest is for its network to
/// choose, and may differ from one connection to the next.
std::string network_of(const ip_address& address) {
  ip_address start{};
  std::copy_n(address.begin(), 8, start.begin());
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (::inet_ntop(AF_INET6, start.data(), text.data(), text.size()) ==
      nullptr) {
    return {};
  }
  return std::string(text.data()) + "/64";
}

http_response too_many(std::string_view id, std::string_view why,
                       std::string_view seconds) {
  http_response refusal = rpc_failure(429, id, rpc_code::internal_error, why);
  refusal.fields.add("Retry-After", std::string(seconds));
  return refusal;
}

http_response refuse_rate(std::size_t per_second, std::string_view id,
                          std::size_t count) {
  std::string why = "Too many calls: a client may make ";
  why.append(std::to_string(per_second));
  why.append(" a second (limits.calls_per_second_per_client); ");
  why.append(count > per_second ? "send this batch in parts" : "call later");
  return too_many(id, why, "1");
}

}  // namespace

tenant tenant_of(std::string_view principal, std::string_view address) {
  if (!principal.empty()) return {std::string(principal), false};
  tenant who{std::string(address),
             is_loopback(address) || address == local_peer};
  const auto bits = to_address(address);
  if (bits && !v4_addresses.has(*bits) && !who.is_local) {
    who.key = network_of(*bits);
  }
  return who;
}

tenant tenant_of(const http_exchange& exchange) {
  return tenant_of(exchange.principal(), exchange.peer());
}

std::string share_of(const tenant& who, const gateway_limits& limits) {
  const bool is_configured =
      limits.kept_bytes_per_client || limits.kept_results_per_client;
  return who.is_local && !is_configured ? std::string{} : who.key;
}

/// Gives back what it stands for when it goes.
class principal_quotas::place {
 public:
  place(std::shared_ptr<principal_quotas> io, quota what, std::string key)
      : io_(std::move(io)), what_(what), key_(std::move(key)) {}
  ~place() { io_->give_back(what_, key_, 1); }
  place(const place&) = delete;
  place& operator=(const place&) = delete;

 private:
  std::shared_ptr<principal_quotas> io_;
  quota what_;
  std::string key_;
};

bool principal_quotas::has_room(const counts& of, quota what, const tenant& who,
                                const gateway_limits& limits,
                                std::size_t count) {
  const quota_bounds bounds = bounds_of(what, who, limits);
  const auto found = of.by_key.find(who.key);
  const bool is_new = found == of.by_key.end();
  const std::size_t own = is_new ? 0 : found->second;
  std::size_t most = bounds.each;
  if (bounds.is_shared && of.all + count > bounds.all - bounds.all / 5) {
    // One share is left for whoever comes next.
    const std::size_t shares = of.by_key.size() + (is_new ? 2 : 1);
    most = std::min(most, std::max<std::size_t>(1, bounds.all / shares));
  }
  return own < most && count <= most - own;
}

principal_quotas::lease principal_quotas::take(quota what, const tenant& who,
                                               const gateway_limits& limits) {
  auto leases = take(what, who, limits, 1);
  return leases.empty() ? nullptr : std::move(leases.front());
}

std::vector<principal_quotas::lease> principal_quotas::take(
    quota what, const tenant& who, const gateway_limits& limits,
    std::size_t count) {
  std::vector<lease> leases;
  leases.reserve(count);
  {
    const std::lock_guard hold{lock_};
    counts& of = held_[static_cast<std::size_t>(what)];
    if (!has_room(of, what, who, limits, count)) return leases;
    of.by_key[who.key] += count;
    of.all += count;
  }
  try {
    while (leases.size() < count) {
      leases.push_back(
          std::make_shared<place>(shared_from_this(), what, who.key));
    }
  } catch (...) {  // without memory
    give_back(what, who.key, count - leases.size());
    throw;
  }
  return leases;
}

std::optional<http_response> principal_quotas::admit(
    quota what, const tenant& who, const gateway_limits& limits,
    std::string_view id, std::size_t count, std::vector<lease>& into) {
  auto leases = take(what, who, limits, count);
  if (leases.empty()) return refuse_quota(what, who, limits, id, count);
  const std::size_t per_second = limits.calls_per_second_per_client;
  if (what == quota::in_flight && per_second != 0) {
    const auto now = call_rate::clock::now();
    const std::lock_guard hold{lock_};
    if (!rate_.take(who.key, per_second, count, now)) {
      return refuse_rate(per_second, id, count);
    }
  }
  into = std::move(leases);
  return std::nullopt;
}

void principal_quotas::give_back(quota what, const std::string& key,
                                 std::size_t count) {
  const std::lock_guard hold{lock_};
  counts& of = held_[static_cast<std::size_t>(what)];
  const auto found = of.by_key.find(key);
  if (found == of.by_key.end()) return;
  of.all -= count;
  found->second -= count;
  if (found->second == 0) of.by_key.erase(found);
}

std::size_t principal_quotas::held(quota what, const tenant& who) const {
  const std::lock_guard hold{lock_};
  const counts& of = held_[static_cast<std::size_t>(what)];
  const auto found = of.by_key.find(who.key);
  return found == of.by_key.end() ? 0 : found->second;
}

http_response refuse_quota(quota what, const tenant& who,
                           const gateway_limits& limits, std::string_view id,
                           std::size_t count) {
  const quota_words words = words_of(what);
  const std::size_t most = bounds_of(what, who, limits).each;
  std::string why = "Too many ";
  why.append(words.name).append(": ");
  if (count > most) {
    why.append("this batch needs ").append(std::to_string(count));
    why.append(", and a client may have ").append(std::to_string(most));
    why.append(" at once (").append(words.key).append("); send it in parts");
  } else {
    why.append("a client may have ").append(std::to_string(most));
    why.append(" at once (").append(words.key);
    why.append("), and fewer while the gateway is full; ");
    why.append(words.advice);
  }
  return too_many(id, why, words.seconds);
}

std::shared_ptr<http_exchange> with_lease(
    std::shared_ptr<http_exchange> exchange, std::shared_ptr<void> lease) {
  using both = std::pair<std::shared_ptr<http_exchange>, std::shared_ptr<void>>;
  const auto kept =
      std::make_shared<both>(std::move(exchange), std::move(lease));
  return {kept, kept->first.get()};  // shares the life of the pair
}

}  // namespace pith::mcp
