// SPDX-License-Identifier: MIT
/// @file
/// Where the answers of one server are rewritten: in the thread that got them,
/// when the turn of their tenant comes, or in the slow lane.
#ifndef PITH_MCP_INTERPRET_ANSWER_REWRITER_HPP
#define PITH_MCP_INTERPRET_ANSWER_REWRITER_HPP

#include "mcp/interpret/message_interpreter.hpp"
#include "mcp/tenants/fair_scheduler.hpp"

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>

namespace pith::mcp {

class slow_lane;

/// For one thread, that of `io`. Work that is under way keeps it.
class answer_rewriter : public std::enable_shared_from_this<answer_rewriter> {
 public:
  using taker = std::function<void(std::string text)>;

  struct places {
    std::shared_ptr<slow_lane> lane{};        ///< for large ones; may be null
    std::shared_ptr<fair_scheduler> turns{};  ///< of the thread; may be null
  };

  /// `io` must outlive it; the interpreter is one of its thread.
  answer_rewriter(boost::asio::io_context& io,
                  std::shared_ptr<message_interpreter> interpreter,
                  places where);

  /// The page that a request asks for, given to `then` in the thread of `io`:
  /// by the slow lane, if there is one.
  void make_page(const message& request, const caller& who, taker then);

  /// What becomes of an answer by the interpreter, given to `then` in the
  /// thread of `io`: when its tenant has its turn, or by the slow lane when it
  /// is large; at once when there is neither.
  void rewrite(const pending_request& what, const message& answer,
               const caller& who, taker then);

  [[nodiscard]] message_interpreter& interpreter() noexcept {
    return *interpreter_;
  }

 private:
  void rewrite_now(const pending_request& what, const message& answer,
                   const caller& who, taker then);
  /// Runs `work` in the slow lane, and hands on what it makes in the thread.
  void run_slowly(std::size_t bytes, const caller& who,
                  std::function<std::string(message_interpreter&)> work,
                  taker then);

  boost::asio::io_context& io_;
  std::shared_ptr<message_interpreter> interpreter_;
  std::shared_ptr<server_state> server_;
  places where_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_INTERPRET_ANSWER_REWRITER_HPP
