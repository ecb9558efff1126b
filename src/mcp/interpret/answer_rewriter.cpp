// SPDX-License-Identifier: MIT
#include "mcp/interpret/answer_rewriter.hpp"

#include "mcp/interpret/slow_lane.hpp"
#include "mcp/state/fetched_base.hpp"

#include <boost/asio/post.hpp>
#include <utility>

namespace pith::mcp {

namespace {

std::string rewritten(message_interpreter& interpreter,
                      const pending_request& what, const message& answer,
                      const caller& who) {
  auto text = interpreter.on_answer(what, answer, who);
  return text ? std::move(*text) : std::string(answer.text);
}

}  // namespace

answer_rewriter::answer_rewriter(
    boost::asio::io_context& io,
    std::shared_ptr<message_interpreter> interpreter, places where)
    : io_(io),
      interpreter_(std::move(interpreter)),
      server_(interpreter_->shared_server()),
      where_(std::move(where)) {}

void answer_rewriter::run_slowly(
    std::size_t bytes, const caller& who,
    std::function<std::string(message_interpreter&)> work, taker then) {
  where_.lane->run(
      server_, bytes,
      [self = shared_from_this(), work = std::move(work),
       then = std::move(then)](message_interpreter& interpreter) mutable {
        std::string out = work(interpreter);
        boost::asio::post(self->io_, [then = std::move(then),
                                      out = std::move(out)] { then(out); });
      },
      who.tenant);
}

void answer_rewriter::make_page(const message& request, const caller& who,
                                taker then) {
  if (!where_.lane) {
    then(interpreter_->make_page(request, who));
    return;
  }
  run_slowly(
      request.text.size(), who,
      [who, text = std::string(request.text)](message_interpreter& reader) {
        const auto again = read_message(text);
        return again ? reader.make_page(*again, who) : std::string{};
      },
      std::move(then));
}

void answer_rewriter::rewrite(const pending_request& what,
                              const message& answer, const caller& who,
                              taker then) {
  if (what.trace) what.trace->answered();
  if (!what.base || what.base->is_there()) {
    rewrite_now(what, answer, who, std::move(then));
    return;
  }
  // The text is that of a buffer which is about to be used again.
  what.base->when_there([self = shared_from_this(),
                         what = pending_request(what), who = caller(who),
                         text = std::string(answer.text),
                         then = std::move(then)]() mutable {
    boost::asio::post(
        self->io_, [self, what = std::move(what), who = std::move(who),
                    text = std::move(text), then = std::move(then)]() mutable {
          const auto again = read_message(text);
          if (again) {
            self->rewrite_now(what, *again, who, std::move(then));
          } else {
            then(std::move(text));
          }
        });
  });
}

void answer_rewriter::rewrite_now(const pending_request& what,
                                  const message& answer, const caller& who,
                                  taker then) {
  const std::size_t bytes = answer.text.size();
  const bool is_slow =
      where_.lane && bytes >= slow_lane::min_bytes && !where_.lane->is_full();
  if (what.about == pending_request::subject::other ||
      (!is_slow && !where_.turns)) {
    then(rewritten(*interpreter_, what, answer, who));
    return;
  }
  // The text is that of a buffer which is about to be used again.
  auto work = [what, who,
               text = std::string(answer.text)](message_interpreter& reader) {
    const auto again = read_message(text);
    return again ? rewritten(reader, what, *again, who) : text;
  };
  if (is_slow) {
    run_slowly(bytes, who, std::move(work), std::move(then));
    return;
  }
  where_.turns->run(
      who.tenant, bytes,
      [self = shared_from_this(), work = std::move(work),
       then = std::move(then)] { then(work(*self->interpreter_)); });
}

}  // namespace pith::mcp
