// SPDX-License-Identifier: MIT
/// @file
/// subscriptions/listen of modern clients: one stream to the client, one from
/// each member that it concerns.
#ifndef PITH_MCP_MERGE_LISTEN_STREAMS_HPP
#define PITH_MCP_MERGE_LISTEN_STREAMS_HPP

#include "mcp/merge/member_set.hpp"
#include "mcp/protocol/message.hpp"

#include <boost/asio/steady_timer.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// For the thread of its io_context. A member's stream that ends is opened
/// again while the client listens.
class listen_streams : public std::enable_shared_from_this<listen_streams> {
 public:
  using sender = std::function<void(std::string text)>;

  /// All references must outlive it.
  listen_streams(boost::asio::io_context& io, std::shared_ptr<member_set> from,
                 sender to_client)
      : io_(io), members_(std::move(from)), send_(std::move(to_client)) {}

  /// A listen request of the client's: acknowledged at once, with what the
  /// endpoint can honour.
  void begin(const message& request);
  /// The client listens no more. False when it did not.
  bool end(const std::string& key);
  /// A notification of a member's. True when it belongs to a stream.
  [[nodiscard]] bool take(std::size_t member, const message& m);
  /// A list of the endpoint's has changed: `tools`, `prompts`, `resources`.
  void announce(std::string_view what);

 private:
  struct stream {
    std::string id;  // raw, the client's
    bool tools = false;
    bool prompts = false;
    bool resources = false;
    std::map<std::size_t, std::vector<std::string>> uris;  // raw, by member
  };

  [[nodiscard]] static std::string tagged(const stream& to,
                                          std::string_view method,
                                          std::string_view members);
  void open_member(const std::string& key, std::size_t member,
                   std::chrono::milliseconds wait);
  void retry_later(const std::string& key, std::size_t member,
                   std::chrono::milliseconds wait);

  static constexpr std::size_t most = 100;
  static constexpr std::size_t max_uris = 1'000;

  boost::asio::io_context& io_;
  std::shared_ptr<member_set> members_;
  sender send_;
  std::map<std::string, stream> streams_;  // by id_key()
  /// Of members: (member, number) to the key of the client's stream.
  std::map<std::pair<std::size_t, std::uint64_t>, std::string> from_members_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_LISTEN_STREAMS_HPP
