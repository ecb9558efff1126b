// SPDX-License-Identifier: MIT
/// @file
/// The answer to one POST of a legacy client, in the making.
#ifndef PITH_MCP_HUB_POST_REPLY_HPP
#define PITH_MCP_HUB_POST_REPLY_HPP

#include "mcp/hub/session_streams.hpp"
#include "mcp/protocol/hub_reply.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// JSON when the answers come first, a stream as soon as anything else belongs
/// to it. The streams must outlive it.
class post_reply {
 public:
  using clock = hub_shared::clock;

  /// For `requests` answers. `fields` are added to the head.
  post_reply(std::shared_ptr<http_exchange> exchange, session_streams& streams,
             std::size_t requests, bool is_batch, http_fields fields);

  /// Whether messages other than answers can be sent.
  [[nodiscard]] bool can_stream() const noexcept {
    return stream_ != nullptr || (exchange_ && forms_.events);
  }
  /// Sends a message that is not an answer; needs can_stream(). Returns the
  /// stream.
  session_streams::stream_ptr say(std::string_view text);
  /// One of the answers; the last one ends it.
  void answer(std::string text);
  /// The answer to the only request, with its own status, where that can still
  /// be said; else the message in it is one of the answers.
  void refuse(http_response response);
  /// One of the answers will never come.
  void skip();
  /// Becomes a stream when the answer takes long, so that the connection is
  /// not taken for a dead one.
  void beat(clock::time_point now, std::chrono::milliseconds patience);
  /// The client is gone, and what was not sent as a stream can go nowhere.
  void lose() noexcept;
  /// Whether nobody hears the answers: for good, or for this long and until
  /// somebody resumes the stream.
  [[nodiscard]] bool is_lost(clock::time_point now,
                             std::chrono::milliseconds patience) const;
  [[nodiscard]] bool is_lost_for_good() const noexcept { return is_gone_; }
  /// Fields for the head, as long as it has not been sent.
  void set_fields(http_fields fields) { fields_ = std::move(fields); }

 private:
  void open_stream();
  void complete();

  std::shared_ptr<http_exchange> exchange_;  // until something is sent
  session_streams* streams_;
  accepted_forms forms_;
  std::size_t open_;
  bool is_batch_;
  bool is_gone_ = false;
  http_fields fields_;
  std::vector<std::string> answers_;
  session_streams::stream_ptr stream_;
  clock::time_point since_ = clock::now();
};

}  // namespace pith::mcp

#endif  // PITH_MCP_HUB_POST_REPLY_HPP
