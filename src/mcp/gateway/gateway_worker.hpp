// SPDX-License-Identifier: MIT
/// @file
/// One thread of the gateway: its connections, and what it needs to answer.
#ifndef PITH_MCP_GATEWAY_GATEWAY_WORKER_HPP
#define PITH_MCP_GATEWAY_GATEWAY_WORKER_HPP

#include "mcp/access/access.hpp"
#include "mcp/access/token_guard.hpp"
#include "mcp/gateway/config_snapshot.hpp"
#include "mcp/gateway/readiness.hpp"
#include "mcp/interpret/slow_lane.hpp"
#include "mcp/net/server/http_server.hpp"
#include "mcp/relay/http_relay.hpp"
#include "mcp/tenants/fair_scheduler.hpp"
#include "mcp/tenants/principal_quotas.hpp"

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace pith::mcp {

class gateway_log;
class hub_set;

/// What all workers share. The references outlive them.
struct gateway_state {
  gateway_metrics& metrics;
  gateway_log& log;
  hub_set& hubs;
  std::shared_ptr<slow_lane> lane;
  std::shared_ptr<principal_quotas> quotas;
  http_server_counts counts{};
  std::atomic<service_phase> phase{service_phase::starting};
  token_guard tokens{};
};

/// Listens, admits and answers in one thread.
class gateway_worker final : public http_handler {
 public:
  gateway_worker(gateway_state& shared,
                 std::shared_ptr<const config_snapshot> first,
                 const http_server::options& listen);
  ~gateway_worker() override;

  /// What went wrong; empty when it listens.
  [[nodiscard]] std::string open() { return server_.open(); }
  [[nodiscard]] unsigned short port() const noexcept { return server_.port(); }
  void start();
  /// Serves by this from now on; from any thread.
  /// Null: the certificate stays.
  void use(std::shared_ptr<const config_snapshot> next,
           std::shared_ptr<boost::asio::ssl::context> certificate);
  /// Serves on, but asks clients for no further request on their connections.
  void leave();
  void drain();
  /// Ends the thread.
  void stop();

  [[nodiscard]] admission admit(const http_request& head,
                                std::string_view peer) override;
  [[nodiscard]] bool still_allows(const http_request& head,
                                  std::string_view peer,
                                  const caller_identity& who) override;
  void on_accept_failure(std::string_view why) override;
  void handle(std::shared_ptr<http_exchange> exchange) override;

 private:
  [[nodiscard]] admission refuse(http_response why, std::string_view reason);
  /// `fault` is what is wrong with the token; nothing: there is none.
  [[nodiscard]] admission refuse_token(const http_request& head,
                                       std::string_view address,
                                       std::optional<token_fault> fault);
  /// What pretends to be of a proxy in front; `peer` is where it comes from.
  [[nodiscard]] admission refuse_proxy(caller_verdict verdict,
                                       std::string_view peer);
  [[nodiscard]] admission tell_metadata(const http_request& head,
                                        std::string_view path);
  /// Who sends a request, by whatever it proves that with.
  struct identity {
    caller_verdict verdict{};
    std::optional<token_fault> fault{};  ///< of a token that is not good
    std::shared_ptr<key_wait> wait{};    ///< for keys that may tell
    bool is_undecided = false;           ///< there are none to tell
  };
  [[nodiscard]] identity identify(const http_request& head,
                                  std::string_view peer) const;
  /// `address` is where it comes from; `peer` the other end of its connection.
  [[nodiscard]] admission decide(const http_request& head,
                                 std::string_view address,
                                 std::string_view peer);
  /// `may`: whether it is for this caller at all.
  [[nodiscard]] admission admit_to_server(const http_request& head, bool may,
                                          caller_pointer who);
  /// Without a server it is for the hub of an endpoint.
  void handle_server(std::shared_ptr<http_exchange> exchange,
                     const server_settings* server,
                     const std::string& endpoint);
  /// The servers whose numbers are for whoever asks; none: all of them.
  [[nodiscard]] gateway_metrics::server_filter seen_by(
      const http_exchange& exchange) const;
  void show(http_exchange& exchange, route::place what);
  /// Null when the server cannot be spoken to; `problem` says why.
  std::shared_ptr<relay_state> relay_of(const server_settings& server,
                                        std::string& problem);

  gateway_state& shared_;
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type>
      work_;
  std::shared_ptr<const config_snapshot> now_;
  std::shared_ptr<fair_scheduler> turns_;
  // Of the current snapshot, by server; made when first asked for.
  std::map<std::string, std::shared_ptr<relay_state>> relays_;
  // All that there are: calls under way keep those of earlier snapshots.
  std::vector<std::weak_ptr<relay_state>> made_;
  bool is_draining_ = false;
  std::chrono::steady_clock::time_point complained_{};  // of accept
  http_server server_;
  std::thread thread_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_GATEWAY_GATEWAY_WORKER_HPP
