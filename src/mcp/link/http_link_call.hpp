// SPDX-License-Identifier: MIT
/// @file
/// One HTTP request of a link, and the messages that come back for it.
#ifndef PITH_MCP_LINK_HTTP_LINK_CALL_HPP
#define PITH_MCP_LINK_HTTP_LINK_CALL_HPP

#include "mcp/link/http_link_session.hpp"

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
  http_link_call(std::shared_ptr<http_link_session> owner, purpose why,
                 std::string text, std::string id)
      : owner_(std::move(owner)),
        why_(why),
        text_(std::move(text)),
        id_(std::move(id)),
        events_(owner_->options_.max_message_bytes) {}

  void start(http_request request);
  void cancel();
  void pause(bool is_paused);
  /// Nobody waits for the answer any more; it is passed on if it comes.
  void forgo() noexcept { is_answered_ = true; }
  /// What it sends counts in queued() no more.
  void uncount() noexcept;
  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] purpose why() const noexcept { return why_; }

  void on_head(int status, const http_fields& fields) override;
  void on_body(std::string_view bytes) override;
  void on_end() override;
  void on_failure(std::string_view what, bool may_have_arrived) override;

 private:
  void on_text(std::string_view text);
  void on_event(const sse_event& event);
  void on_answer(const message& m);
  void on_reopened(const message& m);
  void on_complete();
  void on_broken(std::string_view what);
  void on_refused();
  /// The answer to the request, when none came.
  void fail(std::string_view why);
  /// Goes on with a broken stream after its last event, in a while; false
  /// when it cannot.
  bool resume_stream();
  void resume_later(std::chrono::milliseconds wait);
  void resume_now();
  void leave();

  std::shared_ptr<http_link_session> owner_;
  std::shared_ptr<http_call> call_;
  purpose why_;
  std::string text_;
  std::string id_;
  sse_reader events_;
  std::string session_;  // that it belongs to
  std::string last_event_;
  std::optional<std::chrono::milliseconds> retry_;  // as the server wants it
  std::optional<boost::asio::steady_timer> wait_;   // until it is resumed
  std::string body_;
  std::size_t counted_bytes_ = 0;  // in queued() of the session
  int status_ = 0;
  bool is_stream_ = false;
  bool is_answered_ = false;  // or need not be
};

}  // namespace pith::mcp

#endif  // PITH_MCP_LINK_HTTP_LINK_CALL_HPP
