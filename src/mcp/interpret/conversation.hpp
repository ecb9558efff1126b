// SPDX-License-Identifier: MIT
/// @file
/// One client and one server that speak in turns of messages: which requests
/// are open, and what of each message is changed on its way.
#ifndef PITH_MCP_INTERPRET_CONVERSATION_HPP
#define PITH_MCP_INTERPRET_CONVERSATION_HPP

#include "mcp/interpret/message_interpreter.hpp"
#include "mcp/protocol/client_text.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pith::mcp {

/// What becomes of a message from the client.
struct handled_message {
  /// To the server; empty: nothing. May be the text that was given.
  std::string_view forward{};
  /// To the client, each a message of its own.
  std::vector<std::string> answers{};
  /// Requests for pages, when they are made later: each is for make_page().
  std::vector<std::string> pages{};
  /// Holds what `forward` views when the text was changed.
  std::string changed{};
  /// Of the first request that goes on and is traced, or null.
  std::shared_ptr<traced_call> trace{};
};

/// Both directions of one connection that keeps its order, such as a pair of
/// pipes. A text of the client's that read_client_text() refuses is answered
/// with an error: what cannot be read here might be read, and done, by a
/// server.
class conversation {
 public:
  /// The interpreter must outlive it.
  conversation(message_interpreter& interpreter, caller who)
      : interpreter_(&interpreter), who_(std::move(who)) {}

  /// The result views `text`, or itself: keep both.
  void from_client(std::string_view text, handled_message& into);
  /// The same for a text that was read before.
  void from_client(std::string_view text, const client_text& read,
                   handled_message& into);
  /// Pages take long: from now on, requests for them are put aside.
  void make_pages_later() noexcept { makes_pages_later_ = true; }
  /// The answer to one of these. In another thread with an interpreter of that
  /// thread.
  [[nodiscard]] std::string make_page(std::string_view request,
                                      message_interpreter& interpreter) const;
  [[nodiscard]] const caller& who() const noexcept { return who_; }
  /// Takes note of what was said for the session that this belongs to. Before
  /// the first message.
  void ask(const result_encoding& said) { who_.client.ask(said); }
  /// What to send the client instead of `text`; nothing: as it came.
  [[nodiscard]] std::optional<std::string> from_server(std::string_view text) {
    return from_server(text, *interpreter_);
  }
  /// The same in another thread, with an interpreter of that thread, while
  /// nobody else uses this.
  [[nodiscard]] std::optional<std::string> from_server(
      std::string_view text, message_interpreter& interpreter);

  /// For traces: the answers to all that is open have come, and wait for their
  /// turn.
  void note_arrival() const;
  /// For traces: this text, if it is an error, is the answer to all that is
  /// open. It is lost all the same.
  void note_refusal(std::string_view text) const;

  /// Whether the last text from the server was a message that belongs here: no
  /// garbage, and no answer to something that was not asked.
  [[nodiscard]] bool last_made_sense() const noexcept { return made_sense_; }

  /// No answer will come to the requests that are open; none is afterwards.
  void lose_all(call_outcome how, std::string_view why);
  /// Errors for all requests that are open, because the server is gone.
  [[nodiscard]] std::vector<std::string> fail_all(std::string_view why);
  /// What an open request is compared with, and is not there yet; null when
  /// there is nothing to wait for.
  [[nodiscard]] std::shared_ptr<fetched_base> awaited_base() const;
  [[nodiscard]] std::size_t open_requests() const noexcept {
    return open_.size();
  }

 private:
  /// True when the message was answered and the server need not see it.
  /// `forward` is what it sees instead of the message, if anything.
  bool take(const message& m, handled_message& into,
            std::optional<std::string>& forward);
  std::optional<std::string> answer(const message& m,
                                    message_interpreter& interpreter);
  std::optional<std::string> answers(std::string_view batch,
                                     message_interpreter& interpreter);

  struct open_request {
    std::string id;  // raw
    pending_request what;
  };

  // A client with more open requests than this gets its answers untouched.
  static constexpr std::size_t max_open = 100'000;

  message_interpreter* interpreter_;
  caller who_;
  std::unordered_map<std::string, open_request> open_;  // by id_key()
  bool made_sense_ = true;
  bool makes_pages_later_ = false;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_INTERPRET_CONVERSATION_HPP
