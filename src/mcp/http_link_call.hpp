// SPDX-License-Identifier: MIT
/// @file
/// One HTTP request of a link, and the messages that come back for it.
#ifndef PITH_MCP_HTTP_LINK_CALL_HPP
#define PITH_MCP_HTTP_LINK_CALL_HPP

#include "mcp/http_link_session.hpp"

#include <optional>

namespace pith::mcp {

class http_link_call final
    : public http_listener,
      public std::enable_shared_from_this<http_link_call> {
 public:
  enum class purpose : unsigned char {
    message,   ///< a POST of the client's
    repeated,  ///< the same again, in a new session
    stream,    ///< the GET stream
    resume,    ///< a GET that goes on with a broken answer
    reopen,    ///< our own initialize, for a new session
    farewell,  ///< DELETE
  };

  /// `text` is what is posted; `id` the raw id of the request in it.
  http_link_call(std::shared_ptr<http_link_session> home, purpose why,
                 std::string text, std::string id)
      : home_(std::move(home)),
        why_(why),
        text_(std::move(text)),
        id_(std::move(id)),
        events_(home_->options_.max_message_bytes) {}

  void start(http_request request);
  void cancel();
  void pause(bool is_paused);
  [[nodiscard]] const std::string& id() const noexcept { return id_; }

  void on_head(int status, const http_fields& fields) override;
  void on_body(std::string_view bytes) override;
  void on_end() override;
  void on_failure(std::string_view what, bool may_have_arrived) override;

 private:
  void on_text(std::string_view text);
  void on_event(const sse_event& event);
  void on_refused();
  /// The answer to the request, when none came.
  void fail(std::string_view why);
  /// Goes on with a broken stream behind its last event; false when it cannot.
  bool resume_stream();
  void leave();

  std::shared_ptr<http_link_session> home_;
  std::shared_ptr<http_call> call_;
  purpose why_;
  std::string text_;
  std::string id_;
  sse_reader events_;
  std::string last_event_;
  std::string body_;
  int status_ = 0;
  bool is_stream_ = false;
  bool is_answered_ = false;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_HTTP_LINK_CALL_HPP
