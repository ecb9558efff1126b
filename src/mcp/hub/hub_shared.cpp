// SPDX-License-Identifier: MIT
#include "mcp/hub/hub_shared.hpp"

#include "mcp/interpret/slow_lane.hpp"
#include "mcp/tenants/fair_scheduler.hpp"

#include <boost/asio/io_context.hpp>
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

std::shared_ptr<void> count_in_flight(const std::shared_ptr<hub_shared>& hub,
                                      principal_quotas::lease place) {
  ++hub->metrics.in_flight;
  return {nullptr,
          [hub, place = std::move(place)](void*) { --hub->metrics.in_flight; }};
}

void make_page(const std::shared_ptr<hub_shared>& hub, const message& request,
               const caller& who, std::function<void(std::string)> then) {
  if (!hub->options.lane) {
    then(hub->interpreter->make_page(request, who));
    return;
  }
  hub->options.lane->run(
      hub->server, request.text.size(),
      [hub, who, text = std::string(request.text),
       then = std::move(then)](message_interpreter& interpreter) mutable {
        const auto again = read_message(text);
        if (!again) return;
        std::string out = interpreter.make_page(*again, who);
        boost::asio::post(hub->io, [then = std::move(then),
                                    out = std::move(out)]() { then(out); });
      },
      who.tenant);
}

void rewrite_answer(const std::shared_ptr<hub_shared>& hub,
                    const pending_request& what, const message& answer,
                    const caller& who, std::function<void(std::string)> then) {
  const hub_options& options = hub->options;
  const std::size_t bytes = answer.text.size();
  const bool is_slow =
      options.lane && bytes >= slow_lane::min_bytes && !options.lane->is_full();
  if (what.about == pending_request::subject::other ||
      (!is_slow && !options.turns)) {
    then(rewritten(*hub->interpreter, what, answer, who));
    return;
  }
  // The text is that of a buffer which is about to be used again.
  auto rewrite = [what, who, text = std::string(answer.text)](
                     message_interpreter& interpreter) {
    const auto again = read_message(text);
    return again ? rewritten(interpreter, what, *again, who) : text;
  };
  if (!is_slow) {
    options.turns->run(
        who.tenant, bytes,
        [hub, rewrite = std::move(rewrite), then = std::move(then)] {
          then(rewrite(*hub->interpreter));
        });
    return;
  }
  options.lane->run(
      hub->server, bytes,
      [hub, rewrite = std::move(rewrite),
       then = std::move(then)](message_interpreter& interpreter) mutable {
        std::string out = rewrite(interpreter);
        boost::asio::post(hub->io, [then = std::move(then),
                                    out = std::move(out)]() { then(out); });
      },
      who.tenant);
}

}  // namespace pith::mcp
